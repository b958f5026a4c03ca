/** Every call of the contract by callers without access, and with malicious input. */
import type { Problem } from '@ardhi/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Built, type Person, startModes, TESTED_MODES } from './built.ts';
import { calls, INTERNALS, MALICIOUS_INPUTS, type MaliciousInput, UNKNOWN_ID } from './hostile.ts';

const running = startModes(TESTED_MODES);

/** Status and text of a call; a stream is not read. */
async function statusOf(
  app: Built,
  { method, path }: (typeof calls)[number],
  token: string | null,
  { id = UNKNOWN_ID, query = '', body = '{}' }: MaliciousInput = {},
): Promise<{ status: number; text: string }> {
  const stop = new AbortController();
  const response = await fetch(`${app.url}/api${path.replace(/\{\w+\}/g, id)}${query}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: method === 'GET' ? undefined : body,
    signal: stop.signal,
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  const text = isStream ? '' : await response.text();
  stop.abort();
  return { status: response.status, text };
}

describe.each(TESTED_MODES)('all calls (%s)', (way) => {
  let app: Built;
  let farmer: Person;
  let official: Person;
  beforeAll(async () => {
    app = running[way];
    [farmer, official] = [await app.as('farmer'), await app.as('government')];
  });

  const closed = calls.filter(({ route }) => route.access !== 'public');

  it('reject anonymous callers, a wrong token and a token in the URL', async () => {
    for (const one of closed) {
      const responses = await Promise.all([
        ...[null, 'x', `${farmer.token}x`].map((token) => statusOf(app, one, token)),
        statusOf(app, one, null, { query: `?token=${farmer.token}` }),
      ]);
      expect(
        responses.map(({ status }) => status),
        one.call,
      ).toEqual([401, 401, 401, 401]);
    }
  });

  it('reject the other role', async () => {
    for (const one of closed) {
      // A map program has its own tokens: to it, a session is no token at all.
      if (one.route.access === 'signed-in' || one.route.access === 'gis') continue;
      const other = one.route.access === 'farmer' ? official : farmer;
      const { status, text } = await statusOf(app, one, other.token);
      expect([status, (JSON.parse(text) as Problem).code], one.call).toEqual([403, 'wrong-role']);
    }
  });

  it('reject a suspended account', async () => {
    const suspended = { farmer: await app.as('farmer'), government: await app.as('government') };
    for (const { user, send } of Object.values(suspended)) {
      await app.admin('suspend', user.email);
      await expect.poll(async () => (await send('GET /auth/profile')).status).toBe(401);
    }
    for (const one of closed)
      for (const { token } of Object.values(suspended))
        expect((await statusOf(app, one, token)).status, one.call).toBe(401);
  });

  it('are public only if they are listed here', () => {
    const open = calls.filter(({ route }) => route.access === 'public').map(({ call }) => call);
    expect(open.sort()).toEqual([
      // Tiles of a file that the operator has downloaded.
      'GET /basemap/{z}/{x}/{y}',
      'GET /config',
      'GET /health',
      'GET /ready',
      'POST /auth/confirm-email',
      'POST /auth/forgot-password',
      'POST /auth/login',
      'POST /auth/register',
      'POST /auth/reset-password',
      // Takes the hash of a token, which can only end its session.
      'POST /auth/revoke',
      'POST /contact',
    ]);
  });

  it('reject malicious input without revealing internals', async () => {
    for (const one of calls) {
      // Would end the session that the other calls use.
      if (one.call === 'POST /auth/logout') continue;
      const person = one.route.access === 'government' ? official : farmer;
      const applicable = MALICIOUS_INPUTS.filter(
        ({ id, body }) => (!id || one.path.includes('{')) && (!body || one.method !== 'GET'),
      );
      const responses = await Promise.all(applicable.map((input) => statusOf(app, one, person.token, input)));
      for (const [index, { status, text }] of responses.entries()) {
        expect(status, `${one.call} ${JSON.stringify(applicable[index])}`).toBeLessThan(500);
        expect(text).not.toMatch(INTERNALS);
      }
    }
    expect(
      app
        .output()
        .split('\n')
        .filter((line) => line.includes('"level":50')),
    ).toEqual([]);
  });
});
