import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import { amina, stubResponses } from '../../../test/server.ts';
import { sessionStore } from '../../lib/session/session-store.ts';
import RegisterPage from './register-page.tsx';

beforeEach(() => sessionStore.forget());

const ACCEPTED = { status: 201, body: { token: 't', role: 'farmer', user: amina } };
const PERSON = { Name: 'Amina Otieno', Email: 'amina@example.org', Password: 'secret1' };
const FARM = { 'Farm Location': 'Njoro', 'Farm Size': '2.5' };

/** Empty values stay empty. */
async function fillIn(fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields))
    if (text) await userEvent.type(screen.getByLabelText(label), text);
}

const create = () => userEvent.click(screen.getByRole('button', { name: 'Create Account' }));

/** Opens the page and sends the form. */
async function register(fields: Record<string, string>): Promise<void> {
  renderApp(<RegisterPage />);
  await fillIn(fields);
  await create();
}

describe('register page', () => {
  it('sends a farmer with farm location and size', async () => {
    const sent = stubResponses({ 'POST /auth/register': ACCEPTED });
    await register({ ...PERSON, ...FARM });
    await expect.poll(() => sent.length).toBe(1);
    const farm = { location: 'Njoro', farmSize: 2.5 };
    expect(sent[0]?.body).toMatchObject({ role: 'farmer', ...farm, language: 'en' });
    expect(sent[0]?.body).not.toHaveProperty('department');
  });

  it('asks an official for the department, and for a code only if sign-up is by invitation', async () => {
    const sent = stubResponses({ 'POST /auth/register': ACCEPTED });
    const { unmount } = renderApp(<RegisterPage />);
    await fillIn({ ...PERSON, 'Farm Location': 'typed before the role was changed' });
    await userEvent.click(screen.getByLabelText(/^Government Official/));
    expect(screen.queryByLabelText('Farm Location')).toBeNull();
    expect(screen.queryByLabelText('Invitation Code')).toBeNull();
    await fillIn({ Department: 'Agriculture' });
    await create();
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]?.body).toMatchObject({ role: 'government', department: 'Agriculture' });
    expect(sent[0]?.body).not.toHaveProperty('location');

    unmount();
    sessionStore.forget();
    renderApp(<RegisterPage />, { config: { governmentSignup: 'invite' } });
    await userEvent.click(screen.getByLabelText(/^Government Official/));
    expect(screen.getByLabelText('Invitation Code')).toBeTruthy();
    expect(screen.getByText('At least 10 characters.')).toBeTruthy();
  });

  it.each([
    ['12345', '2.5', 'Use at least 6 characters.'],
    ['secret1', '', 'Enter the size as a number of acres.'],
    ['secret1', '-1', 'The size cannot be below 0.'],
    ['secret1', '2.55', 'Use at most one decimal, like 2.5.'],
  ])('rejects password %s with farm size %s', async (password, size, message) => {
    const sent = stubResponses({});
    await register({ Name: 'Amina', Email: 'a@b', Password: password, ...FARM, 'Farm Size': size });
    expect(await screen.findByText(message)).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('converts a size in plots, which the step does not bind', async () => {
    const sent = stubResponses({ 'POST /auth/register': ACCEPTED });
    renderApp(<RegisterPage />);
    await fillIn({ ...PERSON, ...FARM, 'Farm Size': '2' });
    await userEvent.selectOptions(screen.getByLabelText('Unit'), 'plots (50 × 100 ft)');
    await create();
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]?.body).toMatchObject({ farmSize: 0.229568 });
  });

  it('accepts a farm of size 0', async () => {
    const sent = stubResponses({ 'POST /auth/register': ACCEPTED });
    await register({ ...PERSON, ...FARM, 'Farm Size': '0' });
    await expect.poll(() => sent.length).toBe(1);
  });

  it('shows the fixed headline above the server’s message, and the issue on its field', async () => {
    const message = 'There is already an account with this email address.';
    stubResponses({
      'POST /auth/register': {
        status: 409,
        body: { message, code: 'email-taken', issues: [{ path: 'email', code: 'taken', message }] },
      },
    });
    await register({ ...PERSON, ...FARM });
    expect(await screen.findByText('Something went wrong. Please try again.')).toBeTruthy();
    await expect.poll(() => screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Amina Otieno');
  });
});
