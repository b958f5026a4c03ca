import { describe, expect, it } from 'vitest';
import { checkDate, checkMoney, checkNumber, checkText } from './form-words.ts';
import { translate } from './messages.ts';

const t: Parameters<typeof checkText>[1] = (key, values) => translate('en', key, values);

describe('checks of forms', () => {
  it.each([
    ['15000.50', true],
    ['0', true],
    ['', 'Please fill this in.'],
    ['-1', 'At least 0.'],
    ['1.005', 'At most 2 decimals.'],
    ['ten', 'Please enter a number.'],
    ['9999999999999', 'At most 1,000,000,000,000.'],
  ])('money %j', (text, expected) => {
    expect(checkMoney(text, true, t)).toBe(expected);
  });

  it('what is optional may be empty', () => {
    expect(checkMoney(' ', false, t)).toBe(true);
    expect(checkNumber(undefined, { max: 5 }, t)).toBe(true);
    expect(checkDate('', false, t)).toBe(true);
  });

  it('text and dates', () => {
    expect(checkText('  ', t)).toBe('Please fill this in.');
    expect(checkDate('', true, t)).toBe('Please choose a date.');
    expect(checkDate('0026-01-01', false, t)).toBe('Please choose a date between 1900 and 2100.');
    expect(checkDate('2026-01-01', true, t)).toBe(true);
  });
});
