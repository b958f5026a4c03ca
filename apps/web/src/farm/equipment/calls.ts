/** Calls of equipment and its logs that can be queued offline. */
import type { Equipment, EquipmentDetail, QueueableCall } from '@ardhi/contract';
import { cachedRows } from '../../lib/http/cached-rows.ts';
import type { Work } from '../../outbox/entry.ts';
import type { Known, OfflineCalls } from '../../outbox/offline-calls.ts';
import { overlayRow } from '../../outbox/overlay.ts';
import { equipmentKeys } from './keys.ts';
import {
  addMaintenance,
  addUsage,
  correctMaintenance,
  draftEquipment,
  type EquipmentLike,
  editEquipment,
  removeMaintenance,
  removeUsage,
} from './overlay.ts';

function equipmentOf({ client, entries }: Known, { params }: Work): EquipmentLike | undefined {
  const id = params.id ?? '';
  const one = client.getQueryData<EquipmentDetail>(equipmentKeys.one(id));
  const listed = cachedRows<Equipment>(client, equipmentKeys.list).find(({ _id }) => _id === id);
  return overlayRow<EquipmentLike>(one ?? listed, entries, id) ?? undefined;
}

function recordOf(known: Known, work: Work) {
  const { maintenance = [], usage = [] } = equipmentOf(known, work) ?? {};
  return [...maintenance, ...usage].find(({ _id }) => _id === work.params.recordId);
}

const EQUIPMENT = {
  kind: 'equipment',
  about: (known: Known, work: Work) => equipmentOf(known, work)?.name,
} as const;

export const calls = {
  'POST /equipment': { kind: 'equipment', effect: 'create', draft: draftEquipment },
  'PUT /equipment/{id}': { ...EQUIPMENT, effect: 'edit', base: equipmentOf, apply: editEquipment },
  'DELETE /equipment/{id}': { ...EQUIPMENT, effect: 'remove', base: equipmentOf },
  'POST /equipment/{id}/maintenance': { ...EQUIPMENT, effect: 'create', apply: addMaintenance },
  'PUT /equipment/{id}/maintenance/{recordId}': {
    ...EQUIPMENT,
    effect: 'edit',
    base: recordOf,
    apply: correctMaintenance,
  },
  'DELETE /equipment/{id}/maintenance/{recordId}': {
    ...EQUIPMENT,
    effect: 'remove',
    base: recordOf,
    apply: removeMaintenance,
  },
  // Usage records have no name: with this base the outbox shows the machine's name.
  'PUT /equipment/{id}/usage': { ...EQUIPMENT, effect: 'create', base: equipmentOf, apply: addUsage },
  'DELETE /equipment/{id}/usage/{recordId}': {
    ...EQUIPMENT,
    effect: 'remove',
    base: recordOf,
    apply: removeUsage,
  },
} satisfies OfflineCalls<Extract<QueueableCall, `${string} /equipment${string}`>>;
