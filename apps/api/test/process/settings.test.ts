/** The built server with every optional setting enabled once, in two starts, since some settings exclude each other. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Problem, PublicConfig, SignedIn } from '@ardhi/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingNames } from '../../src/lib/settings/setting-names.ts';
import { rectangle, setBoundary } from '../boundaries.ts';
import { type Client, clientOf } from '../client.ts';
import { appUrlOf, createTestDatabase, type TestDatabase } from '../database.ts';
import { newParcel } from '../land.ts';
import { type MailServer, startMailServer } from '../mail-server.ts';
import { pmtilesFile, sampleTile } from '../pmtiles-file.ts';
import { testBrowser } from '../push.ts';
import { environmentOfTests, type RunningServer, startServer } from './server.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

const MINISTRY = {
  HOST: 'localhost',
  GOVERNMENT_SIGNUP: 'invite',
  REQUIRE_SECOND_OFFICIAL: 'true',
  APPROVAL_LIMIT: '50000',
  JURISDICTION: 'open',
  SESSION_DAYS: '1',
  DIRECTORY: 'search',
  OFFICIALS_SECOND_FACTOR: 'optional',
  APP_SECRET: 'a-secret-of-the-test-with-32-characters',
  OFFICIAL_SESSION_HOURS: '1',
  OFFICIAL_SESSION_DAYS: '1',
  MAIL_FROM: 'Ardhi Nakuru <ardhi@nakuru.example>',
  PUBLIC_URL: 'https://ardhi.example',
  AUDIT_HEAD_TO: 'auditor@nakuru.example',
  PUSH_PRIVATE_KEY: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  PUSH_CONTACT: 'mailto:lands@nakuru.example',
  PUSH_HOSTS: 'push.nakuru.example',
  CONTACT_EMAIL: 'lands@nakuru.example',
  CONTACT_PHONE: '+254 711 000 000',
  CONTACT_ADDRESS: 'County Hall, Nakuru',
  ORGANISATION: 'Ministry of <Lands>',
  COUNTRY: 'Uganda',
  SOCIAL_LINKS: 'Facebook=https://facebook.example/ardhi,X=https://x.example/ardhi',
  BASEMAP_URL: 'https://tiles.example/{z}/{x}/{y}.png',
  IMAGERY_URL: 'https://pictures.example/{z}/{x}/{y}.jpg',
  IMAGERY_ATTRIBUTION: 'Pictures <Ltd>',
  OVERLAP_TOLERANCE: '10',
  OVERLAP_RESULTS: '1',
  CORS_ORIGINS: 'https://app.example',
  TRUST_PROXY: '127.0.0.1,::1',
  DATABASE_POOLER: 'transaction',
  DATABASE_WAIT_SECONDS: '1',
  METRICS_TOKEN: 'token-of-prometheus',
  DRAIN_SECONDS: '1',
  LOG_LEVEL: 'info',
  LIMIT_REGISTRATION: '100',
  LIMIT_FORGOTTEN_PASSWORD: '100',
  LIMIT_BOUNDARY: '100',
  LIMIT_SEARCH: '1',
  LIMIT_EXPORT: '1',
  LIMIT_GIS: '100',
  LIMIT_CONTACT: '2',
  LIMIT_SYNC_ERRORS: '1',
  LIMIT_PEOPLE_READ: '1000',
  DATABASE_CONNECTIONS: '5',
  DATABASE_LONG_CONNECTIONS: '4',
  DATABASE_READ_CONNECTIONS: '3',
  BACKUP_TIME: '01:30',
  BACKUP_RECIPIENT: 'age1lggyhqrw2nlhcxprm67z43rta597azn8gknawjehu9d9dl0jq3yqqvfafg',
  BACKUP_COPY_COMMAND: 'cp "$BACKUP_FILE" "$BACKUP_DIR/copy"',
  // The drill is not due here.
  BACKUP_DRILL_URL: 'postgres://127.0.0.1:1/ardhi_drill',
  BACKUP_KEEP_DAYS: '1',
  BACKUP_KEEP_WEEKS: '0',
  BACKUP_KEEP_MONTHS: '0',
};

const OFFICE = {
  HOST: '0.0.0.0',
  GOVERMENT_SIGNUP: 'invite',
  GOVERNMENT_SIGNUP: 'domains:gov.example',
  TRUST_PROXY: '1',
  ARDHI_DEMO: '1',
  ARDHI_DEMO_FARMERS: '48',
};
// Known only at the start of the test; PORT is 0 for every test server.
const SET_PER_RUN = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'DATABASE_OWNER_URL',
  'DATA_DIR',
  'SMTP_URL',
  'PORT',
  'BACKUP_DIR',
  'BASEMAP_FILE',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
];

// Would make all other tests fail: see src/lib/http/maintenance.test.ts.
const SET_ELSEWHERE = ['MAINTENANCE'];

it('cover every setting', () => {
  const enabled = [...Object.keys(MINISTRY), ...Object.keys(OFFICE), ...SET_PER_RUN, ...SET_ELSEWHERE];
  expect(settingNames().filter((name) => !enabled.includes(name))).toEqual([]);
});

const OFFICIAL = {
  name: 'Wairimu',
  password: 'seven green lorries',
  role: 'government',
  department: 'Lands',
};

let mailServer: MailServer;
let server: RunningServer;
let client: Client;

beforeAll(async () => {
  mailServer = await startMailServer();
});
afterAll(() => mailServer.close());

const mailTo = (address: string) => mailServer.taken.find(({ to }) => to === address);

/** Creates two neighbours whose boundaries overlap by four metres; returns the overlaps reported to the second. */
async function overlapsOfNeighbours() {
  const [north, south] = [await client.as('farmer'), await client.as('farmer')];
  // Far from the parcels of the demo.
  const [x, y] = [16_000, 28_000];
  await setBoundary(north, (await newParcel(north))._id, rectangle(x, y));
  return (await setBoundary(south, (await newParcel(south))._id, rectangle(x + 9.6, y))).overlaps;
}

