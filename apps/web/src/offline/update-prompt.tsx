import { useT } from '../lib/text/i18n.tsx';
import { Button } from '../ui/controls/button.tsx';
import { useConfirm } from '../ui/feedback/confirm.tsx';
import { unsaved } from '../ui/forms/unsaved.ts';
import { applyUpdate, updateStore } from './worker.ts';

/** Offers a newer version. Never reloads by itself, and asks before discarding a form with unsaved changes. */
export default function UpdatePrompt() {
  const t = useT();
  const confirm = useConfirm();
  const update = async () => {
    const isConfirmed =
      !unsaved.isThere() ||
      (await confirm({
        title: t('ui.leaveQuestion'),
        text: t('sync.update.unsaved'),
        action: t('sync.update.anyway'),
        cancel: t('ui.stay'),
      }));
    if (!isConfirmed) return;
    unsaved.giveUp();
    await applyUpdate();
  };
  return (
    <div className="border-b border-line bg-water-soft">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
        <p>
          <strong>{t('sync.update.ready')}</strong> {t('sync.update.text')}
        </p>
        <span className="flex gap-2">
          <Button size="small" variant="main" onClick={update}>
            {t('sync.update.now')}
          </Button>
          <Button size="small" onClick={updateStore.putOff}>
            {t('sync.update.later')}
          </Button>
        </span>
      </div>
    </div>
  );
}
