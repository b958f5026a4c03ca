import { problemLine } from '../../../lib/http/problem-text.ts';
import { useT } from '../../../lib/text/i18n.tsx';
import { useConfirm } from '../../../ui/feedback/confirm.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { useDeleteRecord } from '../writes.ts';
import type { RecordKind } from './kinds.ts';

/** Asks for confirmation and deletes the record. `what` describes it: "Maize, 3 March 2026". */
export function useRemoveRecord(
  kind: RecordKind,
): (parcelId: string, recordId: string, what: string) => Promise<void> {
  const t = useT();
  const confirm = useConfirm();
  const deleteRecord = useDeleteRecord(kind);
  return async (parcelId, recordId, what) => {
    const isConfirmed = await confirm({
      title: t('land.record.deleteQuestion'),
      text: t('land.record.deleteText', { what }),
      action: t('land.delete'),
    });
    if (!isConfirmed) return;
    try {
      await deleteRecord.mutateAsync({ params: { id: parcelId, recordId } });
      toast.done(t('land.record.deleted', { what }));
    } catch (error) {
      toast.failed(problemLine(error, t('land.error.deleteRecord'), t));
    }
  };
}