describe('a ministry behind a proxy', () => {
  let database: TestDatabase;
  const backups = mkdtempSync(join(tmpdir(), 'ardhi-settings-backups-'));

  beforeAll(async () => {
    database = await createTestDatabase();
    server = await startServer({
      ...MINISTRY,
      BACKUP_DIR: backups,
      DATABASE_URL: appUrlOf(database.connectionString),
      DATABASE_DIRECT_URL: appUrlOf(database.connectionString),
      DATABASE_READ_URL: appUrlOf(database.connectionString),
      DATABASE_OWNER_URL: database.connectionString,
      SMTP_URL: mailServer.url,
    });
    client = clientOf(server.url);
  });
  afterAll(async () => {
    await server?.end('SIGTERM');
    await database.drop();
    rmSync(backups, { recursive: true });
  });

  it('METRICS_TOKEN: protects the metrics', async () => {
    await client.send('GET /health');
    const metrics = (token: string) =>
      fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    expect((await metrics('guess')).status).toBe(401);
    const response = await metrics('token-of-prometheus');
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).toContain('http_request_duration_seconds_count{call="GET /health",status="200"} 1');
    expect(text).toContain('process_cpu_seconds_total');
    expect(text).toContain(
      'ardhi_pool_connections_max{pool="calls"} 5\nardhi_pool_connections_max{pool="long"} 4',
    );
    expect(text).toContain('ardhi_database_up 1');
    // DATABASE_READ_URL is set to the primary, which is no replica.
    expect(text).toContain('ardhi_pool_connections_max{pool="replica"} 3');
    expect(text).toContain('ardhi_replica_up 0');
  });

  it('SMTP_URL, MAIL_FROM, CONTACT_EMAIL: a contact message is mailed', async () => {
    await client.send('POST /contact', {
      body: { name: 'Amina', email: 'amina@example.ke', message: 'Help' },
    });
    await expect.poll(() => mailTo('lands@nakuru.example')?.text).toContain('Reply-To: amina@example.ke');
    expect(mailTo('lands@nakuru.example')?.text).toContain('From: Ardhi Nakuru <ardhi@nakuru.example>');
  });

  it('PUBLIC_URL: is the target of links in mails, and requires HTTPS', async () => {
    const farmer = await client.as('farmer');
    await client.send('POST /auth/forgot-password', { body: { email: farmer.user.email } });
    await expect.poll(() => mailTo(farmer.user.email)?.text).toContain('https://ardhi.example/');
    const { headers } = await fetch(server.url);
    expect(headers.get('strict-transport-security')).toContain('max-age=');
  });

  it('GOVERNMENT_SIGNUP, REQUIRE_SECOND_OFFICIAL, APPROVAL_LIMIT: print the invitation, and limit what one official approves', async () => {
    const register = (email: string, invitation?: string) =>
      client.send<SignedIn>('POST /auth/register', { body: { ...OFFICIAL, email, invitation } });
    expect(await register('w@nakuru.example')).toMatchObject({
      status: 403,
      body: { code: 'invitation-needed' },
    });
    const printed = () => /first official: (\S+)\n/.exec(server.output())?.[1];
    await expect.poll(printed).toBeTruthy();
    const { status, body } = await register('w@nakuru.example', printed());
    expect(status).toBe(201);

    const headers = { authorization: `Bearer ${body.token}` };
    const programme = await client.send<{ _id: string }>('POST /government/subsidies', {
      headers,
      body: { name: 'Drip kits', description: 'Half-acre kits', amount: 5000 },
    });
    const decided = await client.send<Problem>(`PUT /government/subsidies/${programme.body._id}`, {
      headers,
      body: { status: 'approved' },
    });
    expect(decided).toMatchObject({ status: 403, body: { code: 'second-official' } });
    const own = await client.send<{ limits: object }>('GET /government/posts/own', { headers });
    expect(own.body.limits).toMatchObject({ alone: 50_000 });
  });

  it('CONTACT_*, SOCIAL_LINKS, BASEMAP_URL, IMAGERY_*: are sent to the web, which may load those tiles', async () => {
    const { body } = await client.send<PublicConfig>('GET /config');
    expect(body).toEqual({
      contact: { email: 'lands@nakuru.example', phone: '+254 711 000 000', address: 'County Hall, Nakuru' },
      operator: 'Ministry of <Lands>, Uganda',
      social: [
        { name: 'Facebook', url: 'https://facebook.example/ardhi' },
        { name: 'X', url: 'https://x.example/ardhi' },
      ],
      governmentSignup: 'invite',
      mail: true,
      pushKey: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
      basemapUrl: 'https://tiles.example/{z}/{x}/{y}.png',
      basemapTiles: null,
      imagery: { url: 'https://pictures.example/{z}/{x}/{y}.jpg', attribution: 'Pictures <Ltd>' },
    });
    const policy = (await fetch(server.url)).headers.get('content-security-policy');
    expect(policy).toMatch(/img-src [^;]*https:\/\/tiles\.example/);
    expect(policy).toMatch(/connect-src [^;]*https:\/\/tiles\.example/);
  });

  it('ORGANISATION, COUNTRY: are named on the home page', async () => {
    const page = await (await fetch(server.url)).text();
    expect(page).toContain('Ministry of &#60;Lands&#62;, Uganda');
  });

  it('CORS_ORIGINS: allows only these origins', async () => {
    const allowed = async (origin: string) =>
      (await client.send('GET /health', { headers: { origin } })).headers.get('access-control-allow-origin');
    expect(await allowed('https://app.example')).toBe('https://app.example');
    expect(await allowed('https://elsewhere.example')).toBeNull();
  });

  it('TRUST_PROXY: limits count the address of the client', async () => {
    const requestReset = async (address: string) => {
      const options = { headers: { 'x-forwarded-for': address }, body: { email: 'who@example.ke' } };
      return (await client.send('POST /auth/forgot-password', options)).status;
    };
    for (let time = 1; time <= 5; time += 1) expect(await requestReset('198.51.100.1')).toBe(200);
    expect(await requestReset('198.51.100.1')).toBe(429);
    expect(await requestReset('198.51.100.2')).toBe(200);
  });

  it('SESSION_DAYS: ends a session that was idle for longer', async () => {
    const farmer = await client.as('farmer');
    const connection = new pg.Client({ connectionString: database.connectionString });
    await connection.connect();
    await connection.query(
      `update sessions set last_seen_at = now() - interval '25 hours' where user_id = $1`,
      [farmer.user._id],
    );
    await connection.end();
    expect((await farmer.send('GET /auth/profile')).status).toBe(401);
  });

  it('OVERLAP_TOLERANCE: treats a narrow strip as a measurement error', async () => {
    expect(await overlapsOfNeighbours()).toEqual([]);
  });

  it('OVERLAP_RESULTS: shows the overlaps of a later save later', async () => {
    const farmer = await client.as('farmer');
    const { _id } = await newParcel(farmer);
    expect((await setBoundary(farmer, _id, rectangle(0, 0))).overlapsFrom).toBeNull();
    expect((await setBoundary(farmer, _id, rectangle(0, 0, 9))).overlapsFrom).not.toBeNull();
  });

  it('LIMIT_*: limit the calls of one user', async () => {
    const farmer = await client.as('farmer');
    for (const call of ['GET /auth/data', 'GET /messages/users?q=abc']) {
      expect((await farmer.send(call)).status, call).toBe(200);
      expect((await farmer.send(call)).status, call).toBe(429);
    }
  });

  it('DATABASE_OWNER_URL: separates the audit log', () => {
    expect(server.output()).not.toContain('Audit log not separated');
  });

  it('PUSH_PRIVATE_KEY, PUSH_CONTACT, PUSH_HOSTS: browsers of farmers get push messages through these hosts', async () => {
    const farmer = await client.as('farmer');
    const { subscription } = testBrowser();
    const subscribe = async (endpoint: string) =>
      (await farmer.send('PUT /push/subscription', { body: { ...subscription, endpoint } })).status;
    expect(await subscribe('https://push.nakuru.example/1')).toBe(200);
    expect(await subscribe(subscription.endpoint)).toBe(400);
  });

  it('AUDIT_HEAD_TO: receives the head of the audit log', async () => {
    const owner = new pg.Client(database);
    await owner.connect();
    await owner.query(`select graphile_worker.add_job('log-trail-head', '{}')`);
    await owner.end();
    await expect.poll(() => mailTo('auditor@nakuru.example')?.text).toContain('"hash"');
  });

  it('BACKUP_…: a job of the server writes an encrypted backup, copies it and deletes old ones', async () => {
    const owner = new pg.Client(database);
    await owner.connect();
    // The drill is tested elsewhere: src/system/backup/drill.full.test.ts.
    await owner.query(`insert into backup_steps (step, succeeded_at) values ('drill', now())`);
    await owner.query(`select graphile_worker.add_job('backup', '{}')`);
    await expect.poll(() => server.output()).toContain('deleted 0 old backups, kept 1');
    await owner.end();
    expect(readFileSync(join(backups, 'copy')).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
  });

  it('LOG_LEVEL: logs each request', async () => {
    await client.send('GET /health');
    await expect.poll(() => server.output()).toMatch(/^\{.*"call":"GET \/health".*"msg":"answered"\}$/m);
  });
});

