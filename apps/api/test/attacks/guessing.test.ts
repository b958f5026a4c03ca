/** Brute force and rate limits. */
import { api, type Problem, type Route } from '@ardhi/contract';
import { describe, expect, it } from 'vitest';
import { runUntilExit } from '../process/server.ts';
import { type Built, MODES, PASSWORD, type Person, startModes, TESTED_MODES } from './built.ts';

const running = startModes(MODES);

const guess = (app: Built, email: string, password: string, headers: Record<string, string> = {}) =>
  app.send<Problem>('POST /auth/login', { body: { email, password }, headers });
const statuses = (responses: { status: number }[], status: number) =>
  responses.filter((response) => response.status === status).length;
/** Ends the delay after the last failure. */
const endDelay = (app: Built) => app.sql`update throttles set blocked_until = now()`;

describe.each(TESTED_MODES)('passwords (%s)', (way) => {
  it('sixty at once count as ten attempts; the right one works after the delay', async () => {
    const app = running[way];
    const { user } = await app.as('farmer');
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, index) => guess(app, user.email, `wrong guess ${index}`)),
    );
    expect(statuses(responses, 401)).toBe(10);
    expect(statuses(responses, 429)).toBe(50);
    for (const { status, headers } of responses)
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    await endDelay(app);
    expect((await guess(app, user.email, PASSWORD)).status).toBe(200);
  });

  it('double the delay after each failure, up to a minute', async () => {
    const app = running[way];
    const { user } = await app.as('farmer');
    for (let failure = 0; failure < 9; failure += 1) await guess(app, user.email, 'wrong guess');
    const waits: number[] = [];
    for (let failure = 0; failure < 8; failure += 1) {
      await endDelay(app);
      expect((await guess(app, user.email, 'wrong guess')).status).toBe(401);
      waits.push(Number((await guess(app, user.email, PASSWORD)).headers.get('retry-after')));
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });

  it('guessed by others do not delay the owner on a known device', async () => {
    const app = running[way];
    const { user } = await app.as('farmer');
    const signedIn = await guess(app, user.email, PASSWORD);
    const cookie = signedIn.headers.get('set-cookie')!;
    expect(cookie).toMatch(way === 'deployed' ? /HttpOnly; SameSite=Strict; Secure$/ : /SameSite=Strict$/);
    for (let failure = 0; failure < 11; failure += 1) await guess(app, user.email, 'wrong guess');
    expect((await guess(app, user.email, PASSWORD)).status).toBe(429);
    const device = { cookie: cookie.split(';')[0]! };
    expect((await guess(app, user.email, PASSWORD, device)).status).toBe(200);
    // The device has its own counter, so the limit still applies, and it is valid only for this account.
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => guess(app, user.email, 'wrong guess', device)),
    );
    expect(statuses(responses, 401)).toBe(10);
    const other = await app.as('farmer');
    for (let failure = 0; failure < 10; failure += 1) await guess(app, other.user.email, 'no', device);
    expect((await guess(app, other.user.email, PASSWORD, device)).status).toBe(429);
  });

  it('in a stolen session are limited as well', async () => {
    const person = await running[way].as('farmer');
    const responses = await Promise.all(
      Array.from({ length: 30 }, () =>
        person.send('PUT /auth/password', { body: { currentPassword: 'a guess', password: 'mine now' } }),
      ),
    );
    expect(statuses(responses, 400)).toBe(10);
    expect(statuses(responses, 429)).toBe(20);
  });

  it('reset codes are limited by address', async () => {
    const responses = await Promise.all(
      Array.from({ length: 15 }, (_, index) =>
        running[way].send('POST /auth/reset-password', {
          body: { code: `ABCD-ABCD-ABCD-${1000 + index}`, password: 'mine from now' },
        }),
      ),
    );
    expect(statuses(responses, 400)).toBe(10);
    expect(statuses(responses, 429)).toBe(5);
  });
});

describe('one address', () => {
  it('may fail at most a hundred times across accounts; successes do not count', async () => {
    const app = running.deployed;
    const from = { 'x-forwarded-for': '198.51.100.7' };
    const { user } = await app.as('farmer');
    for (let success = 0; success < 5; success += 1)
      expect((await guess(app, user.email, PASSWORD, from)).status).toBe(200);
    const responses = await Promise.all(
      Array.from({ length: 130 }, (_, index) => guess(app, `who${index}@example.ke`, 'guess', from)),
    );
    expect(statuses(responses, 401)).toBe(100);
    expect(statuses(responses, 429)).toBe(30);
    const elsewhere = { 'x-forwarded-for': '198.51.100.8' };
    expect((await guess(app, user.email, PASSWORD, elsewhere)).status).toBe(200);
  });

  it('cannot be forged: only the entry of the proxy is trusted, and without a proxy none', async () => {
    const from = (index: number) => ({ 'x-forwarded-for': `198.51.100.${index}, 203.0.113.9` });
    for (const way of MODES) {
      const { user } = await running[way].as('farmer');
      const responses = [];
      for (let index = 0; index < 12; index += 1)
        responses.push(await guess(running[way], user.email, 'wrong guess', from(index)));
      expect(statuses(responses, 401), way).toBe(10);
    }
  });

  it('rejects TRUST_PROXY=true at start with a one-line error', async () => {
    const { code, output } = await runUntilExit({ TRUST_PROXY: 'true' });
    expect(code).toBe(1);
    expect(output).toMatch(/^Ardhi cannot start\. TRUST_PROXY has "true": use the addresses .*\n$/);
  });
});

