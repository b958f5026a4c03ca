import { paths } from '@ardhi/contract/paths';
import { PenLine } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useWide } from '../../lib/page/use-wide.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Messenger, type Shown } from './messenger.tsx';

/** The messages page lists all threads. */
const THREADS_ON_PHONES = 1;

/** The messaging panel of both dashboards. */
export function MessagesPanel() {
  const t = useT();
  const wide = useWide();
  const [shown, setShown] = useState<Shown>(null);
  return (
    <Panel
      title={t('messages.heading')}
      actions={
        <>
          {/* The bottom bar has it on phones. */}
          <Link className="link inline-flex items-center px-2 max-sm:hidden" to={paths.messages}>
            {t('messages.openPage')}
          </Link>
          <Button
            size="small"
            icon={<PenLine size={16} aria-hidden="true" />}
            onClick={() => setShown({ compose: true })}
          >
            {t('messages.new')}
          </Button>
        </>
      }
    >
      <Messenger
        level={3}
        shown={shown}
        onShow={setShown}
        limit={wide ? undefined : THREADS_ON_PHONES}
        isPart
      />
    </Panel>
  );
}
