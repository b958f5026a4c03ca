import type { Correspondent } from '@ardhi/contract';
import { MAX_CONTENT_LENGTH } from '@ardhi/contract/limits';
import { SendHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { checkText } from '../../lib/forms/checks.ts';
import { problemOf } from '../../lib/http/problem-text.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { TextArea } from '../../ui/forms/field.tsx';
import { Form, type FormProblem } from '../../ui/forms/form.tsx';
import { useReplyDraft } from './drafts.ts';
import { useMessageId } from './use-message-id.ts';
import { useSendMessage } from './writes.ts';

export function ReplyForm({ threadId, partner }: { threadId: string; partner: Correspondent }) {
  const t = useT();
  const send = useSendMessage();
  const messageId = useMessageId();
  const [draft, persistDraft] = useReplyDraft(threadId);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const form = useForm({ defaultValues: { content: draft } });
  const { errors, isSubmitting } = form.formState;
  const submit = async ({ content }: { content: string }) => {
    setProblem(null);
    try {
      await send.mutateAsync({
        body: { _id: messageId.idFor(content), threadId, content },
        onStored: () => persistDraft(''),
      });
      messageId.renew();
      form.reset({ content: '' });
      form.setFocus('content');
    } catch (error) {
      persistDraft(content);
      setProblem(problemOf(error, t('messages.error.reply'), t));
    }
  };
  return (
    <Form form={form} onSubmit={submit} problem={problem} className="space-y-3">
      <TextArea
        label={t('messages.replyTo', { name: partner.name })}
        rows={3}
        error={errors.content?.message}
        {...form.register('content', {
          onChange: (event) => persistDraft(event.target.value),
          validate: {
            filled: (text) => checkText(text, t),
            short: (text) =>
              text.length <= MAX_CONTENT_LENGTH ||
              t('messages.tooLong', { maximum: MAX_CONTENT_LENGTH, count: text.length }),
          },
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
