import { describe, expect, it } from 'vitest';
import type { Translate } from '../../../lib/text/i18n.tsx';
import { translate } from '../../../lib/text/messages.ts';
import { checkDate, checkHarvest, checkNumber, checkText, numberIn } from './field-checks.ts';

const t: Translate = (key, values) => translate('en', key, values);
const acres = { max: 1_000_000, step: 0.1 };

describe('what the land forms check', () => {
  it('accepts a size of zero and of a tenth, and refuses what is off the step', () => {
    expect(checkNumber(0, acres, t)).toBe(true);
    expect(checkNumber(2.5, acres, t)).toBe(true);
    expect(checkNumber(2.55, acres, t)).toBe('In steps of 0.1.');
  });

  it('keeps what is stored already, also off the step', () => {
    expect(checkNumber(2.4711, { ...acres, stored: 2.4711 }, t)).toBe(true);
  });

  it('refuses nothing, words, negative and endless figures with their own words', () => {
    expect(checkNumber(numberIn(' '), acres, t)).toBe('Please fill this in.');
    expect(checkNumber(numberIn('two'), acres, t)).toBe('Please enter a number, like 2.5.');
    expect(checkNumber(numberIn('-1'), acres, t)).toBe('At least 0.');
    expect(checkNumber(numberIn('1e308'), acres, t)).toBe('At most 1,000,000.');
    expect(checkNumber(numberIn('1e999'), acres, t)).toBe('Please enter a number, like 2.5.');
  });

  it('wants more than blanks', () => {
    expect(checkText('  ', t)).toBe('Please fill this in.');
    expect(checkText('River plot', t)).toBe(true);
  });

  it('refuses a harvest before the planting, and takes the same day', () => {
    expect(checkHarvest('2026-03-02', '2026-03-01', t)).toBe('The harvest cannot be before the planting.');
    expect(checkHarvest('2026-03-02', '2026-03-02', t)).toBe(true);
    expect(checkHarvest('', '2026-03-02', t)).toBe(true);
    expect(checkHarvest('2026-03-02', '', t)).toBe('Please choose a date.');
  });

  it('takes dates from 1900 to 2100', () => {
    expect(checkDate('1900-01-01', t)).toBe(true);
    expect(checkDate('2101-01-01', t)).toBe('A date between 1900 and 2100.');
    expect(checkDate('0026-01-01', t)).toBe('A date between 1900 and 2100.');
  });
});
