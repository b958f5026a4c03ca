import type { ManagedSubsidy } from '@ardhi/contract';
import { MAX_DECISION_REASON_LENGTH } from '@ardhi/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { checkText } from '../../lib/forms/checks.ts';
import { ApiError } from '../../lib/http/api.ts';
import { isStale } from '../../lib/http/error-kinds.ts';
import { problemOf } from '../../lib/http/problem-text.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { TextArea } from '../../ui/forms/field.tsx';
import { Form, type FormProblem, useUnsavedGuard } from '../../ui/forms/form.tsx';
import { ApprovalNote } from './approval-note.tsx';
import { CaseTemplate } from './case-template.tsx';
import { subsidyKeys } from './keys.ts';
import { KiswahiliField } from './kiswahili-field.tsx';
import { useApprovalRequirements } from './queries.ts';
import { VotesLine } from './votes.tsx';
import { useUpdateSubsidy } from './writes.ts';

export type Decision = 'approved' | 'rejected';

/**
 * A rejection requires a reason, because the farmer reads it. Optimistic concurrency: if the farmer has changed the
 * application meanwhile, the server rejects the decision and the dialog shows the new version first.
 */
export function DecisionDialog({
  row: opened,
  decision,
  onDecided,
  onClose,
}: {
  row: ManagedSubsidy;
  decision: Decision;
  /** Called with the row after the decision, or after the first of two approvals. */
  onDecided?: (row: ManagedSubsidy) => void;
  onClose: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const update = useUpdateSubsidy();
  const client = useQueryClient();
  const [row, setRow] = useState(opened);
  const form = useForm({ defaultValues: { reason: '', reasonSw: '' } });
  const mayLeave = useUnsavedGuard(form.formState.isDirty);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const [alreadyDecided, setAlreadyDecided] = useState(false);
  const isRejecting = decision === 'rejected';
  const { data: requirements } = useApprovalRequirements(row._id, !isRejecting);
  const isRefused = !isRejecting && typeof requirements?.refusal === 'string';
  const isFinal = alreadyDecided || isRefused;
  // A refusal that arrives while the official types must not remove the text.
  const hasText = !isRefused || form.formState.isDirty;
  const { name } = row;
  const close = async () => {
    if (!form.formState.isSubmitting && (await mayLeave())) onClose();
  };

  const decide = async ({ reason, reasonSw }: { reason: string; reasonSw: string }) => {
    setProblem(null);
    try {
      const answer = await update.mutateAsync({
        params: { id: row._id },
        body: {
          status: decision,
          reason: reason.trim() || undefined,
          reasonSw: (reason.trim() && reasonSw.trim()) || undefined,
          revision: row.revision,
        },
      });
      const done = isRejecting ? 'subsidies.decide.rejected' : 'subsidies.decide.approved';
      toast.done(t(answer.status === 'pending' ? 'subsidies.decide.marked' : done, { name }));
      onDecided?.(answer);
      onClose();
    } catch (error) {
      const current = error instanceof ApiError ? (error.current as ManagedSubsidy | undefined) : undefined;
      const decided = current && current.status !== 'pending' ? current.status : undefined;
      setAlreadyDecided(decided !== undefined);
      const failure = problemOf(error, t('subsidies.error.decide'), t);
      if (decided)
        setProblem({
          ...failure,
          headline: t('subsidies.decide.already', { status: t(`subsidies.status.${decided}`) }),
        });
      else if (isStale(error)) setProblem({ headline: t('subsidies.decide.changed') });
      else setProblem(failure);
      if (!current) return;
      setRow(current);
      void client.invalidateQueries({ queryKey: subsidyKeys.all });
    }
  };
  return (
    <Dialog
      open
      onClose={() => void close()}
      title={t(isRejecting ? 'subsidies.decide.rejectTitle' : 'subsidies.decide.approveTitle', { name })}
      text={
        row.applicant
          ? t('subsidies.decide.application', {
              amount: format.money(row.amount),
              name: row.applicant.name || t('subsidies.deletedAccount'),
            })
          : t('subsidies.decide.programme', { amount: format.money(row.amount) })
      }
    >
      <Form form={form} onSubmit={decide} problem={problem}>
        {row.returned && !alreadyDecided && (
          <p className="font-semibold text-ochre">{t('subsidies.decide.isReturned')}</p>
        )}
        {row.needsTwo && !alreadyDecided && <VotesLine row={row} />}
        {!isRejecting && !alreadyDecided && <ApprovalNote id={row._id} amount={row.amount} />}
        {row !== opened && !alreadyDecided && <p className="prose break-words">{row.description}</p>}
        {isRejecting && !alreadyDecided && (
          <CaseTemplate
            kind="rejection"
            row={row}
            getText={() => form.getValues('reason')}
            onText={(text) => form.setValue('reason', text, { shouldDirty: true })}
          />
        )}
        {hasText && (
          <TextArea
            label={t(isRejecting ? 'subsidies.decide.rejectReason' : 'subsidies.decide.approveReason')}
            hint={t(hintOf(row, isRejecting))}
            rows={3}
            maxLength={MAX_DECISION_REASON_LENGTH}
            required={isRejecting}
            error={form.formState.errors.reason?.message}
            {...form.register('reason', { validate: (value) => !isRejecting || checkText(value, t) })}
          />
        )}
        {hasText && <KiswahiliField label={t('subsidies.decide.reasonSw')} {...form.register('reasonSw')} />}
        <DialogActions>
          <Button onClick={() => void close()}>{t(isFinal ? 'ui.close' : 'ui.cancel')}</Button>
          {!isFinal && (
            <Button
              type="submit"
              // An approval needs no text: Enter approves.
              data-autofocus={isRejecting ? undefined : true}
              // The Enter that opened the dialog, held down, must not approve too.
              onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
              variant={isRejecting ? 'danger' : 'main'}
              busy={form.formState.isSubmitting}
              busyLabel={t(isRejecting ? 'subsidies.decide.rejecting' : 'subsidies.decide.approving')}
            >
              {t(isRejecting ? 'subsidies.manage.reject' : 'subsidies.manage.approve')}
            </Button>
          )}
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function hintOf(row: ManagedSubsidy, isRejecting: boolean) {
  if (!row.applicant) return 'subsidies.decide.rejectProgrammeHint';
  return isRejecting ? 'subsidies.decide.rejectHint' : 'subsidies.decide.approveHint';
}
