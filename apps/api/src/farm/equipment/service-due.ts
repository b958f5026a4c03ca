/** When equipment needs its next service, by the calendar or by its hours. Pure. */
import type { EquipmentStatus, ServiceDue } from '@ardhi/contract';
import { DAY_MS } from '@ardhi/contract/dates';

export interface ServiceFacts {
  status: EquipmentStatus;
  /** The next date that the last service named. */
  dueDate: string | null;
  intervalHours: number | null;
  /** Hours of use since the last service; since ever where there was none. */
  hoursSinceService: number;
}

const SOON_DAYS = 14;
const SOON_SHARE = 0.1;
const NEVER: ServiceDue = { state: 'unknown', by: null, dueDate: null, daysLeft: null, hoursLeft: null };

export function serviceDue(facts: ServiceFacts, today: string): ServiceDue {
  if (facts.status === 'retired') return NEVER;
  const daysLeft = facts.dueDate === null ? null : daysBetween(today, facts.dueDate);
  const hoursLeft =
    facts.intervalHours === null ? null : hundredths(facts.intervalHours - facts.hoursSinceService);
  const found = { dueDate: facts.dueDate, daysLeft, hoursLeft };

  if (daysLeft !== null && daysLeft <= 0) return { state: 'due', by: 'date', ...found };
  if (hoursLeft !== null && hoursLeft <= 0) return { state: 'due', by: 'hours', ...found };
  if (daysLeft !== null && daysLeft <= SOON_DAYS) return { state: 'soon', by: 'date', ...found };
  if (hoursLeft !== null && hoursLeft <= SOON_SHARE * (facts.intervalHours ?? 0))
    return { state: 'soon', by: 'hours', ...found };
  return { state: daysLeft === null && hoursLeft === null ? 'unknown' : 'later', by: null, ...found };
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

function hundredths(hours: number): number {
  return Math.round(hours * 100) / 100;
}
