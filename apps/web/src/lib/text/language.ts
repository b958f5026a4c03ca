/** Page language: the server reads it from the cookie `lang`, which stores the visitor's choice for a year. */
import type { Language } from '@ardhi/contract';

export type { Language };

export const LANGUAGES: readonly Language[] = ['en', 'sw'];

/** Each language's own name, not translated. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', sw: 'Kiswahili' };

const COOKIE = 'lang';
const ONE_YEAR_SECONDS = 31_536_000;

let current: Language = 'en';

/** For code outside components, such as the API client. Components use `useLanguage()`. */
export function currentLanguage(): Language {
  return current;
}

export function setCurrentLanguage(language: Language): void {
  current = language;
}

export function isLanguage(value: unknown): value is Language {
  return value === 'en' || value === 'sw';
}

/** The language in the cookie, if the visitor has chosen one. */
export function chosenLanguage(): Language | undefined {
  const value = /(?:^|;\s*)lang=([a-z]+)/.exec(document.cookie)?.[1];
  return isLanguage(value) ? value : undefined;
}

/** The language of a prerendered page, which embeds its messages. */
export function servedLanguage(): Language | undefined {
  const { dataset, lang } = document.documentElement;
  return dataset.prerendered !== undefined && isLanguage(lang) ? lang : undefined;
}

/** First supported browser language; the same rule as the server's for Accept-Language. */
export const preferredLanguage = (tags: readonly string[]): Language =>
  tags.map((tag) => tag.split('-')[0]?.toLowerCase()).find(isLanguage) ?? 'en';

export function rememberLanguage(language: Language): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in the older browsers of small phones
  document.cookie = `${COOKIE}=${language}; Path=/; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax${secure}`;
}
