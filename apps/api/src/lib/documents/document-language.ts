import type { Language } from '@ardhi/contract';
import type { FastifyRequest } from 'fastify';
import { languageOf } from '../text/i18n.ts';

/** Language of the Accept-Language header, else the user's own setting. */
export function documentLanguage(request: FastifyRequest, user: { language: Language }): Language {
  const header = request.headers['accept-language'];
  return header && /(^|[\s,])(en|sw)\b/i.test(header) ? languageOf(header) : user.language;
}

/** Number and date formats in documents. */
export interface DocumentFormat {
  number(value: number, maxDecimals?: number, minDecimals?: number): string;
  date(date: string, style?: 'long' | 'medium'): string;
}

export function documentFormat(language: Language): DocumentFormat {
  return {
    number: (value, maximumFractionDigits = 1, minimumFractionDigits = 0) =>
      new Intl.NumberFormat(`${language}-KE`, { minimumFractionDigits, maximumFractionDigits }).format(value),
    date: (date, style) => longDate(language, date, style),
  };
}

export function longDate(language: Language, date: string, dateStyle: 'long' | 'medium' = 'long'): string {
  const format = new Intl.DateTimeFormat(`${language}-KE`, { dateStyle, timeZone: 'UTC' });
  return format.format(new Date(`${date}T00:00:00Z`));
}
