/** Offline support for equipment: outbox screens and persisted reads. */
import type { Equipment } from '@ardhi/contract';
import { cachedRows } from '../../lib/http/cached-rows.ts';
import { type OfflinePart, pageRead, responseRead } from '../../offline/persisted-reads.ts';
import { type Correction, choiceField, type ScreensOf, type TextTools } from '../../outbox/call-screens.ts';
import type { Fields } from '../../outbox/entry.ts';
import type { calls } from './calls.ts';
import { equipmentKeys } from './keys.ts';

const inForm = (name: keyof typeof import('./corrections.tsx')): Correction => ({
  form: async () => ({ default: (await import('./corrections.tsx'))[name] }),
});

const hoursText = ({ hours }: Fields, { t, format }: TextTools) =>
  typeof hours === 'number' ? t('equipment.hoursText', { hours: format.number(hours, 2) }) : undefined;

const screens = {
  'POST /equipment': { label: 'outbox.equipment.add', correction: inForm('CorrectEquipment') },
  'PUT /equipment/{id}': {
    label: 'outbox.equipment.edit',
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
    correction: inForm('CorrectEquipment'),
  },
  'DELETE /equipment/{id}': { label: 'outbox.equipment.delete' },
  'POST /equipment/{id}/maintenance': {
    label: 'outbox.maintenance.add',
    correction: inForm('CorrectMaintenance'),
  },
  'PUT /equipment/{id}/maintenance/{recordId}': {
    label: 'outbox.maintenance.edit',
    fields: {
      date: 'equipment.maintenance.date',
      kind: 'equipment.maintenance.kind',
      description: 'equipment.maintenance.description',
      cost: 'equipment.maintenance.cost',
      nextDueDate: 'equipment.maintenance.nextDue',
    },
    correction: inForm('CorrectMaintenance'),
  },
  'DELETE /equipment/{id}/maintenance/{recordId}': { label: 'outbox.maintenance.delete' },
  'PUT /equipment/{id}/usage': {
    label: 'outbox.usage.add',
    amount: hoursText,
    correction: inForm('CorrectUsage'),
  },
  'DELETE /equipment/{id}/usage/{recordId}': { label: 'outbox.usage.delete', amount: hoursText },
} satisfies ScreensOf<typeof calls>;

const MAX_EQUIPMENT = 100;

export const equipmentOffline = {
  screens,
  overview: () => [pageRead(equipmentKeys.list, 'equipment')],
  details: (client) =>
    cachedRows<Equipment>(client, equipmentKeys.list)
      .slice(0, MAX_EQUIPMENT)
      .map(({ _id }) => responseRead(equipmentKeys.one(_id), `equipment/${_id}`)),
} satisfies OfflinePart;
