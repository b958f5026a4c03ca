import type { CaseNote, SubsidyDossier } from '@ardhi/contract';
import { MAX_CASE_NOTE_LENGTH } from '@ardhi/contract/limits';
import { useForm } from 'react-hook-form';
import { checkText } from '../../lib/forms/checks.ts';
import { problemOf } from '../../lib/http/problem-text.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { TextArea } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useDraft } from '../../ui/forms/use-draft.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { useAddNote } from './queries.ts';

/** Internal notes of the office on an application. */
export function Notes({ row }: { row: SubsidyDossier }) {
  const t = useT();
  if (row.kind !== 'application' || !row.notes) return null;
  return (
    <Panel title={t('cases.notes')}>
      {row.notes.length > 0 && (
        <ol className="mb-4 space-y-3">
          {row.notes.map((note) => (
            <Note key={note._id} note={note} />
          ))}
        </ol>
      )}
      {/* The farmer of a deleted account cannot be written about. Each case has its own draft. */}
      {row.applicantFacts && <AddNote key={row._id} id={row._id} />}
    </Panel>
  );
}

function Note({ note: { content, author, createdAt } }: { note: CaseNote }) {
  const t = useT();
  const format = useFormat();
  return (
    <li className="border-l-2 border-line-strong pl-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm text-muted">
        <span className="font-semibold">{author.name || t('subsidies.deletedAccount')}</span>
        <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>
      </p>
      <p className="break-words whitespace-pre-line">{content}</p>
    </li>
  );
}

function AddNote({ id }: { id: string }) {
  const t = useT();
  const add = useAddNote();
  // Outlives the form, which goes when the next case opens.
  const draft = useDraft(`case-note:${id}`, { content: '' });
  const form = useForm({ defaultValues: draft.values });
  const submit = useSubmit(
    async ({ content }: { content: string }) => {
      await add.mutateAsync({ params: { id }, body: { content } });
      draft.clear();
      form.reset(draft.given);
    },
    (error) => problemOf(error, t('cases.noteFailed'), t),
  );
  return (
    <Form form={form} {...submit} className="space-y-3">
      <TextArea
        label={t('cases.note')}
        hint={t('cases.noteHint')}
        rows={2}
        maxLength={MAX_CASE_NOTE_LENGTH}
        error={form.formState.errors.content?.message}
        {...form.register('content', {
          onChange: (event) => draft.keep({ content: event.target.value }),
          validate: (text) => checkText(text, t),
        })}
      />
      <Button type="submit" size="small" busy={add.isPending} busyLabel={t('cases.noteSaving')}>
        {t('cases.noteAdd')}
      </Button>
    </Form>
  );
}
