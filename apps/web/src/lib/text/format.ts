/** Formats numbers, money, dates and areas in the chosen language. Components use `useFormat()`. */
import type { Language } from '@ardhi/contract';
import { NAIROBI_AHEAD_MS } from '@ardhi/contract/dates';
import { HECTARES_PER_ACRE } from '@ardhi/contract/units';

const LOCALES: Record<Language, string> = { en: 'en-KE', sw: 'sw-KE' };

const relativeFormats = new Map<Language, Intl.RelativeTimeFormat>();

/**
 * Decimal rounding: 1.005 becomes 1.01. Both languages use the same separators. Not `Intl.NumberFormat`: its first use
 * takes 200 ms on a low-end phone and delays the first page.
 */
function write(value: number, { minimum = 0, maximum = 2 }: { minimum?: number; maximum?: number }): string {
  const rounded = Math.round(Number(`${Math.abs(value)}e${maximum}`));
  const digits = Number.isFinite(rounded)
    ? (rounded / 10 ** maximum).toFixed(maximum)
    : Math.abs(value).toFixed(maximum);
  const [whole = '', fraction = ''] = digits.split('.');
  const shown = fraction.replace(/0+$/, '').padEnd(minimum, '0');
  const sign = value < 0 && Number(digits) > 0 ? '-' : '';
  return sign + whole.replace(/\B(?=(\d{3})+$)/g, ',') + (shown && `.${shown}`);
}

/** 1,234.5 */
export function formatNumber(value: number, _language: Language, maximumFractionDigits = 2): string {
  return write(value, { maximum: maximumFractionDigits });
}

/** KES 15,000.50; whole shillings without cents. */
export function formatMoney(shillings: number, _language: Language): string {
  const minimum = Number.isInteger(shillings) ? 0 : 2;
  // No-break space: keeps amount and currency on one line. The narrow one differs between browsers.
  return `KES\u00a0${write(shillings, { minimum })}`;
}

/** Formats 67 as 67%. */
export function formatPercent(value: number, _language: Language, maximumFractionDigits = 0): string {
  return `${write(value, { maximum: maximumFractionDigits })}%`;
}

/** Names from Unicode CLDR, the same as in browsers. */
const MONTHS = {
  en: 'January February March April May June July August September October November December'.split(' '),
  sw: 'Januari Februari Machi Aprili Mei Juni Julai Agosti Septemba Oktoba Novemba Desemba'.split(' '),
};
const SHORT_MONTHS = {
  en: 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'.split(' '),
  sw: 'Jan Feb Mac Apr Mei Jun Jul Ago Sep Okt Nov Des'.split(' '),
};
const WEEKDAYS = {
  en: 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' '),
  sw: 'Jumapili Jumatatu Jumanne Jumatano Alhamisi Ijumaa Jumamosi'.split(' '),
};

const PLAIN_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** A plain `YYYY-MM-DD` is not shifted; a timestamp is converted to Nairobi time. Read the result with UTC getters. */
function inNairobi(value: string | Date): Date {
  const time = new Date(value).getTime();
  const isPlain = typeof value === 'string' && PLAIN_DATE.test(value);
  const moment = new Date(isPlain ? time : time + NAIROBI_AHEAD_MS);
  if (Number.isNaN(moment.getTime())) throw new RangeError(`No date: ${value}`);
  return moment;
}

const dayOf = (moment: Date, months: readonly string[]) =>
  `${moment.getUTCDate()} ${months[moment.getUTCMonth()]} ${moment.getUTCFullYear()}`;

export type DateStyle = 'long' | 'medium' | 'short' | 'full';

/** 15 November 2026; short: 15 Nov. */
export function formatDate(value: string, language: Language, style: DateStyle = 'long'): string {
  const moment = inNairobi(value);
  if (style === 'short') return `${moment.getUTCDate()} ${SHORT_MONTHS[language][moment.getUTCMonth()]}`;
  const day = dayOf(moment, (style === 'medium' ? SHORT_MONTHS : MONTHS)[language]);
  return style === 'full' ? `${WEEKDAYS[language][moment.getUTCDay()]}, ${day}` : day;
}

/** 15 Nov 2026, 14:05 in Nairobi time. */
export function formatDateTime(value: string | Date, language: Language): string {
  const moment = inNairobi(value);
  return `${dayOf(moment, SHORT_MONTHS[language])}, ${moment.toISOString().slice(11, 16)}`;
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
  const format =
    relativeFormats.get(language) ?? new Intl.RelativeTimeFormat(LOCALES[language], { numeric: 'auto' });
  relativeFormats.set(language, format);
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit);
  }
  return format.format(0, 'second');
}

const UNITS = {
  acre: { en: ['acre', 'acres'], sw: 'ekari' },
  hectare: { en: ['hectare', 'hectares'], sw: 'hekta' },
} as const;

function withUnit(value: number, unit: keyof typeof UNITS, language: Language): string {
  const amount = write(value, {});
  const { en, sw } = UNITS[unit];
  return language === 'sw' ? `${sw} ${amount}` : `${amount} ${en[amount === '1' ? 0 : 1]}`;
}

/** 2.5 acres, in Kiswahili ekari 2.5. */
export const formatArea = (acres: number, language: Language) => withUnit(acres, 'acre', language);

/** The same area in hectares, for the tooltip of `formatArea`. */
export const formatHectares = (acres: number, language: Language) =>
  withUnit(acres * HECTARES_PER_ACRE, 'hectare', language);
