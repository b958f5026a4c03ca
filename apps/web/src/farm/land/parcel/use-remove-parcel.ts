import { useT } from '../../../lib/text/i18n.tsx';
import { useQueuedWrite } from '../../../outbox/use-queued-write.ts';
import { useAction } from '../../use-action.ts';
import { calls } from '../calls.ts';

/** Asks with the text of the specification, deletes and offers Undo. Returns whether the parcel was deleted. */
export function useRemoveParcel(): (parcel: { _id: string; name: string }) => Promise<boolean> {
  const t = useT();
  const act = useAction();
  const remove = useQueuedWrite('DELETE /land/{id}', calls);
  const restore = useQueuedWrite('POST /land/{id}/restore', calls);
  return ({ _id: id, name }) =>
    act({
      question: {
        title: t('land.deleteQuestion'),
        text: t('land.deleteText', { name }),
        action: t('land.delete'),
      },
      run: () => remove.mutateAsync({ params: { id } }),
      done: t('land.deleted', { name }),
      onUndo: () =>
        void act({
          run: () => restore.mutateAsync({ params: { id }, body: {} }),
          done: t('land.restored', { name }),
          failed: 'land.error.restore',
        }),
      failed: 'land.error.delete',
    });
}