describe('a standalone office', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ardhi-settings-'));
  const perRun = () => ({
    DATA_DIR: dataDir,
    SMTP_URL: mailServer.url,
    BASEMAP_FILE: join(dataDir, 'kenya.pmtiles'),
  });

  beforeAll(async () => {
    writeFileSync(perRun().BASEMAP_FILE, pmtilesFile({ '0/0/0': sampleTile('Kenya') }));
    server = await startServer({ ...OFFICE, ...perRun() });
    client = clientOf(server.url);
  });
  afterAll(async () => {
    await server?.end('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('BASEMAP_FILE: its tiles are served', async () => {
    const { body } = await client.send<PublicConfig>('GET /config');
    const address = body.basemapTiles!.url.replace(/\{[zxy]\}/g, '0');
    expect((await fetch(`${server.url}${address}`)).status).toBe(200);
  });

  it('warns of a name that is almost a setting', () => {
    expect(server.output()).toContain(
      'GOVERMENT_SIGNUP is not a setting and has no effect: did you mean GOVERNMENT_SIGNUP?\n',
    );
  });

  it('HOST: 0.0.0.0 is printed as an address that can be opened', async () => {
    expect(server.url).toMatch(/^http:\/\/localhost:\d+$/);
    expect((await client.send('GET /ready')).status).toBe(200);
  });

  it('GOVERNMENT_SIGNUP: an address of the domain is confirmed by mail', async () => {
    const register = (email: string) => client.send('POST /auth/register', { body: { ...OFFICIAL, email } });
    expect(await register('a@elsewhere.example')).toMatchObject({
      status: 403,
      body: { code: 'domain-not-allowed' },
    });
    expect((await register('a@lands.gov.example')).status).toBe(201);
    await expect.poll(() => mailTo('a@lands.gov.example')?.text).toContain('/confirm-email#');
  });

  it('OVERLAP_TOLERANCE: is two metres by default', async () => {
    expect(await overlapsOfNeighbours()).toHaveLength(1);
  });

  it('ARDHI_DEMO: fills the database and prints accounts', async () => {
    const printed = () => /official: (\S+)\. The password is (\S+)\.\n/.exec(server.output());
    await expect.poll(printed).toBeTruthy();
    const [, email, password] = printed()!;
    expect((await client.send('POST /auth/login', { body: { email, password } })).status).toBe(200);
    expect(server.output()).toContain('Filling the demo, 1 of 3: farms 50%\n');
    expect(server.output()).toContain('Filling the demo, 3 of 3: totals 100%\n');
  });

  /** Output and exit code of a command of the operator. */
  const operate = (...args: string[]) => {
    const env = { ...environmentOfTests(), ...OFFICE, ...perRun() };
    return promisify(execFile)(process.execPath, ['scripts/cli.mjs', ...args], { cwd: root, env });
  };

  it('doctor: finds the running server, its secret and a wrong name', async () => {
    const { stdout } = await operate('doctor');
    expect(stdout).toMatch(/^WARNING {2}Settings .*GOVERMENT_SIGNUP is not a setting/m);
    expect(stdout).toMatch(/^ok {7}Database roles .*ardhi_app/m);
    expect(stdout).toMatch(/^ok {7}Mail /m);
    expect(stdout).toMatch(/^ok {7}Map .*kenya\.pmtiles: \d+ bytes, zoom 0 to 0\./m);
    expect(stdout).toMatch(/^unknown {2}Audit log /m);
    expect(stdout).toMatch(/^0 faults, 3 warnings$/m);
  });

  it('doctor: reports faults by its exit code, and creates nothing', async () => {
    const nowhere = join(dataDir, 'nowhere');
    const env = { ...environmentOfTests(), DATA_DIR: nowhere };
    const run = promisify(execFile)(process.execPath, ['scripts/cli.mjs', 'doctor'], { cwd: root, env });
    await expect(run).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^FAULT {4}Database .*nowhere is not running: start the server/m),
    });
    expect(existsSync(nowhere)).toBe(false);
  });

  it('maintenance: replaces every page by one in both languages until it is switched off', async () => {
    await operate('maintenance', 'on');
    await expect.poll(async () => (await fetch(`${server.url}/land`)).status).toBe(503);
    const page = await fetch(server.url);
    expect(page.headers.get('retry-after')).toBe('60');
    expect(page.headers.get('content-security-policy')).toContain("style-src 'sha256-");
    const html = await page.text();
    expect(html).toContain('Ardhi is being maintained');
    expect(html).toContain('Ardhi inafanyiwa matengenezo');
    expect((await fetch(`${server.url}/icon-64.png`)).status).toBe(200);
    expect((await client.send('GET /config')).body).toMatchObject({ code: 'maintenance' });
    expect((await client.send('GET /ready')).status).toBe(200);
    await operate('maintenance', 'off');
    await expect.poll(async () => (await fetch(server.url)).status).toBe(200);
  });

  it('includes packages that are loaded on demand', async () => {
    const farmer = await client.as('farmer');
    const land = await newParcel(farmer);
    const pdf = await farmer.send<string>(`GET /land/${land._id}/report.pdf`);
    expect(pdf.body).toMatch(/^%PDF-/);
    expect((await client.send<string>('GET /docs/')).body).toContain('swagger');
  });
});
