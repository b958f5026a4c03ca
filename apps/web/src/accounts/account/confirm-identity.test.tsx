import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import { type Sent, stubResponses, wanjiru } from '../../../test/server.ts';
import { call } from '../../lib/http/api.ts';
import { sessionStore } from '../../lib/session/session-store.ts';
import { ConfirmIdentity } from './confirm-identity.tsx';

const REFUSED = { status: 403, body: { message: 'Please confirm that it is you.', code: 'confirm-needed' } };
const FACTOR = {
  status: 403,
  body: { message: 'x', code: 'second-factor-needed', current: { totp: true, passkey: null } },
};

const confirmations = (sent: Sent[]) => sent.filter(({ call: name }) => name === 'POST /auth/confirm');

beforeEach(() => {
  sessionStore.signIn({ token: 't1', role: 'government', user: wanjiru });
});

describe('a call that requires re-authentication', () => {
  it('continues after the password', async () => {
    const sent = stubResponses({
      get 'GET /government/officials'() {
        return confirmations(sent).length > 0 ? { body: [] } : REFUSED;
      },
      'POST /auth/confirm': { body: { message: 'Thank you.' } },
    });
    renderApp(<ConfirmIdentity />);
    const user = userEvent.setup();
    const called = call('GET /government/officials', { query: {} });
    await user.type(await screen.findByLabelText('Your password'), 'secret1');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await called).toEqual([]);
    expect(confirmations(sent)[0]?.body).toMatchObject({ password: 'secret1' });
  });

  it('waits for the dialog if the rejection arrives before it is mounted', async () => {
    const sent = stubResponses({
      get 'GET /government/officials'() {
        return confirmations(sent).length > 0 ? { body: [] } : REFUSED;
      },
      'GET /health': { body: { status: 'ok' } },
      'POST /auth/confirm': { body: { message: 'Thank you.' } },
    });
    const officials = call('GET /government/officials', { query: {} });
    officials.catch(() => undefined);
    // By the time these calls return, the rejection has arrived.
    for (let time = 0; time < 2; time += 1) await call('GET /health');
    renderApp(<ConfirmIdentity />);
    await userEvent.type(await screen.findByLabelText(/Your password/), 'secret1');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await officials).toEqual([]);
  });

  it('asks for the code of a second factor, and fails when cancelled', async () => {
    stubResponses({ 'GET /government/officials': REFUSED, 'POST /auth/confirm': FACTOR });
    renderApp(<ConfirmIdentity />);
    const user = userEvent.setup();
    const called = call('GET /government/officials', { query: {} }).catch((error: Error) => error.message);
    await user.type(await screen.findByLabelText('Your password'), 'secret1');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByLabelText('Code')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await called).toBe('Please confirm that it is you.');
  });
});
