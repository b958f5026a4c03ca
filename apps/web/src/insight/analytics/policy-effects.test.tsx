import type { Analytics, PolicyEffect } from '@ardhi/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import { PolicyEffects } from './policy-effects.tsx';

const effect: PolicyEffect = {
  policyId: '01980000-0000-7000-8000-000000000001',
  title: 'Terraces',
  status: 'Active',
  effectiveDate: '2026-01-01',
  computedOn: '2026-10-01',
  sentAt: null,
  notified: 120,
  read: 48,
  readShare: 40,
  readers: 44,
  readersChange: 3.06,
  others: 61,
  othersChange: -0.43,
};

it('says what is measured: readers against non-readers, with counts, and that it proves no cause', () => {
  renderApp(<PolicyEffects data={{ policyEffectiveness: [effect] } as unknown as Analytics} />);
  expect(screen.getByText(/does not prove that the policy caused it/)).toBeTruthy();
  const text = screen.getByRole('listitem').textContent;
  expect(text).toContain('40%');
  expect(text).toContain('48 of 120 farmers read it.');
  expect(text).toContain('Change of the mean score since 1 January 2026, of farmers who had land then');
  expect(text).toContain(
    '+3.1 points among 44 who read this or an earlier sending, −0.4 points among 61 who read none',
  );
  expect(text).toContain('Difference: +3.5 points');
});

it.each([
  ['is not in force yet', { effectiveDate: '2027-01-01' }, 'Scores are compared from 1 January 2027'],
  ['has no date', { effectiveDate: null }, 'because the policy has no effective date'],
  [
    'too few have read',
    { readers: 4 },
    'of those who had land on 1 January 2026, 4 read any sending and 61 none',
  ],
])('says why scores are not compared: the policy %s', (_, change, reason) => {
  const uncompared = { ...effect, readersChange: null, othersChange: null, ...change };
  renderApp(<PolicyEffects data={{ policyEffectiveness: [uncompared] } as unknown as Analytics} />);
  expect(screen.getByRole('listitem').textContent).toContain(reason);
});
