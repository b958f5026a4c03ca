import { describe, expect, it } from 'vitest';
import { translate } from '../text/messages.ts';
import { checkDate, checkMoney, checkNumber, checkText, isEmail, isOnStep } from './checks.ts';

const t: Parameters<typeof checkText>[1] = (key, values) => translate('en', key, values);

describe('isEmail', () => {
  it('applies the browser’s rule', () => {
    expect(isEmail('a@b')).toBe(true);
    expect(isEmail(' amina@example.org ')).toBe(true);
    expect(isEmail('amina')).toBe(false);
    expect(isEmail('')).toBe(false);
  });
});

describe('isOnStep', () => {
  it('accepts multiples of 0.1 despite floating-point errors', () => {
    expect(isOnStep(2.3, 0.1)).toBe(true);
    expect(isOnStep(0.1 + 0.2, 0.1)).toBe(true);
    expect(isOnStep(2.35, 0.1)).toBe(false);
    expect(isOnStep(0, 0.1)).toBe(true);
  });
});

describe('form checks', () => {
  it.each([
    ['15000.50', true],
    ['0', true],
    ['', 'Please fill this in.'],
    ['-1', 'At least 0.'],
    ['1.005', 'At most 2 decimals.'],
    ['ten', 'Please enter a number.'],
    ['9999999999999', 'At most 1,000,000,000,000.'],
  ])('checkMoney(%j)', (text, expected) => {
    expect(checkMoney(text, t)).toBe(expected);
  });

  it('optional fields may be empty', () => {
    expect(checkMoney(' ', t, false)).toBe(true);
    expect(checkNumber(undefined, { max: 5, required: false }, t)).toBe(true);
    expect(checkDate('', t, false)).toBe(true);
  });

  it('required text and date ranges', () => {
    expect(checkText('  ', t)).toBe('Please fill this in.');
    expect(checkDate('', t)).toBe('Please choose a date.');
    expect(checkDate('0026-01-01', t, false)).toBe('Please choose a date between 1900 and 2100.');
    expect(checkDate('2026-01-01', t)).toBe(true);
  });
});
