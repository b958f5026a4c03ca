import { paths } from '@ardhi/contract/paths';
import { useState } from 'react';
import { Link } from 'react-router';
import { useWide } from '../../lib/page/use-wide.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Messenger, type Shown } from './messenger.tsx';

/** The messages page lists all threads. */
const THREADS_ON_PHONES = 2;

/** The messaging panel of both dashboards. */
export function MessagesPanel() {
  const t = useT();
  const wide = useWide();
  const [shown, setShown] = useState<Shown>(null);
  return (
    <Panel
      title={t('messages.heading')}
      actions={
        <Link className="link inline-flex min-h-11 items-center" to={paths.messages}>
          {t('messages.openPage')}
        </Link>
      }
    >
      <Messenger level={3} shown={shown} onShow={setShown} limit={wide ? undefined : THREADS_ON_PHONES} />
    </Panel>
  );
}
