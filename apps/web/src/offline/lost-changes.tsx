import { useState } from 'react';
import { dismissLost, lostNote } from '../lib/device/unsent-cookie.ts';
import { useUser } from '../lib/session/session.tsx';
import { useFormat, useT } from '../lib/text/i18n.tsx';
import { useOutboxStatus } from '../outbox/current.ts';
import { Button } from '../ui/controls/button.tsx';
import { Callout } from '../ui/feedback/callout.tsx';

/** Says how many unsent changes the browser has deleted, until the user dismisses it. */
export function LostChanges() {
  const t = useT();
  const format = useFormat();
  const { _id: account } = useUser();
  // Rerenders when the database has opened, which is when a loss is found.
  useOutboxStatus();
  const [, setDismissed] = useState(false);
  const lost = lostNote(account);
  return (
    <div role="alert" className="wrap no-print pt-3 empty:hidden">
      {lost && (
        <Callout tone="no" headline={t('offline.lost.headline', { count: lost.count })}>
          <p>{t('offline.lost.text', { date: format.date(lost.date) })}</p>
          <Button
            size="small"
            className="mt-2"
            onClick={() => {
              dismissLost(account);
              setDismissed(true);
            }}
          >
            {t('ui.dismiss')}
          </Button>
        </Callout>
      )}
    </div>
  );
}
