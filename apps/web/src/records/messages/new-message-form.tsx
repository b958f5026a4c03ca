import type { ChannelType, Recipient } from '@ardhi/contract';
import { MAX_NAME_LENGTH } from '@ardhi/contract/limits';
import { useEffect } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { checkText } from '../../lib/forms/checks.ts';
import { problemOf } from '../../lib/http/problem-text.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { useQueuedWrite } from '../../outbox/use-queued-write.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { SelectField, TextArea, TextField } from '../../ui/forms/field.tsx';
import { Form, FormActions } from '../../ui/forms/form.tsx';
import { useDraft } from '../../ui/forms/use-draft.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { calls } from './calls.ts';
import { canUseChannel, channelsOf, DEFAULT_CHANNEL } from './channels.ts';
import { checkContent } from './check-content.ts';
import { MessageTemplate } from './message-template.tsx';
import { usePerson } from './queries.ts';
import { RecipientPicker } from './recipient-picker.tsx';
import { useMessageId } from './use-message-id.ts';

interface Fields {
  recipientId: Recipient | null;
  channelType: ChannelType;
  subject: string;
  content: string;
}

const EMPTY: Fields = { recipientId: null, channelType: DEFAULT_CHANNEL, subject: '', content: '' };

interface NewMessageFormProps {
  /** Recipient id from a link. */
  to?: string;
  onSent: (threadId: string) => void;
  onCancel: () => void;
}

export function NewMessageForm({ to, onSent, onCancel }: NewMessageFormProps) {
  const t = useT();
  const { role } = useUser();
  const send = useQueuedWrite('POST /messages', calls);
  const messageId = useMessageId();
  const draft = useDraft('new', EMPTY);
  const confirm = useConfirm();
  const form = useForm<Fields>({ defaultValues: draft.values });
  const { errors, isSubmitting } = form.formState;
  const channelType = form.watch('channelType');
  const recipient = form.watch('recipientId');
  useNamedRecipient(to, (person) => form.setValue('recipientId', person));

  const submit = useSubmit(
    async ({ recipientId: recipient, ...text }: Fields) => {
      const message = { recipientId: recipient?._id ?? '', ...text };
      const _id = messageId.idFor(JSON.stringify(message));
      const { answer } = await send.mutateAsync({
        body: { _id, ...message },
        onStored: draft.clear,
      });
      messageId.renew();
      // A new thread has the id of its first message.
      onSent(answer?.threadId ?? _id);
    },
    (error) => problemOf(error, t('messages.error.send'), t),
  );
  const cancel = async () => {
    const { subject, content } = form.getValues();
    const written = subject.trim() || content.trim();
    if (written && !(await confirm({ title: t('messages.discardQuestion'), action: t('messages.discard') })))
      return;
    draft.clear();
    onCancel();
  };
  const filled = (text: string) => checkText(text, t);
  return (
    <Form form={form} {...submit} draft={draft}>
      <Controller
        control={form.control}
        name="recipientId"
        rules={{ validate: (person) => person !== null || t('messages.chooseRecipient') }}
        render={({ field }) => (
          <RecipientPicker
            value={field.value}
            onChange={field.onChange}
            channelType={channelType}
            error={errors.recipientId?.message}
          />
        )}
      />
      <SelectField
        label={t('messages.channel')}
        hint={t('messages.channelHint')}
        required
        error={errors.channelType?.message}
        options={channelsOf(role).map((value) => ({ value, label: t(`messages.channel.${value}`) }))}
        {...form.register('channelType', {
          onChange: (event) => {
            const chosen = form.getValues('recipientId');
            if (chosen && !canUseChannel(event.target.value as ChannelType, role, chosen.role))
              form.setValue('recipientId', null);
          },
        })}
      />
      <TextField
        label={t('messages.subject')}
        required
        maxLength={MAX_NAME_LENGTH}
        error={errors.subject?.message}
        {...form.register('subject', { validate: filled })}
      />
      {role === 'government' && recipient?.role === 'farmer' && (
        <MessageTemplate
          farmer={recipient}
          getText={() => form.getValues('content')}
          onText={(text) => form.setValue('content', text, { shouldDirty: true })}
        />
      )}
      <TextArea
        label={t('messages.content')}
        required
        rows={6}
        error={errors.content?.message}
        {...form.register('content', { validate: (text) => checkContent(text, t) })}
      />
      <FormActions>
        <Button onClick={() => void cancel()}>{t('messages.discard')}</Button>
        <Button type="submit" variant="main" busy={isSubmitting} busyLabel={t('messages.sending')}>
          {t('messages.send')}
        </Button>
      </FormActions>
    </Form>
  );
}

function useNamedRecipient(userId: string | undefined, choose: (person: Recipient) => void): void {
  const person = usePerson(userId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link names the person once
  useEffect(() => {
    if (person) choose(person);
  }, [person?._id]);
}
