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
  const changedIds = new Set(entries.map(({ params }) => params.recordId));
  const removedIds = new Set(entries.filter(removesRow).map(targetOf));
  return rows.filter(({ crop, landId }) => !changedIds.has(crop._id) && !removedIds.has(landId));
}
