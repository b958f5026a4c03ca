import type { Correspondent, Message } from '@ardhi/contract';
import { SendHorizontal } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useForm } from 'react-hook-form';
import { storage } from '../../lib/device/storage.ts';
import { problemOf } from '../../lib/http/problem-text.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { useQueuedWrite } from '../../outbox/use-queued-write.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextArea } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { calls } from './calls.ts';
import { checkContent } from './check-content.ts';
import { MessageTemplate } from './message-template.tsx';
import { useMessageId } from './use-message-id.ts';

interface ReplyFormProps {
  /** Any message of the thread, which has its subject and channel. */
  message: Message;
  partner: Correspondent;
}

export function ReplyForm({ message, partner }: ReplyFormProps) {
  const t = useT();
  const { role } = useUser();
  const { threadId, subject, channelType, names } = message;
  const send = useQueuedWrite('POST /messages', calls);
  const messageId = useMessageId();
  const [draft, persistDraft] = useReplyDraft(threadId);
  const form = useForm({ defaultValues: { content: draft } });
  const { errors, isSubmitting } = form.formState;
  const submit = useSubmit(
    async ({ content }: { content: string }) => {
      await send.mutateAsync({
        body: {
          _id: messageId.idFor(content),
          // An alias ends when both agree to show their names, perhaps before a queued reply is sent.
          ...(names && names !== 'shown' ? {} : { recipientId: partner._id }),
          subject,
          content,
          channelType,
          threadId,
        },
        onStored: () => persistDraft(''),
      });
      messageId.renew();
      form.reset({ content: '' });
      form.setFocus('content');
    },
    (error) => {
      persistDraft(form.getValues('content'));
      return problemOf(error, t('messages.error.reply'), t);
    },
  );
  return (
    <Form form={form} {...submit} className="space-y-3">
      {role === 'government' && partner.role === 'farmer' && (
        <MessageTemplate
          farmer={partner}
          getText={() => form.getValues('content')}
          onText={(text) => {
            form.setValue('content', text, { shouldDirty: true });
            persistDraft(text);
          }}
        />
      )}
      <TextArea
        label={t('messages.replyTo', { name: partner.name })}
        rows={3}
        error={errors.content?.message}
        {...form.register('content', {
          onChange: (event) => persistDraft(event.target.value),
          validate: (text) => checkContent(text, t),
        })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
            event.currentTarget.form?.requestSubmit();
        }}
      />
      <div className="flex justify-end">
        <Button
          type="submit"
          variant="main"
          className="max-sm:w-full"
          busy={isSubmitting}
          busyLabel={t('messages.sending')}
          icon={<SendHorizontal size={18} aria-hidden="true" />}
        >
          {t('messages.sendReply')}
        </Button>
      </div>
    </Form>
  );
}

/** Reply draft, persisted in localStorage per account and thread to survive a reload. */
function useReplyDraft(threadId: string): [text: string, persist: (text: string) => void] {
  const key = `draft:${useUser()._id}:${threadId}`;
  const [text, setText] = useState(() => storage.get(key) ?? '');
  const persist = useCallback(
    (next: string) => {
      setText(next);
      if (next) storage.set(key, next);
      else storage.remove(key);
    },
    [key],
  );
  return [text, persist];
}
