/** Days as whole numbers, and moments of a day in Nairobi. */
import { DAY_MS } from '@ardhi/contract/dates';
import type { Random } from './random.ts';

/** Days since 1970-01-01, so that a period is a subtraction. */
export type Day = number;

const MINUTE_MS = 60_000;
const NAIROBI_MS = 3 * 60 * MINUTE_MS;

export function dayOf(date: string): Day {
  return Date.parse(date) / DAY_MS;
}

const dates = new Map<Day, string>();

export function dateOf(day: Day): string {
  let date = dates.get(day);
  if (date === undefined) {
    date = new Date(day * DAY_MS).toISOString().slice(0, 10);
    dates.set(day, date);
  }
  return date;
}

export const yearOf = (day: Day): number => Number(dateOf(day).slice(0, 4));

/** The day of that year: 1 is the first of January. */
export function dayOfYear(year: number, number: number): Day {
  return Date.UTC(year, 0, number) / DAY_MS;
}

/** A time of day in Nairobi, in milliseconds. */
export function momentOf(day: Day, minuteOfDay: number): number {
  return day * DAY_MS + minuteOfDay * MINUTE_MS - NAIROBI_MS;
}

/** The day in Nairobi. */
export function dayAt(milliseconds: number): Day {
  return Math.floor((milliseconds + NAIROBI_MS) / DAY_MS);
}

/** Some moment between half past six and nine in the evening. */
export function someMoment(random: Random, day: Day): number {
  return momentOf(day, random.between(6.5 * 60, 21 * 60));
}

export function isoOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
