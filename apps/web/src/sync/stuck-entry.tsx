import { useState } from 'react';
import { Link } from 'react-router';
import { useT } from '../lib/text/i18n.tsx';
import { UNKNOWN_CALL } from '../outbox/attempts.ts';
import { type Correction, callScreen } from '../outbox/call-screens.ts';
import type { Clash, Entry } from '../outbox/entry.ts';
import { removesRow, withDependents } from '../outbox/relations.ts';
import { Badge } from '../ui/controls/badge.tsx';
import { Button } from '../ui/controls/button.tsx';
import { useConfirm } from '../ui/feedback/confirm.tsx';
import { applyAndFlush } from './act.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { CorrectButton } from './correct-button.tsx';
import { useEntryText } from './entry-text.ts';

interface StuckEntryProps {
  entry: Entry;
  entries: readonly Entry[];
}

/** Rejected or conflicting entry with its reason and actions. */
export function StuckEntry({ entry, entries }: StuckEntryProps) {
  const t = useT();
  const confirm = useConfirm();
  const { what, details } = useEntryText()(entry);
  const [isComparing, setIsComparing] = useState(false);
  const correction = correctionOf(entry);
  const others = withDependents(entry, entries).length - 1;
  const close = () => setIsComparing(false);
  const isRemoval = entry.clash !== undefined && removesRow(entry);
  const retry = () => applyAndFlush(({ outbox }) => outbox.retry(entry.seq));
  const discard = async () => {
    const isConfirmed = await confirm({
      title: t('sync.discard.question'),
      text: others > 0 ? t('sync.discard.withOthers', { count: others }) : t('sync.discard.text'),
      action: t('sync.discard'),
    });
    if (isConfirmed) await applyAndFlush(({ outbox }) => outbox.discard(entry.seq));
  };
  const keepRow = () => applyAndFlush(({ outbox }) => outbox.discard(entry.seq));
  const resolve = async (takeTheirs: ReadonlySet<string>) => {
    close();
    await applyAndFlush(({ outbox }) => outbox.resolve(entry.seq, takeTheirs));
  };

  return (
    <li className="py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="font-semibold">{what}</p>
        <Badge tone={entry.clash ? 'wait' : 'no'}>
          {t(entry.clash ? 'sync.state.conflict' : 'sync.state.rejected')}
        </Badge>
      </div>
      {details && <p className="break-words">{details}</p>}
      <Reason entry={entry} />
      {others > 0 && <p className="mt-1 text-sm text-muted">{t('sync.others', { count: others })}</p>}
      <div className="mt-3 flex flex-wrap gap-2">
        {isRemoval && (
          <Button size="small" variant="main" onClick={() => void resolve(new Set())}>
            {t('sync.remove.anyway')}
          </Button>
        )}
        {entry.clash && !isRemoval && (
          <Button size="small" variant="main" onClick={() => setIsComparing(true)}>
            {t('sync.compare')}
          </Button>
        )}
        {correction && <CorrectButton entry={entry} correction={correction} label="sync.correct" main />}
        {!entry.clash && (
          <Button size="small" onClick={() => void retry()}>
            {t('sync.retry')}
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={() => void (isRemoval ? keepRow() : discard())}>
          {t(isRemoval ? 'sync.remove.keep' : 'sync.discard')}
        </Button>
      </div>
      {isComparing && entry.clash && (
        <ConflictDialog entry={entry as Entry & { clash: Clash }} onChosen={resolve} onClose={close} />
      )}
    </li>
  );
}

/** Problem codes that other values can fix. */
const CORRECTABLE: readonly string[] = [
  'validation',
  'too-large',
  'conflict',
  'programme-closed',
  'not-a-programme',
  'budget-exceeded',
  // Saving assigns a new key.
  'key-reused',
];

/** Undefined for a conflict, which must be resolved first. */
function correctionOf({ call, clash, refusal }: Entry): Correction | undefined {
  if (clash || !CORRECTABLE.includes(refusal?.code ?? '')) return undefined;
  return callScreen(call)?.correction;
}

/** The server's message; a deletion elsewhere has its own text. */
function Reason({ entry }: { entry: Entry }) {
  const t = useT();
  if (entry.clash)
    return <p className="mt-1">{t(removesRow(entry) ? 'sync.reason.removal' : 'sync.reason.conflict')}</p>;
  const { status, code, message, issues = [] } = entry.refusal ?? {};
  if (code === UNKNOWN_CALL) return <p className="mt-1">{t('ui.appTooOld')}</p>;
  const restorePage = callScreen(entry.call)?.restorePage;
  if (status === 410 || status === 404)
    return (
      <p className="mt-1">
        {t('sync.reason.gone')}
        {restorePage && (
          <>
            {' '}
            <Link to={restorePage} className="link">
              {t('sync.reason.restore')}
            </Link>
          </>
        )}
      </p>
    );
  const faults = issues.map((issue) => issue.message);
  return (
    <ul className="mt-1 text-clay">
      {(faults.length > 0 ? faults : [message]).map((fault) => (
        <li key={fault}>{fault}</li>
      ))}
    </ul>
  );
}
