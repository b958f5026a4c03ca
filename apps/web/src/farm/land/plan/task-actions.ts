/** The record that a task writes when it is done; tasks without one are only noted. */
import { useT } from '../../../lib/text/i18n.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { answerTask, withdrawAnswer } from './answers.ts';
import type { ParcelTask } from './use-plan.ts';
import { type QuickRecord, useQuickRecord } from './use-quick-record.ts';

export function recordOf({ task }: ParcelTask): QuickRecord | null {
  switch (task.kind) {
    case 'water':
      return { kind: 'water', body: { amount: task.values.litres } };
    case 'planting-fertilizer':
    case 'top-dress':
      return { kind: 'fertilizer', body: { type: task.values.product, amount: task.values.kg } };
    default:
      return null;
  }
}

/** The parcel's last spraying, to be repeated; only while scouting, because the plan advises no spraying. */
export function sprayingAsLastTime({ task, parcel }: ParcelTask): QuickRecord | null {
  const last = parcel.pesticideUsage.at(-1);
  if (task.kind !== 'scout' || !last) return null;
  const { product, amount, unit } = last;
  return { kind: 'pesticides', body: { product, amount, unit } };
}

export function useTaskActions() {
  const t = useT();
  const quick = useQuickRecord();
  /** Ends the question, with an undo. */
  const note = (id: string, until?: string) => {
    answerTask(id, until);
    toast.done(t('plan.noted'), {
      action: { label: t('ui.undo'), onAction: () => withdrawAnswer(id) },
    });
  };
  return {
    isPending: quick.isPending,
    textOf: quick.textOf,
    note,
    async finish(item: ParcelTask): Promise<boolean> {
      const { parcel, crop, task } = item;
      const record = recordOf(item);
      if (record) return quick.record(parcel, record);
      if (task.kind === 'harvest' && crop) return quick.harvestAsExpected(parcel._id, crop);
      note(task.id);
      return true;
    },
    async spray(item: ParcelTask, spraying: QuickRecord): Promise<boolean> {
      const isDone = await quick.record(item.parcel, spraying);
      if (isDone) answerTask(item.task.id);
      return isDone;
    },
    harvestAsExpected: quick.harvestAsExpected,
    record: quick.record,
  };
}
