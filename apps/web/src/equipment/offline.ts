/** Equipment and its logs without a network: what each call does, how it shows before it is sent, what is persisted. */
import type { Equipment, EquipmentDetail, QueueableCall } from '@ardhi/contract';
import { answerRead, type OfflineDomain, pageRead, rowsIn } from '../offline/offline-domain.ts';
import type { Fields, Work } from '../outbox/entry.ts';
import {
  type Correction,
  choiceField,
  type Known,
  type OfflineCalls,
  type TextTools,
} from '../outbox/offline-calls.ts';
import { overlayRow } from '../outbox/overlay.ts';
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

type EquipmentCall = Extract<QueueableCall, `${string} /equipment${string}`>;

function equipmentOf({ client, entries }: Known, { params }: Work): EquipmentLike | undefined {
  const id = params.id ?? '';
  const one = client.getQueryData<EquipmentDetail>(equipmentKeys.one(id));
  const listed = rowsIn<Equipment>(client, equipmentKeys.list).find(({ _id }) => _id === id);
  return overlayRow<EquipmentLike>(one ?? listed, entries, id) ?? undefined;
}

function recordOf(known: Known, work: Work) {
  const { maintenance = [], usage = [] } = equipmentOf(known, work) ?? {};
  return [...maintenance, ...usage].find(({ _id }) => _id === work.params.recordId);
}

const hoursText = ({ hours }: Fields, { t, format }: TextTools) =>
  typeof hours === 'number' ? t('equipment.hoursText', { hours: format.number(hours, 2) }) : undefined;

type Form = keyof typeof import('./corrections.tsx');
const inForm = (name: Form): Correction => ({
  form: async () => ({ default: (await import('./corrections.tsx'))[name] }),
});

const EQUIPMENT = {
  kind: 'equipment',
  about: (known: Known, work: Work) => equipmentOf(known, work)?.name,
} as const;

const calls = {
  'POST /equipment': {
    kind: 'equipment',
    effect: 'create',
    label: 'outbox.equipment.add',
    draft: draftEquipment,
    correction: inForm('CorrectEquipment'),
  },
  'PUT /equipment/{id}': {
    ...EQUIPMENT,
    effect: 'edit',
    label: 'outbox.equipment.edit',
    base: equipmentOf,
    fields: {
      name: 'equipment.name',
      type: 'equipment.type',
      status: choiceField('equipment.status', {
        active: 'equipment.status.active',
        maintenance: 'equipment.status.maintenance',
        retired: 'equipment.status.retired',
      }),
      manufacturer: 'equipment.manufacturer',
      model: 'equipment.model',
      purchaseDate: 'equipment.purchaseDate',
      purchasePrice: 'equipment.purchasePrice',
      startingHours: 'equipment.startingHours',
      serviceIntervalHours: 'equipment.interval',
    },
    apply: editEquipment,
    correction: inForm('CorrectEquipment'),
  },
  'DELETE /equipment/{id}': {
    ...EQUIPMENT,
    effect: 'remove',
    label: 'outbox.equipment.delete',
    base: equipmentOf,
  },

  'POST /equipment/{id}/maintenance': {
    ...EQUIPMENT,
    effect: 'create',
    label: 'outbox.maintenance.add',
    apply: addMaintenance,
    correction: inForm('CorrectMaintenance'),
  },
  'PUT /equipment/{id}/maintenance/{recordId}': {
    ...EQUIPMENT,
    effect: 'edit',
    label: 'outbox.maintenance.edit',
    base: recordOf,
    fields: {
      date: 'equipment.maintenance.date',
      kind: 'equipment.maintenance.kind',
      description: 'equipment.maintenance.description',
      cost: 'equipment.maintenance.cost',
      nextDueDate: 'equipment.maintenance.nextDue',
    },
    apply: correctMaintenance,
    correction: inForm('CorrectMaintenance'),
  },
  'DELETE /equipment/{id}/maintenance/{recordId}': {
    ...EQUIPMENT,
    effect: 'remove',
    label: 'outbox.maintenance.delete',
    base: recordOf,
    apply: removeMaintenance,
  },

  'PUT /equipment/{id}/usage': {
    ...EQUIPMENT,
    effect: 'create',
    label: 'outbox.usage.add',
    amount: hoursText,
    // Hours have no name of their own: the list shows the machine's.
    base: equipmentOf,
    apply: addUsage,
    correction: inForm('CorrectUsage'),
  },
  'DELETE /equipment/{id}/usage/{recordId}': {
    ...EQUIPMENT,
    effect: 'remove',
    label: 'outbox.usage.delete',
    amount: hoursText,
    base: recordOf,
    apply: removeUsage,
  },
} satisfies OfflineCalls<EquipmentCall>;

const MAX_EQUIPMENT = 20;

export const equipmentOffline = {
  kind: 'equipment',
  byRow: true,
  calls,
  overview: () => [pageRead(equipmentKeys.list, 'equipment')],
  details: (client) =>
    rowsIn<Equipment>(client, equipmentKeys.list)
      .slice(0, MAX_EQUIPMENT)
      .map(({ _id }) => answerRead(equipmentKeys.one(_id), `equipment/${_id}`)),
} satisfies OfflineDomain;
