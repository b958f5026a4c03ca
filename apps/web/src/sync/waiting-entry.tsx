import { useFormat, useT } from '../lib/text/i18n.tsx';
import { REFUSED_BETWEEN } from '../outbox/attempts.ts';
import { callScreen } from '../outbox/call-screens.ts';
import { useOutbox } from '../outbox/current.ts';
import type { Entry } from '../outbox/entry.ts';
import { withDependents } from '../outbox/relations.ts';
import { isUntried } from '../outbox/rules.ts';
import { Button } from '../ui/controls/button.tsx';
import { useConfirm } from '../ui/feedback/confirm.tsx';
import { toast } from '../ui/feedback/toast-store.ts';
import { applyAndFlush } from './act.ts';
import { CorrectButton } from './correct-button.tsx';
import { useEntryText } from './entry-text.ts';

interface WaitingEntryProps {
  entry: Entry;
  entries: readonly Entry[];
  /** An entry that it depends on needs the user's attention. */
  behind: boolean;
}

/** Queued entry. It can be changed and cancelled until the first attempt. */
export function WaitingEntry({ entry, entries, behind }: WaitingEntryProps) {
  const t = useT();
  const format = useFormat();
  const confirm = useConfirm();
  const { what, details } = useEntryText()(entry);
  const nextTry = useOutbox().nextTry.get(entry.seq);
  const correction = callScreen(entry.call)?.correction;
  const others = withDependents(entry, entries).length - 1;

  const cancel = async () => {
    const isConfirmed = await confirm({
      title: t('sync.cancel.question'),
      text: others > 0 ? t('sync.discard.withOthers', { count: others }) : t('sync.discard.text'),
      action: t('sync.cancel'),
      cancel: t('sync.cancel.keep'),
    });
    if (!isConfirmed) return;
    await applyAndFlush(async ({ outbox }) => {
      if (!(await outbox.cancel(entry.seq))) toast.failed(t('sync.cancel.tooLate'));
    });
  };
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <p className="font-semibold">{what}</p>
      {details && <p className="break-words">{details}</p>}
      <p className="text-sm text-muted">
        {format.dateTime(new Date(entry.madeAt).toISOString())}
        {behind && ` · ${t('sync.behind')}`}
      </p>
      {entry.trouble && (
        <p className="text-sm text-clay">
          {entry.trouble.code === REFUSED_BETWEEN
            ? t('sync.refusedBetween')
            : t('sync.trouble', { reason: entry.trouble.message })}
          {nextTry && ` ${t('sync.nextTry', { time: format.dateTime(new Date(nextTry).toISOString()) })}`}
        </p>
      )}
      {isUntried(entry) && (
        <div className="mt-2 flex flex-wrap gap-2">
          {correction && <CorrectButton entry={entry} correction={correction} label="sync.change" />}
          <Button size="small" variant="quiet" onClick={() => void cancel()}>
            {t('sync.cancel')}
          </Button>
        </div>
      )}
    </li>
  );
}
