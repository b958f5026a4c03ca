/** Reports that the account was deleted elsewhere, lists its unsent changes, and removes its data from the device. */
import { useEffect, useState } from 'react';
import { noteUnsent } from '../lib/device/unsent-cookie.ts';
import { withinTime } from '../lib/device/within-time.ts';
import { sessionStore } from '../lib/session/session-store.ts';
import { useT } from '../lib/text/i18n.tsx';
import { type Entry, isUnsent } from '../outbox/entry.ts';
import { openStore, removeStore } from '../outbox/store.ts';
import { useEntryText } from '../sync/entry-text.ts';
import { Callout } from '../ui/feedback/callout.tsx';
import { loadScreens } from './offline.ts';

async function takeUnsent(account: string): Promise<Entry[]> {
  await loadScreens();
  const store = await openStore(account);
  const unsent = (await store.all()).filter(isUnsent);
  store.close();
  await removeStore(account);
  noteUnsent(account, 0, '');
  sessionStore.forgetDeleted();
  return unsent;
}

export default function DeletedAccount({ account }: { account: string }) {
  const t = useT();
  const entryText = useEntryText();
  const [unsent, setUnsent] = useState<readonly Entry[]>();
  useEffect(() => {
    withinTime(takeUnsent(account)).then(
      (found) => setUnsent(found ?? []),
      () => setUnsent([]),
    );
  }, [account]);
  return (
    <div role="alert" className="wrap pt-6">
      {unsent && (
        <Callout tone="no" headline={t('sync.deleted.headline')}>
          <p>{t('sync.deleted.text')}</p>
          {unsent.length > 0 && (
            <>
              <p>{t('sync.deleted.unsent', { count: unsent.length })}</p>
              <ul className="list-disc pl-5">
                {unsent.map((entry) => {
                  const { what, details } = entryText(entry);
                  return <li key={entry.seq}>{[what, details].filter(Boolean).join(' · ')}</li>;
                })}
              </ul>
            </>
          )}
        </Callout>
      )}
    </div>
  );
}
