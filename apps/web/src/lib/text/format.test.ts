import { describe, expect, it } from 'vitest';
import {
  formatArea,
  formatDate,
  formatDateTime,
  formatHectares,
  formatMoney,
  formatNumber,
  formatPercent,
  formatRelative,
} from './format.ts';

describe('numbers', () => {
  it('separates thousands', () => {
    expect(formatNumber(1_234_567.891, 'en')).toBe('1,234,567.89');
    expect(formatNumber(1_200, 'sw')).toBe('1,200');
  });

  it('puts the currency before the amount and omits zero cents', () => {
    expect(formatMoney(15_000.5, 'en')).toBe('KES\u00a015,000.50');
    expect(formatMoney(15_000, 'sw')).toBe('KES\u00a015,000');
  });

  it('formats percentages', () => {
    expect(formatPercent(67, 'en')).toBe('67%');
    expect(formatPercent(66.66, 'sw', 1)).toBe('66.7%');
  });

  it('formats areas in acres and hectares', () => {
    expect(formatArea(2.5, 'en')).toBe('2.5 acres');
    expect(formatArea(1, 'en')).toBe('1 acre');
    expect(formatArea(2.5, 'sw')).toBe('ekari 2.5');
    expect(formatHectares(2.5, 'en')).toBe('1.01 hectares');
  });
});

describe.each(['en', 'sw'] as const)('matches Intl in %s for', (language) => {
  const locale = `${language}-KE`;

  it('every month and weekday', () => {
    for (let day = 0; day < 366; day += 1) {
      const moment = Date.UTC(2024, 0, 1 + day);
      const value = new Date(moment).toISOString().slice(0, 10);
      const parts = { day: 'numeric', year: 'numeric', timeZone: 'UTC' } as const;
      const written = (options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat(locale, { ...parts, ...options }).format(moment);
      expect(formatDate(value, language, 'full')).toBe(written({ month: 'long', weekday: 'long' }));
      expect(formatDate(value, language, 'medium')).toBe(written({ month: 'short' }));
    }
  });

  it('numbers of any size, with decimal rounding', () => {
    const numbers = [0, 0.004, 0.005, 1.005, 2.675, 12.5, 999.995, 1e3, 1234.5, -1234.567, 1e9, 1e-7];
    for (const figure of [...numbers, 0.1 + 0.2]) {
      for (const maximumFractionDigits of [0, 1, 2, 3]) {
        const written = new Intl.NumberFormat(locale, { maximumFractionDigits }).format(figure);
        expect(formatNumber(figure, language, maximumFractionDigits)).toBe(written);
      }
      const acres = new Intl.NumberFormat(locale, {
        style: 'unit',
        unit: 'acre',
        unitDisplay: 'long',
        maximumFractionDigits: 2,
      });
      expect(formatArea(figure, language)).toBe(acres.format(figure));
    }
  });
});

describe('dates', () => {
  it('does not shift a plain date', () => {
    expect(formatDate('2026-01-01', 'en')).toBe('1 January 2026');
    expect(formatDate('2026-01-01', 'sw')).toBe('1 Januari 2026');
    expect(formatDate('2026-12-31', 'en', 'medium')).toBe('31 Dec 2026');
    expect(formatDate('2026-11-15', 'en', 'full')).toBe('Sunday, 15 November 2026');
  });

  it('shows a timestamp in Nairobi time', () => {
    expect(formatDate('2026-01-01T22:30:00.000Z', 'en')).toBe('2 January 2026');
    expect(formatDateTime('2026-01-01T22:30:00.000Z', 'en')).toBe('2 Jan 2026, 01:30');
  });

  it('formats relative times', () => {
    const now = new Date('2026-11-15T12:00:00Z');
    expect(formatRelative('2026-11-13T11:00:00Z', 'en', now)).toBe('2 days ago');
    expect(formatRelative('2026-11-15T11:59:40Z', 'en', now)).toBe('now');
    expect(formatRelative('2026-11-15T11:00:00Z', 'sw', now)).toBe('saa 1 iliyopita');
  });
});
