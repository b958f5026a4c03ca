/** Lists that leave out what queued work has dealt with. */
import type { DeletedParcel, HarvestToConfirm } from '@ardhi/contract';
import type { Entry } from '../../../outbox/entry.ts';
import { offlineCall } from '../../../outbox/offline-calls.ts';
import { removesRow, targetOf } from '../../../outbox/relations.ts';

export function overDeleted(rows: DeletedParcel[], entries: readonly Entry[]): DeletedParcel[] {
  const back = new Set(
    entries.filter(({ call }) => offlineCall(call)?.effect === 'restore').map(({ params }) => params.id),
  );
  return back.size === 0 ? rows : rows.filter(({ _id }) => !back.has(_id));
}

export function overHarvests(rows: HarvestToConfirm[], entries: readonly Entry[]): HarvestToConfirm[] {
  const changed = new Set(entries.map(({ params }) => params.recordId));
  const gone = new Set(entries.filter(removesRow).map(targetOf));
  return rows.filter(({ crop, landId }) => !changed.has(crop._id) && !gone.has(landId));
}
