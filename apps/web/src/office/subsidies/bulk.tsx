import type { ManagedSubsidy } from '@ardhi/contract';
import { MAX_BULK_DECISIONS, MAX_DECISION_REASON_LENGTH } from '@ardhi/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ownPostsQuery } from '../../accounts/account/queries.ts';
import { detailOf } from '../../lib/http/problem-text.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { LazyTemplateSelect } from '../../records/templates/lazy-template-select.tsx';
import { Badge } from '../../ui/controls/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import { Checkbox, TextArea } from '../../ui/forms/field.tsx';
import { BulkJobDialog, BulkJobStrip } from './bulk-job.tsx';
import type { Decision } from './decision-dialog.tsx';
import type { Filters } from './filters.ts';
import { subsidyKeys } from './keys.ts';
import { KiswahiliField } from './kiswahili-field.tsx';
import { fetchPendingApplications } from './queries.ts';
import { useStartBulk } from './writes.ts';

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

/** Summary of the selected rows with bulk approve and reject, and the progress of the official's latest bulk decision. */
export function BulkBar({ rows, filters, onClear }: BulkBarProps) {
  const t = useT();
  const format = useFormat();
  // Snapshot of the rows: the table may change while the dialog is open.
  const [deciding, setDeciding] = useState<{ rows: readonly ManagedSubsidy[]; decision: Decision } | null>(
    null,
  );
  const [shownJob, setShownJob] = useState<string | null>(null);
  // Outlives the dialog: a start whose response was lost is retried with the same idempotency key.
  const start = useStartBulk();
  const open = (decision: Decision) => () =>
    setDeciding({ rows: oldestFirst(rows).slice(0, MAX_BULK_DECISIONS), decision });
  return (
    <>
      <BulkJobStrip onShow={setShownJob} />
      {rows.length > 0 && (
        <div className="mb-3 flex flex-wrap items-center gap-3 rounded-card bg-primary-soft px-4 py-2">
          <span role="status" className="num font-semibold">
            {t('subsidies.bulk.selected', { count: rows.length, amount: format.money(sum(rows)) })}
            {rows.length > MAX_BULK_DECISIONS &&
              ` · ${t('subsidies.bulk.oldest', { count: MAX_BULK_DECISIONS })}`}
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
      {deciding && (
        <BulkDialog
          {...deciding}
          filters={filters}
          start={start.mutateAsync}
          onStarted={(id) => {
            setDeciding(null);
            setShownJob(id);
            onClear();
          }}
          onClose={() => setDeciding(null)}
        />
      )}
      {shownJob && <BulkJobDialog id={shownJob} onClose={() => setShownJob(null)} />}
    </>
  );
}

interface BulkDialogProps {
  rows: readonly ManagedSubsidy[];
  decision: Decision;
  filters: Filters;
  start: ReturnType<typeof useStartBulk>['mutateAsync'];
  onStarted: (id: string) => void;
  onClose: () => void;
}

function BulkDialog({ rows: selectedRows, decision, filters, start, onStarted, onClose }: BulkDialogProps) {
  const t = useT();
  const format = useFormat();
  const isRejecting = decision === 'rejected';
  const explained = useExplained(selectedRows, filters);
  const limit = useQuery({ ...ownPostsQuery, enabled: !isRejecting }).data?.limits?.alone ?? null;
  const [onlyMeeting, setOnlyMeeting] = useState(false);
  const [reason, setReason] = useState('');
  const [reasonSw, setReasonSw] = useState('');
  const [isReasonMissing, setIsReasonMissing] = useState(false);
  const [isStarting, setIsStarting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const failing = explained.filter(({ eligibility }) => eligibility?.meets === false);
  const rows = onlyMeeting ? explained.filter((row) => !failing.includes(row)) : explained;
  const begin = async () => {
    setIsReasonMissing(isRejecting && !reason.trim());
    if ((isRejecting && !reason.trim()) || rows.length === 0) return;
    setFailure(null);
    setIsStarting(true);
    try {
      const selected = rows.map(({ _id, revision }) => ({ _id, revision }));
      const job = await start({
        body: {
          status: decision,
          reason: reason.trim() || undefined,
          reasonSw: reasonSw.trim() || undefined,
          rows: selected,
        },
      });
      onStarted(job._id);
    } catch (error) {
      setFailure(detailOf(error, t) ?? t('subsidies.error.decide'));
      setIsStarting(false);
    }
  };
  return (
    <Dialog
      open
      wide
      onClose={() => !isStarting && onClose()}
      title={t(isRejecting ? 'subsidies.bulk.rejectQuestion' : 'subsidies.bulk.question', {
        count: rows.length,
      })}
      text={t(isRejecting ? 'subsidies.bulk.rejectText' : 'subsidies.bulk.text', {
        amount: format.money(sum(rows)),
      })}
    >
      <p role="alert" className="mb-4 font-semibold text-clay empty:hidden">
        {failure}
      </p>
      {isRejecting && (
        <div className="mb-4 space-y-4">
          <LazyTemplateSelect
            kind="rejection"
            getText={(language) => (language === 'sw' ? reasonSw : reason)}
            onText={(text, language) => (language === 'sw' ? setReasonSw : setReason)(text)}
          />
          <TextArea
            label={t('subsidies.bulk.reason')}
            hint={`${t('subsidies.decide.rejectHint')} ${t('subsidies.bulk.placeholders')}`}
            rows={3}
            required
            maxLength={MAX_DECISION_REASON_LENGTH}
            value={reason}
            error={isReasonMissing && !reason.trim() ? t('subsidies.bulk.reasonNeeded') : undefined}
            onChange={(event) => setReason(event.target.value)}
          />
          <KiswahiliField
            label={t('subsidies.decide.reasonSw')}
            open={reasonSw !== ''}
            value={reasonSw}
            onChange={(event) => setReasonSw(event.target.value)}
          />
        </div>
      )}
      {!isRejecting && limit !== null && (
        <p className="mb-4 text-sm font-semibold">
          {t('subsidies.approval.bulk', { limit: format.money(limit) })}
        </p>
      )}
      {!isRejecting && failing.length > 0 && (
        <Checkbox
          label={t('subsidies.bulk.onlyMeeting', { count: failing.length })}
          checked={onlyMeeting}
          onChange={(event) => setOnlyMeeting(event.target.checked)}
        />
      )}
      <ul className="max-h-[45dvh] divide-y divide-line overflow-auto">
        {rows.map((row) => (
          <BulkRow key={row._id} row={row} />
        ))}
      </ul>
      <DialogActions>
        <Button data-autofocus={isRejecting ? undefined : true} onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button
          variant={isRejecting ? 'danger' : 'main'}
          busy={isStarting}
          busyLabel={t(isRejecting ? 'subsidies.decide.rejecting' : 'subsidies.bulk.approving')}
          onClick={() => void begin()}
        >
          {t(isRejecting ? 'subsidies.manage.reject' : 'subsidies.manage.approve')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function BulkRow({ row }: { row: ManagedSubsidy }) {
  const t = useT();
  const format = useFormat();
  const { eligibility } = row;
  return (
    <li className="flex items-start gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{row.name}</p>
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
      </div>
      <span className="num text-right">{format.money(row.amount)}</span>
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
