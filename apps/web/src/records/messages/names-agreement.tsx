import type { Names } from '@ardhi/contract';
import { problemLine } from '../../lib/http/problem-text.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { useAgreeOnNames } from './writes.ts';

/** Asks both neighbours of an overlap for consent to show their names in the thread. */
export function NamesAgreement({ threadId, names }: { threadId: string; names: Exclude<Names, 'shown'> }) {
  const t = useT();
  const agree = useAgreeOnNames();
  const agreed = names !== 'offered';
  const send = async () => {
    try {
      await agree.mutateAsync({ params: { threadId }, body: { agreed } });
    } catch (error) {
      toast.failed(problemLine(error, t('messages.error.names'), t));
    }
  };
  return (
    <div role="status" className="border-b border-line px-4 py-3 @3xl:px-5">
      <Callout tone={names === 'asked' ? 'wait' : 'info'} headline={t(`messages.names.${names}`)}>
        <p className="text-sm">{t(`messages.names.${names}Text`)}</p>
        <Button
          size="small"
          className="mt-2"
          busy={agree.isPending}
          busyLabel={t('messages.sending')}
          onClick={() => void send()}
        >
          {t(agreed ? 'messages.names.agree' : 'messages.names.takeBack')}
        </Button>
      </Callout>
    </div>
  );
}
