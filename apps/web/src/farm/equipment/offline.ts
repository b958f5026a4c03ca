/** Offline support for equipment: outbox screens and persisted reads. */
import type { Equipment, JsonObject } from '@ardhi/contract';
import { cachedRows } from '../../lib/http/cached-rows.ts';
import { type OfflinePart, pageRead, responseRead } from '../../offline/persisted-reads.ts';
import type { CallScreens, Correction, TextTools } from '../../outbox/call-screens.ts';
import { equipmentKeys } from './keys.ts';

const inForm = (name: keyof typeof import('./corrections.tsx')): Correction => ({
  form: async () => ({ default: (await import('./corrections.tsx'))[name] }),
});

const hoursText = ({ hours }: JsonObject, { t, format }: TextTools) =>
  typeof hours === 'number' ? t('equipment.hoursText', { hours: format.number(hours, 2) }) : undefined;

const screens = {
  'POST /equipment': { correction: inForm('CorrectEquipment') },
  'PUT /equipment/{id}': { correction: inForm('CorrectEquipment') },
  'POST /equipment/{id}/maintenance': { correction: inForm('CorrectMaintenance') },
  'PUT /equipment/{id}/maintenance/{recordId}': { correction: inForm('CorrectMaintenance') },
  'PUT /equipment/{id}/usage': { amount: hoursText, correction: inForm('CorrectUsage') },
  'DELETE /equipment/{id}/usage/{recordId}': { amount: hoursText },
} satisfies CallScreens;

const MAX_EQUIPMENT = 100;

export const equipmentOffline = {
  screens,
  overview: () => [pageRead(equipmentKeys.list, 'equipment')],
  details: (client) =>
    cachedRows<Equipment>(client, equipmentKeys.list)
      .slice(0, MAX_EQUIPMENT)
      .map(({ _id }) => responseRead(equipmentKeys.one(_id), `equipment/${_id}`)),
} satisfies OfflinePart;
