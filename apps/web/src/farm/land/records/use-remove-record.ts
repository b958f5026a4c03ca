import { problemLine } from '../../../lib/http/problem-text.ts';
import { useT } from '../../../lib/text/i18n.tsx';
import { useConfirm } from '../../../ui/feedback/confirm.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { useDeleteRecord } from '../writes.ts';
import type { RecordKind } from './kinds.ts';

/** Asks, deletes, says so. `what` names the record in the question: "Maize, 3 March 2026". */
export function useRemoveRecord(
  kind: RecordKind,
): (parcelId: string, recordId: string, what: string) => Promise<void> {
  const t = useT();
  const confirm = useConfirm();
  const deleteRecord = useDeleteRecord(kind);
  return async (parcelId, recordId, what) => {
    const sure = await confirm({
      title: t('land.record.deleteQuestion'),
      text: t('land.record.deleteText', { what }),
      action: t('land.delete'),
    });
    if (!sure) return;
    try {
      await deleteRecord.mutateAsync({ params: { id: parcelId, recordId } });
      toast.done(t('land.record.deleted', { what }));
    } catch (error) {
      toast.failed(problemLine(error, t('land.error.deleteRecord'), t));
    }
  };
}
