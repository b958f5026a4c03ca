import type { ManagedSubsidy } from '@ardhi/contract';
import { MAX_DECISION_REASON_LENGTH } from '@ardhi/contract/limits';
import { paths } from '@ardhi/contract/paths';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { ownPostsQuery } from '../../accounts/account/queries.ts';
import { newId } from '../../lib/device/id.ts';
import { call } from '../../lib/http/api.ts';
import { isStale } from '../../lib/http/error-kinds.ts';
import { detailOf } from '../../lib/http/problem-text.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { Badge } from '../../ui/controls/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { ProgressBar } from '../../ui/controls/progress.tsx';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import { Checkbox, TextArea } from '../../ui/forms/field.tsx';
import type { Decision } from './decision-dialog.tsx';
import type { Filters } from './filters.ts';
import { subsidyKeys } from './keys.ts';
import { fetchPendingApplications } from './queries.ts';
import { StatusBadge } from './status-badge.tsx';

const sum = (rows: readonly ManagedSubsidy[]) =>
  rows.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0) / 100;

/** First come, first served: a limited budget goes to the oldest applications. */
const oldestFirst = (rows: readonly ManagedSubsidy[]) =>
  [...rows].sort((one, other) => one.createdAt.localeCompare(other.createdAt));

interface BulkBarProps {
  rows: readonly ManagedSubsidy[];
  filters: Filters;
  onClear: () => void;
}

/** Summary of the selected rows with bulk approve and reject. */
export function BulkBar({ rows, filters, onClear }: BulkBarProps) {
  const t = useT();
  const format = useFormat();
  // Snapshot of the rows: the table changes while they are decided.
  const [deciding, setDeciding] = useState<{ rows: readonly ManagedSubsidy[]; decision: Decision } | null>(
    null,
  );
  // Outlives the dialog: a row whose response was lost is retried with the same idempotency key.
  const keys = useRef(new Map<string, string>());
  const finish = (changed: boolean) => {
    setDeciding(null);
    if (changed) onClear();
  };
  const open = (decision: Decision) => () => setDeciding({ rows: oldestFirst(rows), decision });
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
            <Button size="small" onClick={open('rejected')}>
              {t('subsidies.bulk.reject')}
            </Button>
            <Button size="small" variant="main" onClick={open('approved')}>
              {t('subsidies.bulk.approve')}
            </Button>
          </span>
        </div>
      )}
      {deciding && <BulkDialog {...deciding} filters={filters} keys={keys.current} onClose={finish} />}
    </>
  );
}

/** Result for one row: decided, recorded as the first of two votes (`marked`), or failed. */
type Outcome = { done: true; marked: boolean } | { done: false; why: string };

interface BulkDialogProps {
  rows: readonly ManagedSubsidy[];
  decision: Decision;
  filters: Filters;
  keys: Map<string, string>;
  onClose: (changed: boolean) => void;
}

