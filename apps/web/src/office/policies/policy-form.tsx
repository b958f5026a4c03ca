import type { Policy, PolicyStatus } from '@ardhi/contract';
import { MAX_CONTENT_LENGTH, MAX_NAME_LENGTH } from '@ardhi/contract/limits';
import { useState } from 'react';
import { newId } from '../../lib/device/id.ts';
import { checkText } from '../../lib/forms/checks.ts';
import { isStale } from '../../lib/http/error-kinds.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { Disclosure } from '../../ui/controls/disclosure.tsx';
import { DateField } from '../../ui/forms/date-field.tsx';
import { SelectField, TextArea, TextField } from '../../ui/forms/field.tsx';
import { fieldsOf } from '../../ui/forms/form.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { useCreatePolicy, useEditPolicy } from './writes.ts';

interface PolicyFormProps {
  /** The policy to edit; absent to create one. */
  policy?: Policy;
  onSaved: (id: string) => void;
  onClose: () => void;
}

interface Fields {
  title: string;
  description: string;
  status: PolicyStatus;
  effectiveDate: string;
  titleSw: string;
  descriptionSw: string;
}

/** The dialog to create or edit a policy. */
export function PolicyForm({ policy, onSaved, onClose }: PolicyFormProps) {
  const t = useT();
  const save = useSavePolicy(policy);
  const filled = (text: string) => checkText(text, t);
  return (
    <FormDialog<Fields>
      title={t(policy ? 'policies.editTitle' : 'policies.create')}
      values={{
        title: policy?.title ?? '',
        description: policy?.description ?? '',
        status: policy?.status ?? 'Draft',
        effectiveDate: policy?.effectiveDate ?? '',
        titleSw: policy?.titleSw ?? '',
        descriptionSw: policy?.descriptionSw ?? '',
      }}
      send={async (fields) => {
        const saved = await save(fields);
        onSaved(saved._id);
      }}
      failed={t(policy ? 'policies.error.update' : 'policies.error.create')}
      submit={t(policy ? 'policies.save' : 'policies.create')}
      busy={t(policy ? 'forms.saving' : 'policies.creating')}
      onClose={onClose}
    >
      {(form) => {
        const field = fieldsOf(form);
        return (
          <>
            <TextField
              label={t('policies.field.title')}
              required
              maxLength={MAX_NAME_LENGTH}
              {...field('title', { validate: filled })}
            />
            <TextArea
              label={t('policies.field.description')}
              required
              rows={6}
              maxLength={MAX_CONTENT_LENGTH}
              {...field('description', { validate: filled })}
            />
            <div className="grid gap-5 sm:grid-cols-2">
              <SelectField
                label={t('policies.field.status')}
                hint={t('policies.field.statusHint')}
                options={[
                  { value: 'Draft', label: t('policies.status.Draft') },
                  { value: 'Active', label: t('policies.status.Active') },
                ]}
                {...field('status')}
              />
              <DateField
                label={t('policies.field.effectiveDate')}
                hint={t('policies.field.effectiveDateHint')}
                {...field('effectiveDate')}
              />
            </div>
            <Disclosure
              lazy
              summary={t('forms.kiswahili')}
              open={hasKiswahili(policy) || undefined}
              className="border-y border-line py-1"
            >
              <div className="space-y-5 py-2">
                <p className="text-sm text-muted">{t('forms.kiswahiliHint')}</p>
                <TextField
                  label={t('policies.field.titleSw')}
                  lang="sw"
                  maxLength={MAX_NAME_LENGTH}
                  {...field('titleSw')}
                />
                <TextArea
                  label={t('policies.field.descriptionSw')}
                  lang="sw"
                  rows={6}
                  maxLength={MAX_CONTENT_LENGTH}
                  {...field('descriptionSw')}
                />
              </div>
            </Disclosure>
          </>
        );
      }}
    </FormDialog>
  );
}

const hasKiswahili = (policy: Policy | undefined) => Boolean(policy?.titleSw || policy?.descriptionSw);

/** Optimistic concurrency: a stale revision is rejected and reported once; saving again overwrites. */
function useSavePolicy(policy: Policy | undefined): (fields: Fields) => Promise<Policy> {
  const create = useCreatePolicy();
  const edit = useEditPolicy();
  const [newPolicyId] = useState(newId);
  const [revision, setRevision] = useState(policy?.revision);
  return async (fields) => {
    if (!policy) return create.mutateAsync({ body: { _id: newPolicyId, ...fields } });
    try {
      return await edit.mutateAsync({ params: { id: policy._id }, body: { ...fields, revision } });
    } catch (error) {
      if (isStale(error)) setRevision(undefined);
      throw error;
    }
  };
}
