import { describe, expect, it } from 'vitest';
import { daysPerMonth, formatDay, parseDay } from './dates.ts';

describe('dates', () => {
  it('are numbers of days that can be subtracted', () => {
    expect(parseDay('1970-01-01')).toBe(0);
    expect(parseDay('2025-03-31') - parseDay('2023-04-02')).toBe(729);
    expect(formatDay(parseDay('2024-02-29'))).toBe('2024-02-29');
    expect(formatDay(parseDay('1900-01-01') - 1)).toBe('1899-12-31');
  });

  it.each([
    '2023-02-29',
    '1900-02-29',
    '2024-13-01',
    '2024-04-31',
    '2024-00-10',
    '2024-4-1',
    '',
    '2024-04-01T00:00',
  ])('reject %s', (text) => {
    expect(() => parseDay(text)).toThrow(RangeError);
  });

  it.each([
    ['2024-02-29', '2024-02-29'],
    ['2023-04-02', '2025-03-31'],
    ['2023-12-31', '2024-03-01'],
    ['2024-06-15', '2024-06-20'],
  ])('count the days of each month from %s to %s', (from, to) => {
    const expected = new Array<number>(12).fill(0);
    for (let day = parseDay(from); day <= parseDay(to); day += 1) {
      expected[Number(formatDay(day).slice(5, 7)) - 1]! += 1;
    }
    expect(daysPerMonth(parseDay(from), parseDay(to))).toEqual(expected);
  });
});
