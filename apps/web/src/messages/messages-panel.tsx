import { useState } from 'react';
import { Link } from 'react-router';
import { useT } from '../lib/i18n.tsx';
import { paths } from '../lib/paths.ts';
import { Panel } from '../ui/panel.tsx';
import { Messenger, type Shown } from './messenger.tsx';

/** The messaging panel of both dashboards. */
export function MessagesPanel() {
  const t = useT();
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
      <Messenger level={3} shown={shown} onShow={setShown} />
    </Panel>
  );
}
