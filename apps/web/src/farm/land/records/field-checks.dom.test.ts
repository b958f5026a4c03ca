import { describe, expect, it } from 'vitest';
import type { Translate } from '../../../lib/text/i18n.tsx';
import { translate } from '../../../lib/text/messages.ts';
import { checkDate, checkHarvest, checkNumber, checkText, numberIn } from './field-checks.ts';

const t: Translate = (key, values) => translate('en', key, values);
const acres = { max: 1_000_000, step: 0.1 };

describe('land form checks', () => {
  it('accepts zero and sizes on the step, and rejects sizes off the step', () => {
    expect(checkNumber(0, acres, t)).toBe(true);
    expect(checkNumber(2.5, acres, t)).toBe(true);
    expect(checkNumber(2.55, acres, t)).toBe('In steps of 0.1.');
  });

  it('accepts a stored value that is off the step', () => {
    expect(checkNumber(2.4711, { ...acres, stored: 2.4711 }, t)).toBe(true);
  });

  it('rejects empty, non-numeric, negative and infinite values with specific messages', () => {
    expect(checkNumber(numberIn(' '), acres, t)).toBe('Please fill this in.');
    expect(checkNumber(numberIn('two'), acres, t)).toBe('Please enter a number, like 2.5.');
    expect(checkNumber(numberIn('-1'), acres, t)).toBe('At least 0.');
    expect(checkNumber(numberIn('1e308'), acres, t)).toBe('At most 1,000,000.');
    expect(checkNumber(numberIn('1e999'), acres, t)).toBe('Please enter a number, like 2.5.');
  });

  it('requires more than whitespace', () => {
    expect(checkText('  ', t)).toBe('Please fill this in.');
    expect(checkText('River plot', t)).toBe(true);
  });

  it('rejects a harvest before planting, and accepts the same day', () => {
    expect(checkHarvest('2026-03-02', '2026-03-01', t)).toBe('The harvest cannot be before the planting.');
    expect(checkHarvest('2026-03-02', '2026-03-02', t)).toBe(true);
    expect(checkHarvest('', '2026-03-02', t)).toBe(true);
    expect(checkHarvest('2026-03-02', '', t)).toBe('Please choose a date.');
  });

  it('accepts dates from 1900 to 2100', () => {
    expect(checkDate('1900-01-01', t)).toBe(true);
    expect(checkDate('2101-01-01', t)).toBe('A date between 1900 and 2100.');
    expect(checkDate('0026-01-01', t)).toBe('A date between 1900 and 2100.');
  });
});
