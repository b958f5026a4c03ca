import { describe, expect, it } from 'vitest';
import { addDays, addMonths, today } from '../../../lib/device/dates.ts';
import { monthlyTotals } from './monthly-totals.ts';

describe('totals by month', () => {
  it('sums within a month and fills the gaps between months', () => {
    expect(
      monthlyTotals([
        { date: '2026-03-02', amount: 5 },
        { date: '2025-12-31', amount: 1 },
        { date: '2026-03-30', amount: 7 },
      ]),
    ).toEqual([
      { date: '2025-12-01', amount: 1 },
      { date: '2026-01-01', amount: 0 },
      { date: '2026-02-01', amount: 0 },
      { date: '2026-03-01', amount: 12 },
    ]);
  });

  it('covers at most the newest two years, even with a record from 1900', () => {
    const totals = monthlyTotals([
      { date: '1900-01-01', amount: 1 },
      { date: '2026-03-01', amount: 2 },
    ]);
    expect(totals).toHaveLength(24);
    expect(totals.at(0)?.date).toBe('2024-04-01');
  });

  it('is empty without records', () => {
    expect(monthlyTotals([])).toEqual([]);
  });
});

describe('dates', () => {
  it('uses the time zone of Nairobi', () => {
    expect(today(new Date('2026-03-31T21:30:00Z'))).toBe('2026-04-01');
  });

  it('adds days and months across years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addMonths('2026-01', -1)).toBe('2025-12');
    expect(addMonths('2026-12', 1)).toBe('2027-01');
  });
});
