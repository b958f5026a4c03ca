import { MAX_NAME_LENGTH, OFFICE_ANSWER_WORKING_DAYS } from '@ardhi/contract/limits';
import { officeId } from '@ardhi/contract/offices';
import { paths } from '@ardhi/contract/paths';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router';
import { useParcels } from '../../farm/land/queries.ts';
import { checkText } from '../../lib/forms/checks.ts';
import { problemOf } from '../../lib/http/problem-text.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { useQueuedWrite } from '../../outbox/use-queued-write.ts';
import { calls } from '../../records/messages/calls.ts';
import { checkContent } from '../../records/messages/check-content.ts';
import { messageKeys } from '../../records/messages/keys.ts';
import { useMessageId } from '../../records/messages/use-message-id.ts';
import { Button } from '../../ui/controls/button.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { SelectField, TextArea, TextField } from '../../ui/forms/field.tsx';
import { Form, FormActions, fieldsOf } from '../../ui/forms/form.tsx';
import { useDraft } from '../../ui/forms/use-draft.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { PageHeader } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { useApplications } from '../subsidies/queries.ts';
import { officeName, placesOf, type Subject, subjectsOf } from './subjects.ts';

/** A farmer writes to the office of a county: any official there answers. Works without a network. */
export default function OfficeMessagePage() {
  const t = useT();
  const parcels = useParcels();
  const applications = useApplications().data?.rows ?? [];
  const rows = parcels.data?.rows;
  return (
    <div className="wrap max-w-3xl py-5 sm:py-8">
      <PageHeader
        title={t('messages.office.write')}
        lead={t('messages.office.lead', { days: OFFICE_ANSWER_WORKING_DAYS })}
        back={{ to: paths.messages, label: t('messages.heading') }}
      />
      <Panel>
        {rows ? (
          <OfficeMessageForm places={placesOf(rows)} subjects={subjectsOf(rows, applications, t)} />
        ) : parcels.isError ? (
          <LoadError query={parcels} headline={t('messages.office.error')} />
        ) : (
          <SkeletonText lines={6} />
        )}
      </Panel>
    </div>
  );
}

interface FormProps {
  places: readonly string[];
  subjects: readonly Subject[];
}

function OfficeMessageForm({ places, subjects }: FormProps) {
  const t = useT();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const client = useQueryClient();
  const send = useQueuedWrite('POST /messages', calls);
  const messageId = useMessageId();
  const named = search.get('about') ?? '';
  const draft = useDraft(`office:${named}`, {
    about: named,
    place: places[0] ?? '',
    subject: '',
    content: '',
  });
  const form = useForm({ defaultValues: draft.values });
  const field = fieldsOf(form);
  const chosen = subjects.find(({ key }) => key === form.watch('about'));
  const submit = useSubmit(
    async ({ place, subject, content }: typeof draft.given) => {
      const to = chosen?.place ?? place;
      const recipientId = officeId(to);
      // The entry is labelled with the recipient's name, which is known even without a network.
      client.setQueryData(messageKeys.person(recipientId), {
        _id: recipientId,
        name: officeName(to, t),
        email: '',
        role: 'government',
        office: true,
      });
      const body = {
        recipientId,
        channelType: 'government-farmer' as const,
        subject,
        content,
        about: chosen?.about,
      };
      const _id = messageId.idFor(JSON.stringify(body));
      const { answer } = await send.mutateAsync({ body: { _id, ...body }, onStored: draft.clear });
      messageId.renew();
      await navigate(paths.messageThread(answer?.threadId ?? _id));
    },
    (error) => problemOf(error, t('messages.error.send'), t),
  );
  const goesTo =
    chosen && chosen.place === null
      ? t('messages.office.ofApplication')
      : t('messages.office.to', { office: officeName(chosen?.place ?? form.watch('place'), t) });
  return (
    <Form form={form} {...submit} draft={draft}>
      {subjects.length > 0 && (
        <SelectField
          label={t('messages.about')}
          hint={chosen ? goesTo : undefined}
          placeholder={t('messages.about.none')}
          options={subjects.map(({ key, label }) => ({ value: key, label }))}
          {...field('about')}
        />
      )}
      {!chosen &&
        (places.length > 1 ? (
          <SelectField
            label={t('messages.office.which')}
            options={places.map((county) => ({ value: county, label: county }))}
            {...field('place')}
          />
        ) : (
          <p>{goesTo}</p>
        ))}
      <TextField
        label={t('messages.subject')}
        required
        maxLength={MAX_NAME_LENGTH}
        {...field('subject', { validate: (text) => checkText(text, t) })}
      />
      <TextArea
        label={t('messages.content')}
        required
        rows={6}
        {...field('content', { validate: (text) => checkContent(text, t) })}
      />
      <FormActions>
        <Button type="submit" variant="main" busy={isBusy(form)} busyLabel={t('messages.sending')}>
          {t('messages.send')}
        </Button>
      </FormActions>
    </Form>
  );
}

const isBusy = ({ formState }: { formState: { isSubmitting: boolean } }) => formState.isSubmitting;
