import type { ManagedSubsidy, ReturnField } from '@ardhi/contract';
import { MAX_DECISION_REASON_LENGTH } from '@ardhi/contract/limits';
import { Controller } from 'react-hook-form';
import { checkText } from '../../lib/forms/checks.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Checkbox, TextArea } from '../../ui/forms/field.tsx';
import { FieldError } from '../../ui/forms/field-frame.tsx';
import { fieldsOf } from '../../ui/forms/form.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { CaseTemplate } from './case-template.tsx';
import { KiswahiliField } from './kiswahili-field.tsx';
import { RETURN_FIELD_LABELS } from './returned.tsx';
import { useReturnApplication } from './writes.ts';

const FIELDS = Object.keys(RETURN_FIELD_LABELS) as ReturnField[];

/** Returns an application for correction. It stays pending. */
export function ReturnDialog({
  row,
  onReturned,
  onClose,
}: {
  row: ManagedSubsidy;
  /** Called with the returned row. */
  onReturned?: (row: ManagedSubsidy) => void;
  onClose: () => void;
}) {
  const t = useT();
  const returnApplication = useReturnApplication();
  return (
    <FormDialog<{ fields: ReturnField[]; reason: string; reasonSw: string }>
      title={t('subsidies.return.title', { name: row.name })}
      text={t('subsidies.return.text')}
      values={{ fields: [], reason: '', reasonSw: '' }}
      send={async ({ fields, reason, reasonSw }) => {
        const returned = await returnApplication.mutateAsync({
          params: { id: row._id },
          body: {
            fields,
            reason: reason.trim(),
            reasonSw: reasonSw.trim() || undefined,
            revision: row.revision,
          },
        });
        toast.done(t('subsidies.return.done', { name: row.name }));
        onReturned?.(returned);
      }}
      failed={t('subsidies.error.return')}
      submit={t('subsidies.return.send')}
      busy={t('subsidies.return.sending')}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Controller
            control={form.control}
            name="fields"
            rules={{ validate: (value) => value.length > 0 || t('subsidies.return.none') }}
            render={({ field: { value, onChange }, fieldState: { error } }) => (
              <fieldset aria-invalid={error ? true : undefined} aria-describedby="return-fields-error">
                <legend className="required-mark font-semibold">{t('subsidies.return.fields')}</legend>
                {FIELDS.map((name) => (
                  <Checkbox
                    key={name}
                    name="fields"
                    label={t(RETURN_FIELD_LABELS[name])}
                    checked={value.includes(name)}
                    onChange={(event) =>
                      onChange(
                        FIELDS.filter((one) => (one === name ? event.target.checked : value.includes(one))),
                      )
                    }
                  />
                ))}
                <FieldError id="return-fields-error">{error?.message}</FieldError>
              </fieldset>
            )}
          />
          <CaseTemplate
            kind="return"
            row={row}
            getText={() => form.getValues('reason')}
            onText={(text) => form.setValue('reason', text, { shouldDirty: true })}
          />
          <TextArea
            label={t('subsidies.return.reason')}
            hint={t('subsidies.decide.rejectHint')}
            rows={3}
            maxLength={MAX_DECISION_REASON_LENGTH}
            required
            {...fieldsOf(form)('reason', { validate: (value) => checkText(value, t) })}
          />
          <KiswahiliField label={t('subsidies.decide.reasonSw')} {...form.register('reasonSw')} />
        </>
      )}
    </FormDialog>
  );
}
