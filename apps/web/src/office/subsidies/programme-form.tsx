import type { ManagedSubsidy } from '@ardhi/contract';
import { MAX_NAME_LENGTH, MAX_SUBSIDY_DESCRIPTION_LENGTH } from '@ardhi/contract/limits';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { newId } from '../../lib/device/id.ts';
import { checkDate, checkMoney, checkText } from '../../lib/forms/checks.ts';
import { isStale } from '../../lib/http/error-kinds.ts';
import { problemOf } from '../../lib/http/problem-text.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Disclosure } from '../../ui/controls/disclosure.tsx';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { DateField } from '../../ui/forms/date-field.tsx';
import { MoneyField, TextArea, TextField } from '../../ui/forms/field.tsx';
import { Form, fieldsOf, useUnsavedGuard } from '../../ui/forms/form.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { hasRules, type ProgrammeValues, programmeBody, programmeValues } from './programme-values.ts';
import { RulesFields } from './rules-fields.tsx';
import { useCreateProgramme, useUpdateSubsidy } from './writes.ts';

/** Creates or edits a programme. */
export function ProgrammeFormDialog({
  programme,
  onClose,
}: {
  programme?: ManagedSubsidy;
  onClose: () => void;
}) {
  const t = useT();
  const create = useCreateProgramme();
  const update = useUpdateSubsidy();
  const form = useForm<ProgrammeValues>({ defaultValues: programmeValues(programme) });
  const [rowId] = useState(newId);
  const [revision, setRevision] = useState(programme?.revision);
  const [rulesOpen, setRulesOpen] = useState(hasRules(programmeValues(programme)));
  const { isSubmitting, isDirty } = form.formState;
  const field = fieldsOf(form);
  const mayLeave = useUnsavedGuard(isDirty);
  const close = async () => {
    if (!isSubmitting && (await mayLeave())) onClose();
  };
  const submit = useSubmit(
    async (values: ProgrammeValues) => {
      const body = programmeBody(values);
      if (programme) await update.mutateAsync({ params: { id: programme._id }, body: { ...body, revision } });
      else await create.mutateAsync({ body: { _id: rowId, ...body } });
      toast.done(t(programme ? 'subsidies.form.saved' : 'subsidies.form.created'));
      onClose();
    },
    (error) => {
      if (isStale(error)) setRevision(undefined);
      setRulesOpen((open) => open || hasRules(form.getValues()));
      return problemOf(error, t(programme ? 'subsidies.error.update' : 'subsidies.error.create'), t);
    },
  );
  return (
    <Dialog
      open
      wide
      onClose={() => void close()}
      title={t(programme ? 'subsidies.form.editTitle' : 'subsidies.form.createTitle')}
      text={programme ? undefined : t('subsidies.form.createText')}
    >
      <Form form={form} {...submit}>
        <TextField
          label={t('subsidies.form.name')}
          maxLength={MAX_NAME_LENGTH}
          required
          {...field('name', { validate: (value) => checkText(value, t) })}
        />
        <TextArea
          label={t('subsidies.description')}
          rows={3}
          maxLength={MAX_SUBSIDY_DESCRIPTION_LENGTH}
          required
          {...field('description', { validate: (value) => checkText(value, t) })}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <MoneyField
            label={t('subsidies.form.amount')}
            hint={t('subsidies.form.amountHint')}
            required
            {...field('amount', { validate: (value) => checkMoney(value, t) })}
          />
          <DateField
            label={t('subsidies.form.closesOn')}
            hint={t('subsidies.form.closesOnHint')}
            {...field('closesOn', { validate: (value) => checkDate(value, t, false) })}
          />
          <MoneyField
            className="sm:col-span-2"
            label={t('subsidies.form.secondAbove')}
            hint={t('subsidies.form.secondAboveHint')}
            {...field('secondAbove', { validate: (value) => !value || checkMoney(value, t) })}
          />
        </div>
        <Disclosure
          summary={t('subsidies.form.rules')}
          open={rulesOpen}
          onToggle={(event) => setRulesOpen(event.currentTarget.open)}
          className="border-y border-line py-1"
        >
          <RulesFields form={form} />
        </Disclosure>
        <Disclosure
          lazy
          summary={t('forms.kiswahili')}
          open={Boolean(programme?.nameSw || programme?.descriptionSw) || undefined}
          className="border-b border-line py-1"
        >
          <div className="space-y-5 py-2">
            <p className="text-sm text-muted">{t('forms.kiswahiliHint')}</p>
            <TextField
              label={t('subsidies.form.nameSw')}
              lang="sw"
              maxLength={MAX_NAME_LENGTH}
              {...field('nameSw')}
            />
            <TextArea
              label={t('subsidies.form.descriptionSw')}
              lang="sw"
              rows={3}
              maxLength={MAX_SUBSIDY_DESCRIPTION_LENGTH}
              {...field('descriptionSw')}
            />
          </div>
        </Disclosure>
        <DialogActions>
          <Button onClick={() => void close()}>{t('ui.cancel')}</Button>
          <Button
            type="submit"
            variant="main"
            busy={isSubmitting}
            busyLabel={t(programme ? 'forms.saving' : 'subsidies.form.creating')}
          >
            {t(programme ? 'subsidies.form.save' : 'subsidies.form.create')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
