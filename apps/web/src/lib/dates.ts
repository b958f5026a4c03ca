export { today } from './clock.ts';

export function addDays(date: string, days: number): string {
  const moment = new Date(`${date}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}

/** `2026-11` and how many months later. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const moment = new Date(Date.UTC(year, number - 1 + months, 1));
  return moment.toISOString().slice(0, 7);
}
