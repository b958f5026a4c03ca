import { problemLine } from '../../../lib/http/problem-text.ts';
import { useT } from '../../../lib/text/i18n.tsx';
import { useConfirm } from '../../../ui/feedback/confirm.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { useDeleteParcel, useRestoreParcel } from '../writes.ts';

/** Restores a deleted parcel; returns whether it succeeded. */
export function useRestoreWithToast(): (id: string, name: string) => Promise<boolean> {
  const t = useT();
  const restore = useRestoreParcel();
  return async (id, name) => {
    try {
      await restore.mutateAsync({ params: { id }, body: {} });
      toast.done(t('land.restored', { name }));
      return true;
    } catch (error) {
      toast.failed(problemLine(error, t('land.error.restore'), t));
      return false;
    }
  };
}

/** Asks with the text of the specification, deletes and offers Undo. Returns whether the parcel was deleted. */
export function useRemoveParcel(): (parcel: { _id: string; name: string }) => Promise<boolean> {
  const t = useT();
  const confirm = useConfirm();
  const remove = useDeleteParcel();
  const restore = useRestoreWithToast();
  return async ({ _id: id, name }) => {
    const isConfirmed = await confirm({
      title: t('land.deleteQuestion'),
      text: t('land.deleteText', { name }),
      action: t('land.delete'),
    });
    if (!isConfirmed) return false;
    try {
      await remove.mutateAsync({ params: { id } });
      toast.done(t('land.deleted', { name }), {
        action: { label: t('ui.undo'), onAction: () => void restore(id, name) },
      });
      return true;
    } catch (error) {
      toast.failed(problemLine(error, t('land.error.delete'), t));
      return false;
    }
  };
}
