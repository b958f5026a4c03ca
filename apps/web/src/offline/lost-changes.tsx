import { useState } from 'react';
import { dismissLost, lostNote } from '../lib/device/unsent-cookie.ts';
import { useFormat, useT } from '../lib/text/i18n.tsx';
import { Button } from '../ui/controls/button.tsx';
import { Callout } from '../ui/feedback/callout.tsx';

/** Says how many unsent changes the browser has deleted, until the user dismisses it. */
export default function LostChanges({ account }: { account: string }) {
  const t = useT();
  const format = useFormat();
  const [, setDismissed] = useState(false);
  const lost = lostNote(account);
  return (
    <div role="alert" className="wrap no-print pt-3 empty:hidden">
      {lost && (
        <Callout tone="no" headline={t('sync.evicted.headline', { count: lost.count })}>
          <p>{t('sync.evicted.text', { date: format.date(lost.date) })}</p>
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
