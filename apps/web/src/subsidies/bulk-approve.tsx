import type { ManagedSubsidy } from '@ardhi/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { call, isStale } from '../lib/api.ts';
import { useFormat, useT } from '../lib/i18n.tsx';
import { newId } from '../lib/id.ts';
import { detailOf } from '../lib/problem-text.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { ProgressBar } from '../ui/progress.tsx';
import { subsidyKeys } from './keys.ts';
import { StatusBadge } from './status-badge.tsx';

const sum = (rows: readonly ManagedSubsidy[]) =>
  rows.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0) / 100;

/** First come, first served: a budget that does not suffice goes to those who have waited longest. */
const oldestFirst = (rows: readonly ManagedSubsidy[]) =>
  [...rows].sort((one, other) => one.createdAt.localeCompare(other.createdAt));

/** What is selected, and the way to approve it together. */
export function BulkBar({ rows, onClear }: { rows: readonly ManagedSubsidy[]; onClear: () => void }) {
  const t = useT();
  const format = useFormat();
  // A snapshot of the rows when the dialog opened: the table below changes while they are decided.
  const [confirming, setConfirming] = useState<readonly ManagedSubsidy[] | null>(null);
  const finish = (changed: boolean) => {
    setConfirming(null);
    if (changed) onClear();
  };
  return (
    <>
      {rows.length > 0 && (
        <div className="mb-3 flex flex-wrap items-center gap-3 rounded-card bg-primary-soft px-4 py-2">
          <span role="status" className="num font-semibold">
            {t('subsidies.bulk.selected', { count: rows.length, amount: format.money(sum(rows)) })}
          </span>
          <span className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-auto sm:ml-auto">
            <Button size="small" variant="quiet" onClick={onClear}>
              {t('subsidies.bulk.clear')}
            </Button>
            <Button size="small" variant="main" onClick={() => setConfirming(oldestFirst(rows))}>
              {t('subsidies.bulk.approve')}
            </Button>
          </span>
        </div>
      )}
      {confirming && <BulkDialog rows={confirming} onClose={finish} />}
    </>
  );
}

/** The result for one row: approved or marked, or why not. */
type Outcome = { done: true; marked: boolean } | { done: false; why: string };

function BulkDialog({
  rows,
  onClose,
}: {
  rows: readonly ManagedSubsidy[];
  onClose: (changed: boolean) => void;
}) {
  const t = useT();
  const format = useFormat();
  const { outcomes, running, start, stop } = useBulkApproval(rows);
  const started = running || outcomes.size > 0;
  const finished = started && !running;
  const approved = [...outcomes.values()].filter(({ done }) => done).length;
  return (
    <Dialog
      open
      wide
      onClose={() => !running && onClose(started)}
      title={t('subsidies.bulk.question', { count: rows.length })}
      text={t('subsidies.bulk.text', { amount: format.money(sum(rows)) })}
    >
      <div role="status" className="mb-4 empty:hidden">
        {running && (
          <ProgressBar
            label={t('subsidies.bulk.approving')}
            value={outcomes.size / rows.length}
            text={t('subsidies.bulk.progress', { done: outcomes.size, total: rows.length })}
          />
        )}
        {finished && (
          <p className="font-semibold">
            {t('subsidies.bulk.done', { approved, failed: outcomes.size - approved })}
          </p>
        )}
      </div>
      <ul className="max-h-[45dvh] divide-y divide-line overflow-auto">
        {rows.map((row) => (
          <BulkRow key={row._id} row={row} outcome={outcomes.get(row._id)} finished={finished} />
        ))}
      </ul>
      <DialogActions>
        {running ? (
          <Button onClick={stop}>{t('subsidies.bulk.stop')}</Button>
        ) : (
          <Button data-autofocus onClick={() => onClose(started)}>
            {t(finished ? 'ui.close' : 'ui.cancel')}
          </Button>
        )}
        {!finished && (
          <Button
            variant="main"
            busy={running}
            busyLabel={t('subsidies.bulk.approving')}
            onClick={() => void start()}
          >
            {t('subsidies.manage.approve')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function BulkRow({
  row,
  outcome,
  finished,
}: {
  row: ManagedSubsidy;
  outcome: Outcome | undefined;
  finished: boolean;
}) {
  const t = useT();
  const format = useFormat();
  return (
    <li className="flex items-start gap-3 py-2.5">
      <span className="mt-0.5 w-5 shrink-0">
        {outcome?.done && <Check size={18} aria-hidden="true" className="text-primary" />}
        {outcome && !outcome.done && <X size={18} aria-hidden="true" className="text-clay" />}
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{row.name}</p>
        <p className="text-sm text-muted">{row.applicant?.name ?? t(`subsidies.kind.${row.kind}`)}</p>
        {outcome && !outcome.done && <p className="text-sm font-semibold text-clay">{outcome.why}</p>}
        {outcome?.done && outcome.marked && (
          <p className="text-sm text-muted">{t('subsidies.bulk.marked')}</p>
        )}
        {!outcome && finished && <p className="text-sm text-muted">{t('subsidies.bulk.skipped')}</p>}
      </div>
      <span className="num text-right">
        <span className="block">{format.money(row.amount)}</span>
        {outcome?.done && !outcome.marked && <StatusBadge status="approved" />}
      </span>
    </li>
  );
}

/** One call per row, in sequence, each with its own idempotency key: a row that is refused does not stop the others. */
function useBulkApproval(rows: readonly ManagedSubsidy[]) {
  const t = useT();
  const client = useQueryClient();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [running, setRunning] = useState(false);
  const stopped = useRef(false);

  const start = async () => {
    stopped.current = false;
    setRunning(true);
    for (const row of rows) {
      if (stopped.current) break;
      const outcome = await approve(row).then(
        ({ status }): Outcome => ({ done: true, marked: status === 'pending' }),
        (error: unknown): Outcome => ({
          done: false,
          why: isStale(error)
            ? t('subsidies.decide.changed')
            : (detailOf(error, t) ?? t('subsidies.error.decide')),
        }),
      );
      setOutcomes((now) => new Map(now).set(row._id, outcome));
    }
    setRunning(false);
    await client.invalidateQueries({ queryKey: subsidyKeys.all });
  };
  return { outcomes, running, start, stop: () => (stopped.current = true) };
}

function approve({ _id: id, revision }: ManagedSubsidy) {
  return call('PUT /government/subsidies/{id}', {
    params: { id },
    body: { status: 'approved', revision },
    idempotencyKey: newId(),
  });
}
