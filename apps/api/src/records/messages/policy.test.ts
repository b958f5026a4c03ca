import { describe, expect, it } from 'vitest';
import { isChannelAllowed, partnerRole } from './policy.ts';

describe('a channel', () => {
  it('allows the roles it is named after, in either order', () => {
    expect(isChannelAllowed('government-farmer', 'farmer', 'government')).toBe(true);
    expect(isChannelAllowed('government-farmer', 'government', 'farmer')).toBe(true);
    expect(isChannelAllowed('government-farmer', 'farmer', 'farmer')).toBe(false);
    expect(isChannelAllowed('farmer-farmer', 'farmer', 'farmer')).toBe(true);
    expect(isChannelAllowed('general', 'government', 'government')).toBe(true);
  });

  it('has partners of one role, of any role, or none', () => {
    expect(partnerRole('government-farmer', 'farmer')).toBe('government');
    expect(partnerRole('general', 'farmer')).toBeNull();
    expect(partnerRole('government-government', 'farmer')).toBeUndefined();
  });
});
