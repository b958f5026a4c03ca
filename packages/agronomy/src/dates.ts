import { DAY_MS } from '@ardhi/contract/dates';

/** A calendar date as days since 1970-01-01, so that a period is a subtraction. */
export type Day = number;

export function parseDay(date: string): Day {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new RangeError(`Not a date: ${date}`);
  const year = Number(date.slice(0, 4));
  const month = Number(date.slice(5, 7));
  const dayOfMonth = Number(date.slice(8));
  const isReal = month >= 1 && month <= 12 && dayOfMonth >= 1 && dayOfMonth <= daysInMonth(year, month - 1);
  if (!isReal) throw new RangeError(`Not a date: ${date}`);
  return Date.UTC(year, month - 1, dayOfMonth) / DAY_MS;
}

export function formatDay(day: Day): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Number of days of [from, to] in each calendar month, summed over all years. */
export function daysPerMonth(from: Day, to: Day): number[] {
  const counts = new Array<number>(12).fill(0);
  const first = new Date(from * DAY_MS);
  let year = first.getUTCFullYear();
  let month = first.getUTCMonth();
  let day = from;
  let monthEnd = from - first.getUTCDate() + daysInMonth(year, month);
  while (day <= to) {
    const last = Math.min(monthEnd, to);
    counts[month]! += last - day + 1;
    day = last + 1;
    month += 1;
    if (month === 12) {
      month = 0;
      year += 1;
    }
    monthEnd += daysInMonth(year, month);
  }
  return counts;
}

function daysInMonth(year: number, monthIndex: number): number {
  if (monthIndex === 1) return isLeapYear(year) ? 29 : 28;
  return monthIndex === 3 || monthIndex === 5 || monthIndex === 8 || monthIndex === 10 ? 30 : 31;
}

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}
