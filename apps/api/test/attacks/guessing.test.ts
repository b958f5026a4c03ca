/** Brute force and rate limits. */
import type { Problem } from '@ardhi/contract';
import { describe, expect, it } from 'vitest';
import { runUntilExit } from '../process/server.ts';
import { type Built, lastToken, MODES, PASSWORD, type Person, startModes, TESTED_MODES } from './built.ts';

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
    expect(cookie).toMatch(
      way === 'deployed'
        ? /^__Host-ardhi_device=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/
        : /^ardhi_device=.*; Path=\/api\/auth; .*SameSite=Strict$/,
    );
    for (let failure = 0; failure < 11; failure += 1) await guess(app, user.email, 'wrong guess');
    expect((await guess(app, user.email, PASSWORD)).status).toBe(429);
    const device = { cookie: cookie.split(';')[0]! };
    expect((await guess(app, user.email, PASSWORD, device)).status).toBe(200);
    // Over HTTPS only the name with the prefix counts: a subdomain can set the other one.
    const otherName = { cookie: device.cookie.replace('__Host-', '') };
    expect((await guess(app, user.email, PASSWORD, otherName)).status).toBe(way === 'deployed' ? 429 : 200);
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

const guessCode = (app: Built, address: string) =>
  app.send<Problem>('POST /auth/reset-password', {
    body: { code: 'ABCD-ABCD-ABCD-ABCD', password: 'mine from now' },
    headers: { 'x-forwarded-for': address },
  });

describe('one account', () => {
  const from = (index: number) => ({ 'x-forwarded-for': `203.0.113.${index}` });

  it('is guessed ever more slowly from many addresses, while a known browser gets in', async () => {
    const app = running.deployed;
    const { user } = await app.as('farmer');
    const signedIn = await guess(app, user.email, PASSWORD);
    const device = { cookie: signedIn.headers.get('set-cookie')!.split(';')[0]! };
    await app.db.deleteFrom('throttles').execute();
    const first = await Promise.all(
      Array.from({ length: 60 }, (_, index) => guess(app, user.email, `wrong guess ${index}`, from(index))),
    );
    expect(statuses(first, 401)).toBe(30);
    expect(statuses(first, 429)).toBe(30);
    const waits: number[] = [];
    for (let failure = 0; failure < 7; failure += 1) {
      await endDelay(app);
      expect((await guess(app, user.email, 'wrong guess', from(100 + failure))).status).toBe(401);
      const refused = await guess(app, user.email, PASSWORD, from(200 + failure));
      expect(refused.status).toBe(429);
      waits.push(Number(refused.headers.get('retry-after')));
      expect((await guess(app, user.email, PASSWORD, { ...from(1), ...device })).status).toBe(200);
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60]);
    // After the delay the right password works everywhere.
    await endDelay(app);
    expect((await guess(app, user.email, PASSWORD, from(250))).status).toBe(200);
  });

  it('is not closed to an owner without a known browser: a reset code makes the browser known', async () => {
    const app = running.deployed;
    const { user } = await app.as('farmer');
    const attack = async () => {
      for (let index = 0; index < 35; index += 1) await guess(app, user.email, 'wrong guess', from(index));
    };
    await attack();
    expect((await guess(app, user.email, PASSWORD, from(250))).status).toBe(429);
    const code = lastToken((await app.admin('reset', user.email))[0]!);
    const password = 'a new password';
    const reset = await app.send('POST /auth/reset-password', {
      body: { code, password },
      headers: from(250),
    });
    expect(reset.status).toBe(200);
    const device = { cookie: reset.headers.get('set-cookie')!.split(';')[0]! };
    await attack();
    expect((await guess(app, user.email, password, from(251))).status).toBe(429);
    expect((await guess(app, user.email, password, { ...from(251), ...device })).status).toBe(200);
    // A wrong code makes nothing known.
    expect((await guessCode(app, '203.0.113.252')).headers.get('set-cookie')).toBeNull();
  });

  it('is limited the same whether or not it exists', async () => {
    const app = running.deployed;
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, index) => guess(app, 'nobody@example.ke', 'guess', from(index))),
    );
    expect(statuses(responses, 401)).toBe(30);
  });
});

