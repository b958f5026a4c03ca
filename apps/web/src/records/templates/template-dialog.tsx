import type { TextTemplate } from '@ardhi/contract';
import { MAX_DECISION_REASON_LENGTH, MAX_NAME_LENGTH } from '@ardhi/contract/limits';
import { placeholdersOf, type TemplateKind, unknownPlaceholders } from '@ardhi/contract/template-text';
import { checkText } from '../../lib/forms/checks.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { TextArea, TextField } from '../../ui/forms/field.tsx';
import { fieldsOf } from '../../ui/forms/form.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { useCreateTemplate, useUpdateTemplate } from './queries.ts';
import { TemplatePreview } from './template-preview.tsx';

interface Values {
  name: string;
  english: string;
  kiswahili: string;
}

/** Creates or edits a template, with a preview of both languages. */
export function TemplateDialog({
  kind,
  template,
  onClose,
}: {
  kind: TemplateKind;
  template: TextTemplate | undefined;
  onClose: () => void;
}) {
  const t = useT();
  const create = useCreateTemplate();
  const update = useUpdateTemplate();
  const placeholders = placeholdersOf(kind);
  const check = (text: string) => {
    const [unknown] = unknownPlaceholders(kind, text);
    return unknown === undefined ? checkText(text, t) : t('templates.unknown', { name: `{${unknown}}` });
  };
  return (
    <FormDialog<Values>
      title={t(template ? 'templates.editTitle' : 'templates.newTitle', {
        kind: t(`templates.kind.${kind}`),
      })}
      text={t('templates.placeholdersNote')}
      values={{
        name: template?.name ?? '',
        english: template?.english ?? '',
        kiswahili: template?.kiswahili ?? '',
      }}
      send={async (values) => {
        if (template)
          await update.mutateAsync({
            params: { id: template._id },
            body: { ...values, revision: template.revision },
          });
        else await create.mutateAsync({ body: { ...values, kind } });
        toast.done(t('templates.saved'));
      }}
      failed={t('templates.saveFailed')}
      submit={t('templates.save')}
      busy={t('templates.saving')}
      onClose={onClose}
    >
      {(form) => {
        const field = fieldsOf(form);
        const { english, kiswahili } = form.watch();
        return (
          <>
            <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
              {placeholders.map((name) => (
                <div key={name} className="contents">
                  <dt>
                    <code>{`{${name}}`}</code>
                  </dt>
                  <dd className="text-muted">{t(`templates.placeholder.${name}`)}</dd>
                </div>
              ))}
            </dl>
            <TextField
              label={t('templates.name')}
              required
              maxLength={MAX_NAME_LENGTH}
              {...field('name', { validate: (text) => checkText(text, t) })}
            />
            <TextArea
              label={t('templates.language.en')}
              required
              rows={4}
              lang="en"
              maxLength={MAX_DECISION_REASON_LENGTH}
              {...field('english', { validate: check })}
            />
            <TextArea
              label={t('templates.language.sw')}
              required
              rows={4}
              lang="sw"
              maxLength={MAX_DECISION_REASON_LENGTH}
              {...field('kiswahili', { validate: check })}
            />
            {(english || kiswahili) && (
              <section aria-label={t('templates.preview')}>
                <h3 className="mb-2 font-sans text-base">{t('templates.preview')}</h3>
                <TemplatePreview template={{ english, kiswahili }} />
              </section>
            )}
          </>
        );
      }}
    </FormDialog>
  );
}
