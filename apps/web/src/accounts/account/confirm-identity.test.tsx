import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderApp, signIn } from '../../../test/render.tsx';
import { type Sent, stubResponses, wanjiru } from '../../../test/server.ts';
import { call } from '../../lib/http/api.ts';
import { ConfirmIdentity } from './confirm-identity.tsx';

const REFUSED = { status: 403, body: { message: 'Please confirm that it is you.', code: 'confirm-needed' } };
const FACTOR = {
  status: 403,
  body: { message: 'x', code: 'second-factor-needed', current: { totp: true, passkey: null } },
};

const confirmations = (sent: Sent[]) => sent.filter(({ call: name }) => name === 'POST /auth/confirm');

beforeEach(() => signIn(wanjiru));

describe('a call that requires re-authentication', () => {
  it('continues after the password, even if it was rejected before the dialog was mounted', async () => {
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
    expect(confirmations(sent)[0]?.body).toMatchObject({ password: 'secret1' });
  });

  it('shares one prompt with the other calls of the page', async () => {
    const sent = stubResponses({
      get 'GET /government/officials'() {
        return confirmations(sent).length > 0 ? { body: [] } : REFUSED;
      },
      get 'GET /government/posts'() {
        return confirmations(sent).length > 0 ? { body: [] } : REFUSED;
      },
      'POST /auth/confirm': { body: { message: 'Thank you.' } },
    });
    renderApp(<ConfirmIdentity />);
    const both = Promise.all([
      call('GET /government/officials', { query: {} }),
      call('GET /government/posts', { query: {} }),
    ]);
    both.catch(() => undefined);
    await userEvent.type(await screen.findByLabelText(/Your password/), 'secret1');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await both).toEqual([[], []]);
    expect(confirmations(sent)).toHaveLength(1);
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
