import { describe, expect, it } from 'vitest';
import { isEmail, isOnStep } from './checks.ts';

describe('isEmail', () => {
  it('follows the browser', () => {
    expect(isEmail('a@b')).toBe(true);
    expect(isEmail(' amina@example.org ')).toBe(true);
    expect(isEmail('amina')).toBe(false);
    expect(isEmail('')).toBe(false);
  });
});

describe('isOnStep', () => {
  it('knows tenths', () => {
    expect(isOnStep(2.3, 0.1)).toBe(true);
    expect(isOnStep(0.1 + 0.2, 0.1)).toBe(true);
    expect(isOnStep(2.35, 0.1)).toBe(false);
    expect(isOnStep(0, 0.1)).toBe(true);
  });
});
