import { useCallback } from 'react';
import { useLanguage } from '../../../lib/text/i18n.tsx';

const LOCALES = { en: 'en-KE', sw: 'sw-KE' };

/** Formats `2026-11` or a date in it as "November 2026", or "Nov 2026" if short. */
export function useMonthFormat(): (date: string, style?: 'long' | 'short') => string {
  const { language } = useLanguage();
  return useCallback(
    (date, style = 'long') =>
      new Intl.DateTimeFormat(LOCALES[language], { month: style, year: 'numeric', timeZone: 'UTC' }).format(
        new Date(`${date.slice(0, 7)}-01T00:00:00Z`),
      ),
    [language],
  );
}
