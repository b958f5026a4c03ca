import { useState } from 'react';
import { useT } from '../../lib/text/i18n.tsx';
import type { CorrectionProps } from '../../outbox/call-screens.ts';
import { useQueuedWrite } from '../../outbox/use-queued-write.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import { TextArea } from '../../ui/forms/field.tsx';
import { calls } from './calls.ts';

/** Edits a message that the server rejected; saving replaces the queued one. */
export default function CorrectMessage({ entry, onClose }: CorrectionProps) {
  const t = useT();
  const send = useQueuedWrite('POST /messages', calls);
  const [content, setContent] = useState(String(entry.body?.content ?? ''));
  const save = async () => {
    await send.mutateAsync({ body: { ...(entry.body as { _id: string }), content } });
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={t('messages.queued.send')} text={entry.about}>
      <TextArea
        label={t('messages.content')}
        rows={6}
        value={content}
        onChange={(event) => setContent(event.target.value)}
      />
      <DialogActions>
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <Button variant="main" disabled={content.trim() === ''} onClick={() => void save()}>
          {t('messages.send')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
