import { useMemo } from 'react';
import * as format from './format.ts';
import { useLanguage } from './language-context.tsx';

/** The functions of format.ts, bound to the current language. */
export function useFormat() {
  const { language } = useLanguage();
  return useMemo(
    () => ({
      number: (value: number, maximumFractionDigits?: number) =>
        format.formatNumber(value, language, maximumFractionDigits),
      money: (shillings: number) => format.formatMoney(shillings, language),
      percent: (value: number, maximumFractionDigits?: number) =>
        format.formatPercent(value, language, maximumFractionDigits),
      date: (value: string, style?: format.DateStyle) => format.formatDate(value, language, style),
      dateTime: (value: string | Date) => format.formatDateTime(value, language),
      relative: (value: string | Date, now?: Date) => format.formatRelative(value, language, now),
      area: (acres: number) => format.formatArea(acres, language),
      hectares: (acres: number) => format.formatHectares(acres, language),
    }),
    [language],
  );
}
