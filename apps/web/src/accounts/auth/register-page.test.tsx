import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import { amina, stubResponses, wanjiru } from '../../../test/server.ts';
import { sessionStore } from '../../lib/session/session-store.ts';
import RegisterPage from './register-page.tsx';

beforeEach(() => sessionStore.forget());

const type = (user: ReturnType<typeof userEvent.setup>, label: string, text: string) =>
  user.type(screen.getByLabelText(label), text);

async function fillInPerson(user: ReturnType<typeof userEvent.setup>) {
  await type(user, 'Name', 'Amina Otieno');
  await type(user, 'Email', 'amina@example.org');
  await type(user, 'Password', 'secret1');
}

const create = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Create Account' }));

describe('register page', () => {
  it('sends a farmer with farm location and size', async () => {
    const sent = stubResponses({
      'POST /auth/register': { status: 201, body: { token: 't', role: 'farmer', user: amina } },
    });
    renderApp(<RegisterPage />);
    const user = userEvent.setup();
    await fillInPerson(user);
    await type(user, 'Farm Location', 'Njoro');
    await type(user, 'Farm Size', '2.5');
    await create(user);
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]?.body).toMatchObject({
      role: 'farmer',
      location: 'Njoro',
      farmSize: 2.5,
      language: 'en',
    });
    expect(sent[0]?.body).not.toHaveProperty('department');
  });

  it('asks an official for the department, and for a code only if sign-up is by invitation', async () => {
    const sent = stubResponses({
      'POST /auth/register': { status: 201, body: { token: 't', role: 'government', user: wanjiru } },
    });
    const { unmount } = renderApp(<RegisterPage />);
    const user = userEvent.setup();
    await fillInPerson(user);
    await type(user, 'Farm Location', 'typed before the role was changed');
    await user.click(screen.getByLabelText(/^Government Official/));
    expect(screen.queryByLabelText('Farm Location')).toBeNull();
    expect(screen.queryByLabelText('Invitation Code')).toBeNull();
    await type(user, 'Department', 'Agriculture');
    await create(user);
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]?.body).toMatchObject({ role: 'government', department: 'Agriculture' });
    expect(sent[0]?.body).not.toHaveProperty('location');

    unmount();
    sessionStore.forget();
    renderApp(<RegisterPage />, { config: { governmentSignup: 'invite' } });
    await user.click(screen.getByLabelText(/^Government Official/));
    expect(screen.getByLabelText('Invitation Code')).toBeTruthy();
  });

  it.each([
    ['12345', '2.5', 'Use at least 6 characters.'],
    ['secret1', '', 'Enter the size as a number of acres.'],
    ['secret1', '-1', 'The size cannot be below 0.'],
    ['secret1', '2.55', 'Use at most one decimal, like 2.5.'],
  ])('rejects password %s with farm size %s', async (password, size, message) => {
    const sent = stubResponses({});
    renderApp(<RegisterPage />);
    const user = userEvent.setup();
    await type(user, 'Name', 'Amina');
    await type(user, 'Email', 'a@b');
    await type(user, 'Password', password);
    await type(user, 'Farm Location', 'Njoro');
    if (size) await type(user, 'Farm Size', size);
    await create(user);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('accepts a farm of size 0', async () => {
    const sent = stubResponses({
      'POST /auth/register': { status: 201, body: { token: 't', role: 'farmer', user: amina } },
    });
    renderApp(<RegisterPage />);
    const user = userEvent.setup();
    await fillInPerson(user);
    await type(user, 'Farm Location', 'Njoro');
    await type(user, 'Farm Size', '0');
    await create(user);
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
    renderApp(<RegisterPage />);
    const user = userEvent.setup();
    await fillInPerson(user);
    await type(user, 'Farm Location', 'Njoro');
    await type(user, 'Farm Size', '1');
    await create(user);
    expect(await screen.findByText('Something went wrong. Please try again.')).toBeTruthy();
    await expect.poll(() => screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Amina Otieno');
  });
});