describe('limits', () => {
  it('apply to every search and to every file beyond own data', () => {
    const unlimited = (Object.entries(api) as [string, Route][]).filter(([, route]) => {
      const searches = route.query !== undefined && 'q' in route.query.shape;
      const exports = /csv|pdf|octet|json/.test(route.produces ?? '') && route.access !== 'farmer';
      return (searches || exports) && !route.limit;
    });
    expect(unlimited.map(([call]) => call)).toEqual([]);
  });

  interface Limited {
    setting: string;
    /** Allowed calls when deployed, and on loopback. */
    deployed: number;
    loopback: number | null;
    /** Counted before validation, so that invalid input is sufficient. */
    call: string;
    query?: Record<string, string>;
  }
  const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
  const LIMITS: Limited[] = [
    { setting: 'LIMIT_REGISTRATION', deployed: 60, loopback: null, call: 'POST /auth/register' },
    { setting: 'LIMIT_FORGOTTEN_PASSWORD', deployed: 30, loopback: null, call: 'POST /auth/forgot-password' },
    {
      setting: 'LIMIT_SEARCH',
      deployed: 300,
      loopback: null,
      call: 'GET /messages/users',
      query: { q: 'ab' },
    },
    { setting: 'LIMIT_BOUNDARY', deployed: 60, loopback: null, call: `PUT /land/${UNKNOWN_ID}/boundary` },
    { setting: 'LIMIT_EXPORT', deployed: 60, loopback: null, call: 'GET /auth/data' },
    { setting: 'LIMIT_CONTACT', deployed: 10, loopback: 100, call: 'POST /contact' },
    { setting: 'LIMIT_SYNC_ERRORS', deployed: 10, loopback: null, call: 'POST /sync-errors' },
  ];

  /** Statuses of repeated calls, a few at a time. */
  async function repeat(person: Person, { call, query }: Limited, times: number): Promise<number[]> {
    const responses: number[] = [];
    while (responses.length < times) {
      const some = Array.from({ length: Math.min(20, times - responses.length) }, () =>
        person.send(call, { query }),
      );
      responses.push(...(await Promise.all(some)).map(({ status }) => status));
    }
    return responses;
  }

  it.each(LIMITS)('$setting: $deployed when deployed, $loopback on loopback', async (limited) => {
    const [there, here] = [await running.deployed.as('farmer'), await running.loopback.as('farmer')];
    // Resets the counters of the two registrations.
    for (const way of MODES) await running[way].db.deleteFrom('throttles').execute();

    expect(await repeat(there, limited, limited.deployed)).not.toContain(429);
    const refused = await there.send<Problem>(limited.call, { query: limited.query });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(JSON.stringify(refused.body)).not.toContain('LIMIT');
    const isLogged = () => running.deployed.output().includes(`"setting":"${limited.setting}"`);
    await expect.poll(isLogged).toBe(true);

    expect(await repeat(here, limited, limited.loopback ?? limited.deployed + 1)).not.toContain(429);
    const oneMore = await here.send(limited.call, { query: limited.query });
    expect(oneMore.status === 429).toBe(limited.loopback !== null);
  });

  it('do not count a list without search terms as a search', async () => {
    const person = await running.deployed.as('farmer');
    const search: Limited = LIMITS.find(({ setting }) => setting === 'LIMIT_SEARCH')!;
    await repeat(person, search, 301);
    expect((await person.send('GET /messages/users')).status).toBe(200);
  });
});

describe('counters', () => {
  it('do not reveal the address or account to a reader of the table', async () => {
    const app = running.deployed;
    await guess(app, 'who@example.ke', 'guess', { 'x-forwarded-for': '198.51.100.7' });
    const rows = await app.sql<{ key: string }>`select key from throttles`;
    expect(rows.length).toBeGreaterThan(1);
    // A plain hash is not enough: there are few enough addresses to try them all.
    for (const parts of [['198.51.100.7'], ['who@example.ke', '198.51.100.7']]) {
      const found = await app.sql<{ found: boolean }>`
        select exists (
          select from throttles where key like '%' || rtrim(translate(
            encode(sha256(convert_to(${parts.join('\n')}, 'utf8')), 'base64'), '+/', '-_'), '=') || '%'
        ) as found`;
      expect(found[0]?.found).toBe(false);
    }
    expect(JSON.stringify(rows)).not.toMatch(/198\.51|example/);
  });
});
