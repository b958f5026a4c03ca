/** Removes rows from lists that queued changes already handle. */
import type { DeletedParcel, HarvestToConfirm } from '@ardhi/contract';
import type { Entry } from '../../../outbox/entry.ts';
import { offlineCall } from '../../../outbox/offline-calls.ts';
import { removesRow, targetOf } from '../../../outbox/relations.ts';

export function overlayDeletedParcels(rows: DeletedParcel[], entries: readonly Entry[]): DeletedParcel[] {
  const restoredIds = new Set(
    entries.filter(({ call }) => offlineCall(call)?.effect === 'restore').map(({ params }) => params.id),
  );
  return restoredIds.size === 0 ? rows : rows.filter(({ _id }) => !restoredIds.has(_id));
}

export function overlayHarvests(rows: HarvestToConfirm[], entries: readonly Entry[]): HarvestToConfirm[] {
  // The last change of a crop decides: a confirmation that was taken back asks again.
  const lastCalls = new Map(entries.map(({ call, params }) => [params.recordId, call]));
  const isAnswered = (id: string) => {
    const call = lastCalls.get(id);
    return call !== undefined && call !== 'PUT /land/{id}/crops/{recordId}/harvest/undo';
  };
  const removedIds = new Set(entries.filter(removesRow).map(targetOf));
  return rows.filter(({ crop, landId }) => !isAnswered(crop._id) && !removedIds.has(landId));
}
