/** One-tap records: the ordinary calls, with everything filled in, and an undo that is an ordinary call too. */
import type { Crop } from '@ardhi/contract';
import { today } from '../../../lib/device/clock.ts';
import { newId } from '../../../lib/device/id.ts';
import { useT } from '../../../lib/text/i18n.tsx';
import { useQueuedWrite } from '../../../outbox/use-queued-write.ts';
import { useAction } from '../../use-action.ts';
import { calls } from '../calls.ts';
import type { BodyOf } from '../records/kinds.ts';
import { useAmounts } from '../records/use-amounts.ts';
import { useScoreAnswer } from '../score/use-score-answer.ts';

type Kind = 'water' | 'fertilizer' | 'pesticides';

export type QuickRecord = { [K in Kind]: { kind: K; body: Omit<BodyOf[K], 'date'> } }[Kind];

export function useQuickRecord() {
  const t = useT();
  const act = useAction();
  const answered = useScoreAnswer();
  const amounts = useAmounts();
  const addWater = useQueuedWrite('POST /land/{id}/water', calls);
  const addFertilizer = useQueuedWrite('POST /land/{id}/fertilizer', calls);
  const addPesticide = useQueuedWrite('POST /land/{id}/pesticides', calls);
  const removeWater = useQueuedWrite('DELETE /land/{id}/water/{recordId}', calls);
  const removeFertilizer = useQueuedWrite('DELETE /land/{id}/fertilizer/{recordId}', calls);
  const removePesticide = useQueuedWrite('DELETE /land/{id}/pesticides/{recordId}', calls);
  const confirmHarvest = useQueuedWrite('PUT /land/{id}/crops/{recordId}/harvest', calls);
  const takeHarvestBack = useQueuedWrite('PUT /land/{id}/crops/{recordId}/harvest/undo', calls);

  const textOf = (record: QuickRecord): string => {
    switch (record.kind) {
      case 'water':
        return amounts.litres(record.body.amount);
      case 'fertilizer':
        return `${record.body.type}, ${amounts.kg(record.body.amount)}`;
      case 'pesticides':
        return `${record.body.product}, ${amounts.pesticide(record.body.amount, record.body.unit ?? 'kg')}`;
    }
  };

  const undo = (run: () => Promise<unknown>) =>
    void act({ run, done: t('plan.undone'), failed: 'land.error.deleteRecord' });

  return {
    isPending: [addWater, addFertilizer, addPesticide, confirmHarvest].some(({ isPending }) => isPending),
    textOf,

    /** Resolves to whether it was recorded. */
    async record(parcel: { _id: string; name: string }, record: QuickRecord): Promise<boolean> {
      const _id = newId();
      const params = { id: parcel._id };
      const target = { params: { ...params, recordId: _id } };
      const date = today();
      const options = { done: t('plan.recorded', { what: textOf(record), place: parcel.name }) };
      switch (record.kind) {
        case 'water':
          return act({
            ...options,
            run: () =>
              answered(parcel._id, () =>
                addWater.mutateAsync({ params, body: { _id, date, ...record.body } }),
              ),
            failed: 'land.error.addWater',
            onUndo: () => undo(() => removeWater.mutateAsync(target)),
          });
        case 'fertilizer':
          return act({
            ...options,
            run: () =>
              answered(parcel._id, () =>
                addFertilizer.mutateAsync({ params, body: { _id, date, ...record.body } }),
              ),
            failed: 'land.error.addFertilizer',
            onUndo: () => undo(() => removeFertilizer.mutateAsync(target)),
          });
        case 'pesticides':
          return act({
            ...options,
            run: () =>
              answered(parcel._id, () =>
                addPesticide.mutateAsync({ params, body: { _id, date, ...record.body } }),
              ),
            failed: 'land.error.addPesticide',
            onUndo: () => undo(() => removePesticide.mutateAsync(target)),
          });
      }
    },

    /** Confirms the expected yield. */
    harvestAsExpected(parcelId: string, crop: Crop): Promise<boolean> {
      const params = { id: parcelId, recordId: crop._id };
      const { yield: expected, harvestDate, revision } = crop;
      const early = harvestDate > today() && { harvestDate: today() };
      return act({
        run: () =>
          answered(parcelId, () =>
            confirmHarvest.mutateAsync({ params, body: { yield: expected, revision, ...early } }),
          ),
        done: t('land.harvest.thanks', { crop: crop.name, amount: amounts.tonsPerHectare(expected) }),
        failed: 'land.error.harvest',
        onUndo: () =>
          undo(() => takeHarvestBack.mutateAsync({ params, body: { yield: expected, harvestDate } })),
      });
    },
  };
}