describe('one IPv6 network', () => {
  const within = (prefix: string, index: number) => `${prefix}:${index.toString(16)}:0:ab:${index + 1}`;

  it('may try two hundred guesses no more often than one address', async () => {
    const app = running.deployed;
    const from = (index: number) => ({ 'x-forwarded-for': within('2001:db8:1:2', index) });
    const oneAccount = await Promise.all(
      Array.from({ length: 200 }, (_, index) => guess(app, 'who@example.ke', 'guess', from(index))),
    );
    expect(statuses(oneAccount, 401)).toBe(10);
    const accounts = await Promise.all(
      Array.from({ length: 200 }, (_, index) => guess(app, `who${index}@example.ke`, 'guess', from(index))),
    );
    expect(statuses(accounts, 401)).toBe(90);
    expect(statuses(accounts, 429)).toBe(110);
    const elsewhere = { 'x-forwarded-for': '2001:db8:2:2::1' };
    expect((await guess(app, 'who0@example.ke', 'guess', elsewhere)).status).toBe(401);
  });

  it('of a site has eight times the limit of one subnet', async () => {
    const app = running.deployed;
    const subnet = (index: number) => `2001:db8:3:${index.toString(16)}::1`;
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) => guessCode(app, subnet(index))),
    );
    expect(statuses(responses, 400)).toBe(80);
    expect(statuses(responses, 429)).toBe(20);
    expect((await guessCode(app, '2001:db8:4::1')).status).toBe(400);
  });

  it.each([
    ['POST /contact', 10],
    ['POST /auth/register', 60],
    ['POST /auth/forgot-password', 30],
  ])('shares the limit of %s', async (call, limit) => {
    const responses = await Promise.all(
      Array.from({ length: limit + 5 }, (_, index) =>
        running.deployed.send(call, { headers: { 'x-forwarded-for': within('2001:db8:5:6', index) } }),
      ),
    );
    expect(statuses(responses, 429)).toBe(5);
  });

  it('is one client in the sign-in log', async () => {
    const app = running.deployed;
    const addresses = async () =>
      (await app.row<{ count: number }>`select count(distinct address) from sign_in_failures`).count;
    const before = await addresses();
    for (let index = 0; index < 3; index += 1)
      await guess(app, 'log@example.ke', 'guess', { 'x-forwarded-for': within('2001:db8:7:8', index) });
    expect(await addresses()).toBe(before + 1);
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

  it('counts the same in every notation', async () => {
    const app = running.deployed;
    const notations = ['198.51.100.7', '::ffff:198.51.100.7', '::ffff:c633:6407', '64:ff9b::198.51.100.7'];
    const statusesOf = await Promise.all(
      Array.from({ length: 16 }, (_, index) => guessCode(app, notations[index % notations.length]!)),
    );
    expect(statuses(statusesOf, 400)).toBe(10);
    expect((await guessCode(app, '::ffff:198.51.100.8')).status).toBe(400);
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

describe('a stolen session of an official', () => {
  it('reads at most 2,000 people per hour, then needs the password', async () => {
    const app = running.deployed;
    const official = await app.as('government');
    await app.sql`
      insert into users (id, email, name, role, password_hash, location, farm_size_acres)
      select gen_random_uuid(), 'many' || n || '@example.ke', 'Mkulima ' || n, 'farmer', 'none', 'Molo', 1
      from generate_series(1, 2200) as n`;
    const read = async (path: string | undefined) =>
      official.send<Problem & { _id: string }[]>(`GET ${path ?? '/government/farmers?limit=100'}`);
    const people = new Set<string>();
    let page = await read(undefined);
    for (; page.status === 200 && page.next; page = await read(page.next))
      for (const { _id } of page.body) people.add(_id);
    expect(page).toMatchObject({ status: 403, body: { code: 'confirm-needed' } });
    expect(people.size).toBe(2000);
    // Single records are no way around it; the session itself continues.
    const unread = await app.sql<{ id: string }>`
      select id from users where role = 'farmer' and id <> all(${[...people]}) limit 8`;
    const opened = await Promise.all(unread.map(({ id }) => read(`/government/farmers/${id}`)));
    expect(opened.map(({ status }) => status)).toEqual(unread.map(() => 403));
    expect((await official.send('GET /auth/profile')).status).toBe(200);
    await expect.poll(() => app.output()).toContain('"setting":"LIMIT_PEOPLE_READ"');

    await official.send('POST /auth/confirm', { body: { password: 'a guess' } });
    expect((await read(`/government/farmers/${unread[0]!.id}`)).status).toBe(403);
    await official.send('POST /auth/confirm', { body: { password: PASSWORD } });
    expect((await read(`/government/farmers/${unread[0]!.id}`)).status).toBe(200);
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
