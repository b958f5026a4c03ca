import type { BulkEligibility, Language, ManagedSubsidy } from '@ardhi/contract';
import { MAX_BULK_DECISIONS, MAX_DECISION_REASON_LENGTH } from '@ardhi/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { ownPostsQuery } from '../../accounts/account/queries.ts';
import { problemOf } from '../../lib/http/problem-text.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { LazyTemplateSelect } from '../../records/templates/lazy-template-select.tsx';
import { Badge } from '../../ui/controls/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { Checkbox, TextArea } from '../../ui/forms/field.tsx';
import { Form, fieldsOf, useUnsavedGuard } from '../../ui/forms/form.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { BulkJobDialog, BulkJobStrip } from './bulk-job.tsx';
import type { Decision } from './decision-dialog.tsx';
import { KiswahiliField } from './kiswahili-field.tsx';
import { useBulkEligibility } from './queries.ts';
import { useStartBulk } from './writes.ts';

const sum = (rows: readonly ManagedSubsidy[]) =>
  rows.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0) / 100;

/** First come, first served: a limited budget goes to the oldest applications. */
const oldestFirst = (rows: readonly ManagedSubsidy[]) =>
  [...rows].sort((one, other) => one.createdAt.localeCompare(other.createdAt));

interface BulkBarProps {
  rows: readonly ManagedSubsidy[];
  onClear: () => void;
}

/** Summary of the selected rows with bulk approve and reject, and the progress of the official's latest bulk decision. */
export function BulkBar({ rows, onClear }: BulkBarProps) {
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
        <div className="mb-3 flex flex-wrap items-center gap-3 rounded-card bg-primary-soft px-4 py-2 max-lg:sticky max-lg:top-2 max-lg:z-10">
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
  start: ReturnType<typeof useStartBulk>['mutateAsync'];
  onStarted: (id: string) => void;
  onClose: () => void;
}

function BulkDialog({ rows: selectedRows, decision, start, onStarted, onClose }: BulkDialogProps) {
  const t = useT();
  const format = useFormat();
  const user = useUser();
  const isRejecting = decision === 'rejected';
  const rules = useBulkEligibility(
    isRejecting ? [] : selectedRows.filter(({ programmeId }) => programmeId).map(({ _id }) => _id),
  );
  const limit = useQuery({ ...ownPostsQuery, enabled: !isRejecting }).data?.limits?.alone ?? null;
  const [onlyMeeting, setOnlyMeeting] = useState(false);
  const form = useForm({ defaultValues: { reason: '', reasonSw: '' } });
  const { isDirty, isSubmitting } = form.formState;
  const mayLeave = useUnsavedGuard(isDirty);
  const eligibility = new Map(rules.data?.map((one) => [one._id, one]));
  const meets = ({ _id }: ManagedSubsidy) => eligibility.get(_id)?.meets !== false;
  const failing = selectedRows.filter((row) => !meets(row)).length;
  const rows = onlyMeeting ? selectedRows.filter(meets) : selectedRows;
  const ofOthers = rows.filter(({ assignedTo }) => assignedTo && assignedTo._id !== user._id).length;
  const close = async () => {
    if (!isSubmitting && (await mayLeave())) onClose();
  };
  const { problem, onSubmit } = useSubmit(
    async ({ reason, reasonSw }: { reason: string; reasonSw: string }) => {
      if (rows.length === 0) return;
      const job = await start({
        body: {
          status: decision,
          reason: reason.trim() || undefined,
          reasonSw: reasonSw.trim() || undefined,
          rows: rows.map(({ _id, revision }) => ({ _id, revision })),
        },
      });
      onStarted(job._id);
    },
    (error) => problemOf(error, t('subsidies.error.decide'), t),
  );
  return (
    <Dialog
      open
      wide
      onClose={() => void close()}
      title={t(isRejecting ? 'subsidies.bulk.rejectQuestion' : 'subsidies.bulk.question', {
        count: rows.length,
      })}
      text={t(isRejecting ? 'subsidies.bulk.rejectText' : 'subsidies.bulk.text', {
        amount: format.money(sum(rows)),
      })}
    >
      <div className="mb-4 space-y-4 empty:hidden">
        {ofOthers > 0 && (
          <p className="text-sm font-semibold">{t('subsidies.bulk.ofOthers', { count: ofOthers })}</p>
        )}
        {!isRejecting && limit !== null && (
          <p className="text-sm font-semibold">
            {t('subsidies.approval.bulk', { limit: format.money(limit) })}
          </p>
        )}
        {rules.isLoading && (
          <p role="status" className="text-sm text-muted">
            {t('subsidies.bulk.checking')}
          </p>
        )}
        <LoadError query={rules} headline={t('subsidies.bulk.rulesFailed')} />
        {/* Outside the form: Enter in the checkbox must not approve. */}
        {failing > 0 && (
          <Checkbox
            label={t('subsidies.bulk.onlyMeeting', { count: failing })}
            checked={onlyMeeting}
            onChange={(event) => setOnlyMeeting(event.target.checked)}
          />
        )}
      </div>
      <Form form={form} onSubmit={onSubmit} problem={problem}>
        {isRejecting && <ReasonFields form={form} />}
        <ul className="max-h-[45dvh] divide-y divide-line overflow-auto">
          {rows.map((row) => (
            <BulkRow key={row._id} row={row} eligibility={eligibility.get(row._id)} />
          ))}
        </ul>
        <DialogActions>
          <Button data-autofocus={isRejecting ? undefined : true} onClick={() => void close()}>
            {t('ui.cancel')}
          </Button>
          <Button
            type="submit"
            variant={isRejecting ? 'danger' : 'main'}
            disabled={rules.isLoading}
            busy={isSubmitting}
            busyLabel={t(isRejecting ? 'subsidies.decide.rejecting' : 'subsidies.bulk.approving')}
          >
            {t(isRejecting ? 'subsidies.manage.reject' : 'subsidies.manage.approve')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function ReasonFields({ form }: { form: UseFormReturn<{ reason: string; reasonSw: string }> }) {
  const t = useT();
  const fieldOf = (language: Language) => (language === 'sw' ? 'reasonSw' : 'reason');
  return (
    <>
      <LazyTemplateSelect
        kind="rejection"
        getText={(language) => form.getValues(fieldOf(language))}
        onText={(text, language) => form.setValue(fieldOf(language), text, { shouldDirty: true })}
      />
      <TextArea
        label={t('subsidies.bulk.reason')}
        hint={`${t('subsidies.decide.rejectHint')} ${t('subsidies.bulk.placeholders')}`}
        rows={3}
        required
        maxLength={MAX_DECISION_REASON_LENGTH}
        {...fieldsOf(form)('reason', {
          validate: (value) => value.trim() !== '' || t('subsidies.bulk.reasonNeeded'),
        })}
      />
      <KiswahiliField
        label={t('subsidies.decide.reasonSw')}
        open={form.watch('reasonSw') !== ''}
        {...fieldsOf(form)('reasonSw')}
      />
    </>
  );
}

function BulkRow({ row, eligibility }: { row: ManagedSubsidy; eligibility: BulkEligibility | undefined }) {
  const t = useT();
  const format = useFormat();
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
