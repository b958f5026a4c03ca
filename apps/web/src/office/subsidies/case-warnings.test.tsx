import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LanguageProvider } from '../../lib/text/i18n.tsx';
import { CaseWarnings } from './case-warnings.tsx';

it('shows a reset by the official, and officials with one browser', () => {
  render(
    <LanguageProvider initial="en">
      <CaseWarnings
        warnings={{
          resetAt: '2026-03-05T09:00:00.000Z',
          sameBrowser: [{ one: 'Amina', other: 'Peter' }],
        }}
      />
    </LanguageProvider>,
  );
  expect(screen.getByText(/^You, or an official .* reset this farmer’s password on 5 Mar/)).toBeTruthy();
  expect(screen.getByText('Amina and Peter used the same browser within a day.')).toBeTruthy();
});
