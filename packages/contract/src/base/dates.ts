/** Calendar dates are `YYYY-MM-DD`, in Nairobi, where every farm of this product lies. */

export const TIME_ZONE = 'Africa/Nairobi';
export const DAY_MS = 86_400_000;

/** East Africa Time has no summer time and has been the same since long before any record of a farm. */
export const NAIROBI_AHEAD_MS = 3 * 60 * 60 * 1000;
const SINCE = Date.UTC(1960, 0, 1);
const UNTIL = Date.UTC(9999, 0, 1);

/** By sum: a formatter of the platform takes a small phone a fifth of a second before it gives the first answer. */
export function dateInNairobi(moment: Date): string {
  const time = moment.getTime();
  if (time >= SINCE && time < UNTIL) return new Date(time + NAIROBI_AHEAD_MS).toISOString().slice(0, 10);
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE, ...parts }).format(moment);
}

export function today(): string {
  return dateInNairobi(new Date());
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** `2026-11` and how many months later. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}
