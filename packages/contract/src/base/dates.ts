/** Calendar dates are `YYYY-MM-DD` in Nairobi time: all farms are in Kenya. */

export const TIME_ZONE = 'Africa/Nairobi';
export const DAY_MS = 86_400_000;

/** East Africa Time has no daylight saving time and has not changed since 1960. */
export const NAIROBI_AHEAD_MS = 3 * 60 * 60 * 1000;
const FIXED_OFFSET_FROM = Date.UTC(1960, 0, 1);
const FIXED_OFFSET_UNTIL = Date.UTC(9999, 0, 1);

/** Adds the offset: the first use of `Intl.DateTimeFormat` takes 200 ms on a slow phone. */
export function dateInNairobi(moment: Date): string {
  const time = moment.getTime();
  if (time >= FIXED_OFFSET_FROM && time < FIXED_OFFSET_UNTIL)
    return new Date(time + NAIROBI_AHEAD_MS).toISOString().slice(0, 10);
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE, ...parts }).format(moment);
}

export function today(): string {
  return dateInNairobi(new Date());
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Expects and returns a month such as `2026-11`. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}
