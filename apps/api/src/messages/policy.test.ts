import { describe, expect, it } from 'vitest';
import type { SignedInUser } from '../lib/session.ts';
import { assertConfirmed, channelFits, partnerRole } from './policy.ts';

describe('a channel', () => {
  it('fits the roles it is named after, in either order', () => {
    expect(channelFits('government-farmer', 'farmer', 'government')).toBe(true);
    expect(channelFits('government-farmer', 'government', 'farmer')).toBe(true);
    expect(channelFits('government-farmer', 'farmer', 'farmer')).toBe(false);
    expect(channelFits('farmer-farmer', 'farmer', 'farmer')).toBe(true);
    expect(channelFits('general', 'government', 'government')).toBe(true);
  });

  it('has partners of one role, of either, or none', () => {
    expect(partnerRole('government-farmer', 'farmer')).toBe('government');
    expect(partnerRole('general', 'farmer')).toBeNull();
    expect(partnerRole('government-government', 'farmer')).toBeUndefined();
  });
});

describe('somebody who claims to be an official', () => {
  it('does not write before the address is confirmed', () => {
    const claimant: SignedInUser = {
      id: '1',
      sessionId: '1',
      role: 'government',
      name: 'A',
      email: 'a@gov.example',
      language: 'en',
      mustConfirmEmail: true,
      manage: false,
      mustEnrol: false,
    };
    expect(() => assertConfirmed(claimant)).toThrow('email-not-confirmed');
    expect(() => assertConfirmed({ ...claimant, mustConfirmEmail: false })).not.toThrow();
  });
});