function BulkDialog({ rows: selectedRows, decision, filters, keys, onClose }: BulkDialogProps) {
  const t = useT();
  const format = useFormat();
  const isRejecting = decision === 'rejected';
  const explained = useExplained(selectedRows, filters);
  const limit = useQuery({ ...ownPostsQuery, enabled: !isRejecting }).data?.limits?.alone ?? null;
  const [onlyMeeting, setOnlyMeeting] = useState(false);
  const [reason, setReason] = useState('');
  const [isReasonMissing, setIsReasonMissing] = useState(false);
  const failing = explained.filter(({ eligibility }) => eligibility?.meets === false);
  const rows = onlyMeeting ? explained.filter((row) => !failing.includes(row)) : explained;
  const { outcomes, running, start, stop } = useBulk(rows, decision, reason.trim() || undefined, keys);
  const started = running || outcomes.size > 0;
  const finished = started && !running;
  const done = [...outcomes.values()].filter((outcome) => outcome.done).length;
  const begin = () => {
    setIsReasonMissing(isRejecting && !reason.trim());
    if (!isRejecting || reason.trim()) void start();
  };
  return (
    <Dialog
      open
      wide
      onClose={() => !running && onClose(started)}
      title={t(isRejecting ? 'subsidies.bulk.rejectQuestion' : 'subsidies.bulk.question', {
        count: rows.length,
      })}
      text={t(isRejecting ? 'subsidies.bulk.rejectText' : 'subsidies.bulk.text', {
        amount: format.money(sum(rows)),
      })}
    >
      <div role="status" className="mb-4 empty:hidden">
        {running && (
          <ProgressBar
            label={t(isRejecting ? 'subsidies.decide.rejecting' : 'subsidies.bulk.approving')}
            value={outcomes.size / rows.length}
            text={t('subsidies.bulk.progress', { done: outcomes.size, total: rows.length })}
          />
        )}
        {finished && (
          <p className="font-semibold">
            {t(isRejecting ? 'subsidies.bulk.rejectDone' : 'subsidies.bulk.done', {
              approved: done,
              failed: outcomes.size - done,
            })}
          </p>
        )}
      </div>
      {isRejecting && !started && (
        <TextArea
          className="mb-4"
          label={t('subsidies.bulk.reason')}
          hint={t('subsidies.decide.rejectHint')}
          rows={3}
          required
          maxLength={MAX_DECISION_REASON_LENGTH}
          value={reason}
          error={isReasonMissing && !reason.trim() ? t('subsidies.bulk.reasonNeeded') : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      {!isRejecting && !started && limit !== null && (
        <p className="mb-4 text-sm font-semibold">
          {t('subsidies.approval.bulk', { limit: format.money(limit) })}
        </p>
      )}
      {!isRejecting && !started && failing.length > 0 && (
        <Checkbox
          label={t('subsidies.bulk.onlyMeeting', { count: failing.length })}
          checked={onlyMeeting}
          onChange={(event) => setOnlyMeeting(event.target.checked)}
        />
      )}
      <ul className="max-h-[45dvh] divide-y divide-line overflow-auto">
        {rows.map((row) => (
          <BulkRow
            key={row._id}
            row={row}
            decision={decision}
            outcome={outcomes.get(row._id)}
            finished={finished}
          />
        ))}
      </ul>
      <DialogActions>
        {running ? (
          <Button onClick={stop}>{t('subsidies.bulk.stop')}</Button>
        ) : (
          <Button data-autofocus={isRejecting ? undefined : true} onClick={() => onClose(started)}>
            {t(finished ? 'ui.close' : 'ui.cancel')}
          </Button>
        )}
        {!finished && (
          <Button
            variant={isRejecting ? 'danger' : 'main'}
            busy={running}
            busyLabel={t(isRejecting ? 'subsidies.decide.rejecting' : 'subsidies.bulk.approving')}
            onClick={begin}
          >
            {t(isRejecting ? 'subsidies.manage.reject' : 'subsidies.manage.approve')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

interface BulkRowProps {
  row: ManagedSubsidy;
  decision: Decision;
  outcome: Outcome | undefined;
  finished: boolean;
}

function BulkRow({ row, decision, outcome, finished }: BulkRowProps) {
  const t = useT();
  const format = useFormat();
  const { eligibility } = row;
  return (
    <li className="flex items-start gap-3 py-2.5">
      <span className="mt-0.5 w-5 shrink-0">
        {outcome?.done && <Check size={18} aria-hidden="true" className="text-primary" />}
        {outcome && !outcome.done && <X size={18} aria-hidden="true" className="text-clay" />}
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-semibold">
          {row.kind === 'application' ? (
            <Link className="link" to={paths.subsidyCase(row._id)}>
              {row.name}
            </Link>
          ) : (
            row.name
          )}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          {row.applicant?.name ?? t(`subsidies.kind.${row.kind}`)}
          {eligibility && eligibility.meets !== null && (
            <Badge tone={eligibility.meets ? 'ok' : 'wait'}>
              {t(eligibility.meets ? 'subsidies.rules.meet' : 'subsidies.rules.meetNot')}
            </Badge>
          )}
        </p>
        {eligibility?.meets === false && (
          <p className="text-sm">
            {eligibility.unmet.map((rule) => t(`subsidies.unmet.${rule}`)).join(' · ') ||
              t('subsidies.rules.noParcelsOfficial')}
          </p>
        )}
        {outcome && !outcome.done && <p className="text-sm font-semibold text-clay">{outcome.why}</p>}
        {outcome?.done && outcome.marked && (
          <p className="text-sm text-muted">{t('subsidies.bulk.marked')}</p>
        )}
        {!outcome && finished && <p className="text-sm text-muted">{t('subsidies.bulk.skipped')}</p>}
      </div>
      <span className="num text-right">
        <span className="block">{format.money(row.amount)}</span>
        {outcome?.done && !outcome.marked && <StatusBadge status={decision} />}
      </span>
    </li>
  );
}

/** Adds the eligibility to each row once it is loaded. */
function useExplained(rows: readonly ManagedSubsidy[], filters: Filters): readonly ManagedSubsidy[] {
  const ids = rows.map(({ _id }) => _id);
  const { data } = useQuery({
    queryKey: subsidyKeys.explained(ids),
    queryFn: ({ signal }) => fetchPendingApplications(filters, ids, signal),
    enabled: rows.some(({ kind, eligibility }) => kind === 'application' && !eligibility),
    // Never refetched: rows decided meanwhile leave the list, but the dialog still shows their eligibility.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const byId = new Map(data?.map((row) => [row._id, row]));
  return rows.map((row) => ({ ...row, eligibility: byId.get(row._id)?.eligibility ?? row.eligibility }));
}

/** One call per row, in sequence, each with its own idempotency key: a rejected row does not stop the others. */
function useBulk(
  rows: readonly ManagedSubsidy[],
  status: Decision,
  reason: string | undefined,
  keys: Map<string, string>,
) {
  const t = useT();
  const client = useQueryClient();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [running, setRunning] = useState(false);
  const stopped = useRef(false);

  const start = async () => {
    stopped.current = false;
    setRunning(true);
    for (const { _id: id, revision } of rows) {
      if (stopped.current) break;
      const input = { params: { id }, body: { status, reason, revision } };
      const text = JSON.stringify(input);
      const idempotencyKey = keys.get(text) ?? newId();
      keys.set(text, idempotencyKey);
      const outcome = await call('PUT /government/subsidies/{id}', { ...input, idempotencyKey }).then(
        (answer): Outcome => {
          keys.delete(text);
          return { done: true, marked: answer.status === 'pending' };
        },
        (error: unknown): Outcome => ({
          done: false,
          why: isStale(error)
            ? t('subsidies.decide.changed')
            : (detailOf(error, t) ?? t('subsidies.error.decide')),
        }),
      );
      setOutcomes((now) => new Map(now).set(id, outcome));
    }
    setRunning(false);
    await client.invalidateQueries({ queryKey: subsidyKeys.all });
  };
  return { outcomes, running, start, stop: () => (stopped.current = true) };
}
