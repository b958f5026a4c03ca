import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import ResetPasswordPage from './reset-password-page.tsx';

it('states the length for both roles where officials need a longer password', () => {
  const { unmount } = renderApp(<ResetPasswordPage />, { config: { governmentSignup: 'invite' } });
  expect(screen.getByText('At least 6 characters; for officials at least 10.')).toBeTruthy();
  unmount();
  renderApp(<ResetPasswordPage />);
  expect(screen.getByText('At least 6 characters.')).toBeTruthy();
});
