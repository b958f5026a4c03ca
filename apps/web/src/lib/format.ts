/** Numbers, money, dates and areas in words of the chosen language. Inside components: `useFormat()`. */
import type { Language } from '@ardhi/contract';
import { TIME_ZONE } from '@ardhi/contract/dates';
import { HECTARES_PER_ACRE } from '@ardhi/contract/units';

const LOCALES: Record<Language, string> = { en: 'en-KE', sw: 'sw-KE' };

const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();
const relativeFormats = new Map<Language, Intl.RelativeTimeFormat>();

function numbers(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options);
  let format = numberFormats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(LOCALES[language], options);
    numberFormats.set(key, format);
  }
  return format;
}

function dates(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  let format = dateFormats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(LOCALES[language], options);
    dateFormats.set(key, format);
  }
  return format;
}

/** 1,234.5 */
export function formatNumber(value: number, language: Language, maximumFractionDigits = 2): string {
  return numbers(language, { maximumFractionDigits }).format(value);
}

/** KES 15,000.50, whole shillings without cents. */
export function formatMoney(shillings: number, language: Language): string {
  const minimumFractionDigits = Number.isInteger(shillings) ? 0 : 2;
  // A narrow no-break space would differ between browsers; the plain no-break space keeps sum and currency together.
  return `KES\u00a0${numbers(language, { minimumFractionDigits, maximumFractionDigits: 2 }).format(shillings)}`;
}

/** 67% from 67; nothing to show is the caller's to word. */
export function formatPercent(value: number, language: Language, maximumFractionDigits = 0): string {
  return `${numbers(language, { maximumFractionDigits }).format(value)}%`;
}

const PLAIN_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** 15 November 2026. A plain `YYYY-MM-DD` is that day everywhere; a timestamp is its day in Nairobi. */
export function formatDate(
  value: string,
  language: Language,
  style: 'long' | 'medium' | 'full' = 'long',
): string {
  const options: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: style === 'medium' ? 'short' : 'long',
    year: 'numeric',
    ...(style === 'full' && { weekday: 'long' }),
  };
  const plain = PLAIN_DATE.exec(value);
  if (plain) {
    const midnight = Date.UTC(Number(plain[1]), Number(plain[2]) - 1, Number(plain[3]));
    return dates(language, { ...options, timeZone: 'UTC' }).format(midnight);
  }
  return dates(language, { ...options, timeZone: TIME_ZONE }).format(new Date(value));
}

/** 15 Nov 2026, 14:05, as the clock on the wall in Nairobi shows it. */
export function formatDateTime(value: string | Date, language: Language): string {
  return dates(language, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: TIME_ZONE,
  }).format(new Date(value));
}

const STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** 2 days ago; "now" below a minute. */
export function formatRelative(value: string | Date, language: Language, now: Date = new Date()): string {
  const seconds = (new Date(value).getTime() - now.getTime()) / 1000;
  const words =
    relativeFormats.get(language) ?? new Intl.RelativeTimeFormat(LOCALES[language], { numeric: 'auto' });
  relativeFormats.set(language, words);
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) return words.format(Math.trunc(seconds / length), unit);
  }
  return words.format(0, 'second');
}

/** 2.5 acres, in Kiswahili ekari 2.5. */
export function formatArea(acres: number, language: Language): string {
  return numbers(language, {
    style: 'unit',
    unit: 'acre',
    unitDisplay: 'long',
    maximumFractionDigits: 2,
  }).format(acres);
}

/** The same area in hectares, for the title attribute beside `formatArea`. */
export function formatHectares(acres: number, language: Language): string {
  return numbers(language, {
    style: 'unit',
    unit: 'hectare',
    unitDisplay: 'long',
    maximumFractionDigits: 2,
  }).format(acres * HECTARES_PER_ACRE);
}
