import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LanguageProvider } from '../../lib/text/i18n.tsx';
import { CaseWarnings } from './case-warnings.tsx';

it('shows a reset by the official, officials with one browser, and a decision before a restore', () => {
  render(
    <LanguageProvider initial="en">
      <CaseWarnings
        warnings={{
          resetAt: '2026-03-05T09:00:00.000Z',
          sameBrowser: [{ one: 'Amina', other: 'Peter' }],
          decidedBefore: { status: 'rejected', at: '2026-03-06T09:00:00.000Z' },
        }}
      />
    </LanguageProvider>,
  );
  expect(screen.getByText(/^You, or an official .* reset this farmer’s password on 5 Mar/)).toBeTruthy();
  expect(screen.getByText('Amina and Peter used the same browser within a day.')).toBeTruthy();
  expect(
    screen.getByText(/^This application was decided before the restore: rejected on 6 Mar/),
  ).toBeTruthy();
});
