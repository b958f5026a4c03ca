/** Numbers, money, dates and areas in words of the chosen language. Inside components: `useFormat()`. */
import type { Language } from '@ardhi/contract';
import { NAIROBI_AHEAD_MS } from '@ardhi/contract/dates';
import { HECTARES_PER_ACRE } from '@ardhi/contract/units';

const LOCALES: Record<Language, string> = { en: 'en-KE', sw: 'sw-KE' };

const relativeFormats = new Map<Language, Intl.RelativeTimeFormat>();

/**
 * In decimal, as it is written: 1.005 becomes 1.01. Both languages group and point alike. Not by the platform's formats:
 * before the first answer of one a small phone works for a fifth of a second, in which the first page waits.
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

/** KES 15,000.50, whole shillings without cents. */
export function formatMoney(shillings: number, _language: Language): string {
  const minimum = Number.isInteger(shillings) ? 0 : 2;
  // A narrow no-break space would differ between browsers; the plain no-break space keeps sum and currency together.
  return `KES\u00a0${write(shillings, { minimum })}`;
}

/** 67% from 67; nothing to show is the caller's to word. */
export function formatPercent(value: number, _language: Language, maximumFractionDigits = 0): string {
  return `${write(value, { maximum: maximumFractionDigits })}%`;
}

/** The names that the Unicode consortium gives, as every browser has them. */
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

/** A plain `YYYY-MM-DD` is that day everywhere; a timestamp is its moment in Nairobi. Its parts are read as UTC. */
function inNairobi(value: string | Date): Date {
  const time = new Date(value).getTime();
  const isPlain = typeof value === 'string' && PLAIN_DATE.test(value);
  const moment = new Date(isPlain ? time : time + NAIROBI_AHEAD_MS);
  if (Number.isNaN(moment.getTime())) throw new RangeError(`No date: ${value}`);
  return moment;
}

const dayOf = (moment: Date, months: readonly string[]) =>
  `${moment.getUTCDate()} ${months[moment.getUTCMonth()]} ${moment.getUTCFullYear()}`;

/** 15 November 2026. */
export function formatDate(
  value: string,
  language: Language,
  style: 'long' | 'medium' | 'full' = 'long',
): string {
  const moment = inNairobi(value);
  const day = dayOf(moment, (style === 'medium' ? SHORT_MONTHS : MONTHS)[language]);
  return style === 'full' ? `${WEEKDAYS[language][moment.getUTCDay()]}, ${day}` : day;
}

/** 15 Nov 2026, 14:05, as the clock on the wall in Nairobi shows it. */
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
  const words =
    relativeFormats.get(language) ?? new Intl.RelativeTimeFormat(LOCALES[language], { numeric: 'auto' });
  relativeFormats.set(language, words);
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) return words.format(Math.trunc(seconds / length), unit);
  }
  return words.format(0, 'second');
}

const UNITS = {
  acre: { en: ['acre', 'acres'], sw: 'ekari' },
  hectare: { en: ['hectare', 'hectares'], sw: 'hekta' },
} as const;

function withUnit(value: number, unit: keyof typeof UNITS, language: Language): string {
  const figure = write(value, {});
  const { en, sw } = UNITS[unit];
  return language === 'sw' ? `${sw} ${figure}` : `${figure} ${en[figure === '1' ? 0 : 1]}`;
}

/** 2.5 acres, in Kiswahili ekari 2.5. */
export const formatArea = (acres: number, language: Language) => withUnit(acres, 'acre', language);

/** The same area in hectares, for the title attribute beside `formatArea`. */
export const formatHectares = (acres: number, language: Language) =>
  withUnit(acres * HECTARES_PER_ACRE, 'hectare', language);
