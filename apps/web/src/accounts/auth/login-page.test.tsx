import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import { amina, stubResponses } from '../../../test/server.ts';
import { sessionStore } from '../../lib/session/session-store.ts';
import LoginPage from './login-page.tsx';

const expired = vi.fn();

beforeEach(() => {
  sessionStore.forget();
  expired.mockReset();
  sessionStore.onExpired(expired);
});

function open() {
  renderApp(
    <Routes>
      <Route path="/login" element={<LoginPage />} />
      <Route path="/dashboard" element="the dashboard" />
    </Routes>,
    { path: '/login' },
  );
}

async function login() {
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Email'), 'amina@example.org');
  await user.type(screen.getByLabelText('Password'), 'secret1');
  await user.click(screen.getByRole('button', { name: 'Login' }));
}

describe('login page', () => {
  it('stores token and user and goes to the dashboard', async () => {
    const sent = stubResponses({
      'POST /auth/login': { body: { token: 't1', role: 'farmer', user: amina } },
    });
    open();
    await login();
    expect(await screen.findByText('the dashboard')).toBeTruthy();
    expect(localStorage.getItem('token')).toBe('t1');
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(amina);
    expect(sent[0]?.body).toEqual({ email: 'amina@example.org', password: 'secret1' });
  });

  it('shows the wrong-password message on the form and does not navigate', async () => {
    const message = 'Invalid email or password. Please check your credentials and try again.';
    stubResponses({ 'POST /auth/login': { status: 401, body: { message, code: 'wrong-credentials' } } });
    open();
    await login();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('amina@example.org');
    expect(expired).not.toHaveBeenCalled();
  });

  it.each([
    [
      'a 401 without a message',
      { status: 401, body: {} },
      'Invalid email or password. Please check your credentials and try again.',
    ],
    ['a 500 without a message', { status: 500, body: {} }, 'Something went wrong. Please try again.'],
    ['no network', 'no network' as const, 'Something went wrong. Please try again.'],
  ])('shows an error message for %s', async (_name, response, expected) => {
    stubResponses({ 'POST /auth/login': response });
    open();
    await login();
    expect(await screen.findByText(expected)).toBeTruthy();
  });

  it('shows a busy state', async () => {
    stubResponses({ 'POST /auth/login': 'never' });
    open();
    await login();
    const button = await screen.findByRole('button', { name: 'Logging in...' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
  });

  it('sends nothing without a valid email address', async () => {
    const sent = stubResponses({});
    open();
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Email'), 'amina');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByText('Enter an email address like name@example.org.')).toBeTruthy();
    expect(screen.getByText('Enter a password.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    expect(sent).toEqual([]);
  });
});
