import { useSyncExternalStore } from 'react';
import { useT } from '../lib/text/i18n.tsx';
import { Button } from '../ui/controls/button.tsx';
import { useConfirm } from '../ui/feedback/confirm.tsx';
import { unsaved } from '../ui/forms/unsaved.ts';
import { applyUpdate, updateStore } from './worker.ts';

/** Offers a newer version. Never reloads by itself, and asks before discarding a form with unsaved changes. */
export function UpdatePrompt() {
  const t = useT();
  const confirm = useConfirm();
  const isOffered = useSyncExternalStore(updateStore.subscribe, updateStore.isOffered, () => false);
  const update = async () => {
    const isConfirmed =
      !unsaved.isThere() ||
      (await confirm({
        title: t('ui.leaveQuestion'),
        text: t('offline.update.unsaved'),
        action: t('offline.update.anyway'),
        cancel: t('ui.stay'),
      }));
    if (!isConfirmed) return;
    unsaved.giveUp();
    await applyUpdate();
  };
  return (
    <div role="status" className="no-print">
      {isOffered && (
        <div className="border-b border-line bg-water-soft">
          <div className="wrap flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
            <p>
              <strong>{t('offline.update.ready')}</strong> {t('offline.update.text')}
            </p>
            <span className="flex gap-2">
              <Button size="small" variant="main" onClick={update}>
                {t('offline.update.now')}
              </Button>
              <Button size="small" onClick={updateStore.putOff}>
                {t('offline.update.later')}
              </Button>
            </span>
          </div>
        </div>
      )}
    </div>
  );
}
