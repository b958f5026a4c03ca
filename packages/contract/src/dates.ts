/** Calendar dates are `YYYY-MM-DD`, in Nairobi, where every farm of this product lies. */

export const TIME_ZONE = 'Africa/Nairobi';
export const DAY_MS = 86_400_000;

const nairobi = new Intl.DateTimeFormat('en-CA', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

export function dateInNairobi(moment: Date): string {
  return nairobi.format(moment);
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
