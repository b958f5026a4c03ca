/** Next service of equipment by date or by usage hours. Pure. */
import type { EquipmentStatus, ServiceDue } from '@ardhi/contract';
import { DAY_MS } from '@ardhi/contract/dates';
import type { EquipmentRow } from './queries.ts';

export interface ServiceFacts {
  status: EquipmentStatus;
  /** Next date stated by the last service. */
  dueDate: string | null;
  intervalHours: number | null;
  /** Hours of use since the last service, or in total if there was none. */
  hoursSinceService: number;
}

const SOON_DAYS = 14;
const SOON_SHARE = 0.1;
const NOT_DUE: ServiceDue = { state: 'unknown', by: null, dueDate: null, daysLeft: null, hoursLeft: null };

export function serviceDue(facts: ServiceFacts, today: string): ServiceDue {
  if (facts.status === 'retired') return NOT_DUE;
  const daysLeft = facts.dueDate === null ? null : daysBetween(today, facts.dueDate);
  const hoursLeft =
    facts.intervalHours === null ? null : roundToHundredths(facts.intervalHours - facts.hoursSinceService);
  const found = { dueDate: facts.dueDate, daysLeft, hoursLeft };

  if (daysLeft !== null && daysLeft <= 0) return { state: 'due', by: 'date', ...found };
  if (hoursLeft !== null && hoursLeft <= 0) return { state: 'due', by: 'hours', ...found };
  if (daysLeft !== null && daysLeft <= SOON_DAYS) return { state: 'soon', by: 'date', ...found };
  if (hoursLeft !== null && hoursLeft <= SOON_SHARE * (facts.intervalHours ?? 0))
    return { state: 'soon', by: 'hours', ...found };
  return { state: daysLeft === null && hoursLeft === null ? 'unknown' : 'later', by: null, ...found };
}

type ServiceColumns = 'status' | 'due_date' | 'service_interval_hours' | 'hours_since_service';

export const serviceOf = (row: Pick<EquipmentRow, ServiceColumns>, today: string): ServiceDue =>
  serviceDue(
    {
      status: row.status as EquipmentStatus,
      dueDate: row.due_date,
      intervalHours: row.service_interval_hours,
      hoursSinceService: row.hours_since_service,
    },
    today,
  );

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

function roundToHundredths(hours: number): number {
  return Math.round(hours * 100) / 100;
}
