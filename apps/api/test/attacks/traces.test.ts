/** Secrets and personal data in stored responses, backups, logs and files. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Api, api, type Problem, type Route } from '@ardhi/contract';
import { backup } from '@ardhi/embedded-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashSecret, normaliseCode } from '../../src/lib/database/id.ts';
import { NOT_IN_BACKUPS } from '../../src/system/backup/run.ts';
import { newParcel } from '../land.ts';
import { startServer } from '../process/server.ts';
import { type Built, confirm, PASSWORD, type Person, startModes, TESTED_MODES } from './built.ts';

const running = startModes(TESTED_MODES);
const folder = mkdtempSync(join(tmpdir(), 'ardhi-traces-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const resetCode = (by: Person, email: string, headers: Record<string, string> = {}) =>
  by.send<{ code: string } & Problem>('POST /government/reset-codes', {
    body: { email, reason: 'Forgot it' },
    headers,
  });

describe('a code', () => {
  it('is never stored with the response that contains it', () => {
    const secrets = ['code', 'secret', 'token', 'recoveryCodes'];
    const stored = (Object.entries(api) as [keyof Api, Route][]).filter(([call, route]) => {
      const shape = (route.response as { shape?: object } | undefined)?.shape ?? {};
      const isSecret = Object.keys(shape).some((name) => secrets.includes(name));
      return isSecret && !call.startsWith('GET ') && !route.once && route.transaction !== 'own';
    });
    expect(stored.map(([call]) => call)).toEqual([]);
  });
});

describe.each(TESTED_MODES)('a code (%s)', (way) => {
  let app: Built;
  let official: Person;
  beforeAll(async () => {
    app = running[way];
    official = await app.as('government');
    await confirm(official, { password: PASSWORD });
  });

  it('is in no stored response, and the response is not replayed', async () => {
    const farmer = await app.as('farmer');
    const key = { 'idempotency-key': 'once' };
    const { code } = (await resetCode(official, farmer.user.email, key)).body;
    expect(code).toMatch(/^([2-9A-Z]{4}-){3}[2-9A-Z]{4}$/);
    expect(await resetCode(official, farmer.user.email, key)).toMatchObject({
      status: 409,
      body: { code: 'answered-once' },
    });
    const rows = await app.db.selectFrom('idempotency_keys').select('answer').execute();
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  it('is in no backup and no log, nor is a session token; the log does not name the user', async () => {
    const farmer = await app.as('farmer');
    const { code } = (await resetCode(official, farmer.user.email)).body;
    await app.send('POST /auth/forgot-password', { body: { email: farmer.user.email } });
    const file = join(folder, `${way}.backup`);
    await backup(app.connectionString, file, { leftOut: NOT_IN_BACKUPS });
    expect(statSync(file).mode & 0o077).toBe(0);
    const saved = gunzipSync(readFileSync(file)).toString('latin1');
    expect(saved).toContain(farmer.user.email);
    for (const secret of [code, hashSecret(normaliseCode(code)).toString('hex'), farmer.token, PASSWORD])
      expect(saved).not.toContain(secret);
    for (const secret of [code, farmer.token, PASSWORD, farmer.user.email, farmer.user.name])
      expect(app.output().includes(secret)).toBe(false);
  });

  it('is mailed without the name that the user entered', async () => {
    const farmer = await app.as('farmer', 'Visit evil.example');
    await app.send('POST /auth/forgot-password', { body: { email: farmer.user.email } });
    const mails = () => running.mail.taken.filter(({ to }) => to === farmer.user.email);
    await expect.poll(() => mails().length).toBeGreaterThan(1);
    for (const { text } of mails()) expect(text).not.toContain('evil.example');
  });

  it('gets the same response whether or not the account exists', async () => {
    const farmer = await app.as('farmer');
    const requestReset = async (email: string) => {
      const { status, body } = await app.send('POST /auth/forgot-password', { body: { email } });
      return { status, body };
    };
    expect(await requestReset(farmer.user.email)).toEqual(await requestReset('nobody@example.ke'));
  });
});

describe.each(TESTED_MODES)('files and pages (%s)', (way) => {
  it('a CSV file runs no formula, and no cell ends early in any spreadsheet', async () => {
    const app = running[way];
    const [farmer, official] = [await app.as('farmer'), await app.as('government')];
    await farmer.send('POST /subsidies', {
      body: { name: '=HYPERLINK("http://evil.example";"a")', description: 'b\tc', amount: 1 },
    });
    await confirm(official, { password: PASSWORD });
    const { body } = await official.send<string>('GET /government/subsidies.csv');
    expect(body).toContain(`"'=HYPERLINK(""http://evil.example"";""a"")"`);
  });

  it('the API documentation has the security headers', async () => {
    for (const path of ['/api/docs/', '/']) {
      const { headers, status } = await fetch(`${running[way].url}${path}`);
      expect(status).toBe(200);
      expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'");
      expect(headers.get('content-security-policy'), path).toMatch(/script-src 'self'/);
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('strict-transport-security'), path).toBe(
        way === 'deployed' ? 'max-age=31536000; includeSubDomains' : null,
      );
    }
  });

  it('the log has the id of the user and a keyed hash of the address', async () => {
    const farmer = await running[way].as('farmer');
    await farmer.send('GET /land');
    const lines = () =>
      running[way]
        .output()
        .split('\n')
        .filter((line) => line.includes(`"user":"${farmer.user._id}"`));
    await expect.poll(() => lines().at(-1)).toMatch(/"call":"GET \/land".*"address":"[\w-]{43}"/);
    expect(lines().join()).not.toContain('127.0.0.1');
  });

  it('a response with personal data is stored by no cache', async () => {
    const [farmer, official] = [await running[way].as('farmer'), await running[way].as('government')];
    await confirm(official, { password: PASSWORD });
    const parcel = await newParcel(farmer);
    const cacheControl = async (person: Person, call: string, body?: object) =>
      (await person.send(call, { body })).headers.get('cache-control');
    for (const call of [
      ...['GET /auth/profile', 'GET /land', `GET /land/${parcel._id}`, 'GET /auth/data', 'GET /messages'],
      ...['GET /batch?get=land', 'GET /notices', 'GET /land/none', 'PUT /auth/profile'],
    ])
      expect(await cacheControl(farmer, call), call).toBe('no-store');
    for (const call of [
      ...['GET /government/farmers', `GET /government/lands/${parcel._id}`, 'GET /government/queue'],
      ...['GET /government/officials', 'GET /government/audit', 'GET /government/subsidies.csv'],
      ...['GET /government/farmers.csv', 'GET /government/analytics.pdf'],
    ])
      expect(await cacheControl(official, call), call).toBe('no-store');
    // Without personal data: the browser may store and revalidate it.
    for (const call of ['GET /government/analytics', 'GET /policies', 'GET /government/tiles/5/19/16'])
      expect(await cacheControl(official, call), call).toBe('private, no-cache');
    // A client that stores a response itself can still ask whether it has changed.
    const { headers } = await farmer.send('GET /land');
    const unchanged = await farmer.send('GET /land', { headers: { 'if-none-match': headers.get('etag')! } });
    expect(unchanged.status).toBe(304);
  });
});

describe('the data folder', () => {
  it('is readable only by its owner, and so is the secret', async () => {
    const dataDir = join(folder, 'data');
    const server = await startServer({ DATA_DIR: dataDir, APP_SECRET: '' });
    // As root, the database user may traverse it, but no other user can read or write it.
    expect(statSync(dataDir).mode & (process.getuid?.() === 0 ? 0o076 : 0o077)).toBe(0);
    expect(statSync(join(dataDir, 'app-secret')).mode & 0o777).toBe(0o600);
    await server.end('SIGTERM');
  });
});
