/** What a piece of work was, in words. */
import type { Call } from '@ardhi/contract';
import { useAmounts } from '../land/records/amounts.ts';
import { type MessageKey, useFormat, useT } from '../lib/i18n.tsx';
import type { Entry, Fields } from './entry.ts';

const WORDS: Partial<Record<Call, MessageKey>> = {
  'POST /land': 'outbox.land.add',
  'PUT /land/{id}': 'outbox.land.edit',
  'DELETE /land/{id}': 'outbox.land.delete',
  'POST /land/{id}/restore': 'outbox.land.restore',
  'POST /land/{id}/crops': 'outbox.crop.add',
  'PUT /land/{id}/crops/{recordId}': 'outbox.crop.edit',
  'PUT /land/{id}/crops/{recordId}/harvest': 'outbox.crop.harvest',
  'DELETE /land/{id}/crops/{recordId}': 'outbox.crop.delete',
  'POST /land/{id}/water': 'outbox.water.add',
  'PUT /land/{id}/water/{recordId}': 'outbox.water.edit',
  'DELETE /land/{id}/water/{recordId}': 'outbox.water.delete',
  'POST /land/{id}/fertilizer': 'outbox.fertilizer.add',
  'PUT /land/{id}/fertilizer/{recordId}': 'outbox.fertilizer.edit',
  'DELETE /land/{id}/fertilizer/{recordId}': 'outbox.fertilizer.delete',
  'POST /land/{id}/pesticides': 'outbox.pesticide.add',
  'PUT /land/{id}/pesticides/{recordId}': 'outbox.pesticide.edit',
  'DELETE /land/{id}/pesticides/{recordId}': 'outbox.pesticide.delete',
  'PUT /land/{id}/boundary': 'outbox.boundary.set',
  'DELETE /land/{id}/boundary': 'outbox.boundary.delete',
  'POST /equipment': 'outbox.equipment.add',
  'PUT /equipment/{id}': 'outbox.equipment.edit',
  'DELETE /equipment/{id}': 'outbox.equipment.delete',
  'POST /equipment/{id}/maintenance': 'outbox.maintenance.add',
  'PUT /equipment/{id}/maintenance/{recordId}': 'outbox.maintenance.edit',
  'DELETE /equipment/{id}/maintenance/{recordId}': 'outbox.maintenance.delete',
  'PUT /equipment/{id}/usage': 'outbox.usage.add',
  'DELETE /equipment/{id}/usage/{recordId}': 'outbox.usage.delete',
  'POST /subsidies': 'outbox.subsidy.apply',
  'PUT /subsidies/{id}': 'outbox.subsidy.edit',
  'DELETE /subsidies/{id}': 'outbox.subsidy.withdraw',
  'POST /messages': 'outbox.message.send',
};

/** `what` was done, and to which thing. */
export function useEntryWords(): (entry: Entry) => { what: string; details: string } {
  const t = useT();
  const format = useFormat();
  const amountOf = useAmount();
  return (entry) => {
    const row: Fields = { ...entry.base, ...entry.body };
    const key = WORDS[entry.call];
    const details = [
      textOf(row, ['name', 'product', 'type', 'subject', 'description', 'content']),
      amountOf(entry.call, row),
      typeof row.date === 'string' && format.date(row.date, 'medium'),
      entry.about !== row.name && entry.about,
    ];
    return { what: key ? t(key) : entry.call, details: details.filter(Boolean).join(' · ') };
  };
}

const LONGEST = 80;

function textOf(row: Fields, names: readonly string[]): string | undefined {
  const found = names.map((name) => row[name]).find((value) => typeof value === 'string' && value !== '');
  return typeof found === 'string' && found.length > LONGEST
    ? `${found.slice(0, LONGEST)}…`
    : (found as string);
}

/** Each in the unit that its form has. */
function useAmount(): (call: Call, row: Fields) => string | undefined {
  const t = useT();
  const format = useFormat();
  const amounts = useAmounts();
  return (call, { amount, hours, unit }) => {
    if (typeof hours === 'number') return t('equipment.hoursText', { hours: format.number(hours, 2) });
    if (typeof amount !== 'number') return undefined;
    if (call.includes('/subsidies')) return format.money(amount);
    return call.includes('/water') || unit === 'L' ? amounts.litres(amount) : amounts.kg(amount);
  };
}
