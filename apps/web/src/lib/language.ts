/** The language of the page: chosen by the server from the cookie `lang`, changed by the visitor, remembered for a year. */
import type { Language } from '@ardhi/contract';

export type { Language };

export const LANGUAGES: readonly Language[] = ['en', 'sw'];

/** Each in its own words, whatever language the page is in. */
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

/** The language this visitor chose on this device, if any. */
export function chosenLanguage(): Language | undefined {
  const value = /(?:^|;\s*)lang=([a-z]+)/.exec(document.cookie)?.[1];
  return isLanguage(value) ? value : undefined;
}

/**
 * What the page starts in: a prerendered page says it on <html>. The empty page of the app may come from the device in
 * another language than the chosen one; without either the browser's wishes decide.
 */
export function initialLanguage(): Language {
  const { dataset, lang } = document.documentElement;
  const served = dataset.prerendered !== undefined && isLanguage(lang) ? lang : undefined;
  const isEmpty = document.getElementById('root')?.dataset.page === 'app';
  if (served && !isEmpty) return served;
  const wished = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage);
  return chosenLanguage() ?? served ?? wished ?? 'en';
}

export function rememberLanguage(language: Language): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in the older browsers of small phones
  document.cookie = `${COOKIE}=${language}; Path=/; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax${secure}`;
}
