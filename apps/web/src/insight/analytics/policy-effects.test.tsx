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
  readersChange: 3.1,
  others: 61,
  othersChange: -0.4,
};

it('says what is measured: readers against non-readers, with counts, and that it proves no cause', () => {
  renderApp(<PolicyEffects data={{ policyEffectiveness: [effect] } as unknown as Analytics} />);
  expect(screen.getByText(/does not prove that the policy caused it/)).toBeTruthy();
  const text = screen.getByRole('listitem').textContent;
  expect(text).toContain('40%');
  expect(text).toContain('48 of 120 farmers read it.');
  expect(text).toContain('+3.1 points among 44 readers, −0.4 points among 61 non-readers');
  expect(text).toContain('Difference: +3.5 points');
});
