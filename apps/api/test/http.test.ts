/** Behaviour common to all calls: errors, languages, idempotency keys, headers. */
import { api, type Problem, type Route, type SignedIn } from '@ardhi/contract';
import { MARKER_HEADER } from '@ardhi/contract/headers';
import { describe, expect, it } from 'vitest';
import { PASSWORD, type TestApp, testApp } from './app.ts';

const app = testApp({ METRICS_TOKEN: 'let-me-in', CORS_ORIGINS: 'https://other.example' });

describe('errors', () => {
  it('are JSON for a call that does not exist', async () => {
    const response = await app.send<Problem>('GET /no/such/call');
    expect(response.status).toBe(404);
    expect(response.body.code).toBe('unknown-call');
  });

  it('report broken or deeply nested JSON, an oversized body and a wrong content type', async () => {
    const login = (body: string, headers = {}) => app.send<Problem>('POST /auth/login', { body, headers });
    expect(await login('{"email": ')).toMatchObject({ status: 400, body: { code: 'broken-json' } });
    expect(await login(`{"email":"${'x'.repeat(1_100_000)}"}`)).toMatchObject({
      status: 413,
      body: { code: 'too-large' },
    });
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(await login(deep)).toMatchObject({ status: 400, body: { code: 'broken-json' } });
    expect(await login('<x/>', { 'content-type': 'text/xml' })).toMatchObject({ status: 415 });
    expect(await login('[]')).toMatchObject({ status: 400, body: { code: 'validation' } });
    expect(await login('null')).toMatchObject({ status: 400, body: { code: 'validation' } });
    expect(await login('"text"')).toMatchObject({ status: 400, body: { code: 'validation' } });
  });

  it('follow Accept-Language', async () => {
    const response = await app.send<Problem>('POST /auth/login', {
      body: {},
      headers: { 'accept-language': 'fr, sw-KE;q=0.9, en;q=0.5' },
    });
    expect(response.body.message).toBe('Tafadhali angalia sehemu zilizowekwa alama.');
    expect(response.body.issues?.[0]?.message).toBe('Tafadhali jaza sehemu hii.');
  });

  it('reveal nothing internal', async () => {
    const person = await app.as('government');
    // A NUL character passes the validation of the query and is rejected by PostgreSQL.
    const cursor = Buffer.from(JSON.stringify(['2026-01-01\0', 'x'])).toString('base64url');
    const response = await person.send<Problem>('GET /government/contact-messages', { query: { cursor } });
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body)).not.toMatch(/select|postgres|invalid|stack|\.ts/i);
  });
});

describe('an empty body with a JSON content type', () => {
  it('is accepted', async () => {
    const person = await app.as('farmer');
    expect((await person.send('POST /auth/logout')).status).toBe(200);
  });
});

describe('idempotency keys', () => {
  const note = (person: { send: TestApp['send'] }, key: string, text: string) =>
    person.send<{ _id: string }>('POST /government/subsidies', {
      body: { name: text, description: 'Seed', amount: 1 },
      headers: { 'idempotency-key': key },
    });
  const count = async (text: string) =>
    (await app.db.selectFrom('subsidies').select('id').where('name', '=', text).execute()).length;

  it('apply a write once, even if it is sent repeatedly and concurrently', async () => {
    const person = await app.as('government');
    const responses = await Promise.all(Array.from({ length: 10 }, () => note(person, 'key-1', 'once')));
    expect(new Set(responses.map(({ body }) => body._id)).size).toBe(1);
    expect(responses.every(({ status }) => status === 201)).toBe(true);
    expect(await count('once')).toBe(1);
    expect((await note(person, 'key-1', 'once')).body).toEqual(responses[0]!.body);
  });

  it('reject a different body, and are separate for each user', async () => {
    const [one, two] = [await app.as('government'), await app.as('government')];
    await note(one, 'key-2', 'mine');
    const reused = await note(one, 'key-2', 'changed');
    expect(reused).toMatchObject({ status: 409, body: { code: 'key-reused' } });
    expect(await count('changed')).toBe(0);
    expect((await note(two, 'key-2', 'mine')).status).toBe(201);
    expect(await count('mine')).toBe(2);
  });

  it('are honoured by every write of a signed-in user whose response can be stored', () => {
    const ownTransaction = Object.entries<Route>(api)
      .filter(
        ([call, { access, transaction }]) => !call.startsWith('GET ') && access !== 'public' && transaction,
      )
      .map(([call]) => call);
    expect(ownTransaction.sort()).toEqual([
      // The session and its keys end with the account, so a repeat is rejected.
      'DELETE /auth/account',
      // They contain or return a proof that is valid once. A repeat changes nothing.
      'POST /auth/confirm',
      'POST /auth/second-factors/challenge',
      'POST /auth/second-factors/enrolment',
      'POST /auth/second-factors/passkey-options',
      // Each of its writes has its own key.
      'POST /sync',
      // Counted only in the process, and never sent twice by the app.
      'POST /sync-errors',
    ]);
  });

  it('store nothing of a registration or a login', async () => {
    const headers = { 'idempotency-key': 'sign-in' };
    const person = { name: 'Zawadi', email: 'zawadi@test.example', password: PASSWORD, role: 'farmer' };
    const body = { ...person, location: 'Njoro', farmSize: 1 };
    type SignInResponse = SignedIn & Problem;
    expect((await app.send<SignInResponse>('POST /auth/register', { body, headers })).status).toBe(201);
    expect((await app.send<SignInResponse>('POST /auth/register', { body, headers })).status).toBe(409);
    const login = () => app.send<SignInResponse>('POST /auth/login', { body: person, headers });
    const [one, other] = [await login(), await login()];
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(one.body.token).not.toBe(other.body.token);
    const rows = await app.sql<{ answer: string }>`select answer from idempotency_keys where key = 'sign-in'`;
    expect(rows).toEqual([]);
  });

  it('store nothing for a failed write', async () => {
    const person = await app.as('government');
    expect((await note(person, 'key-3', 'x'.repeat(3000))).status).toBe(400);
    expect((await note(person, 'key-3', 'short enough')).status).toBe(201);
  });
});

describe('headers', () => {
  it('block scripts and frames of other sites', async () => {
    const { headers } = await fetch(`${app.url}/`);
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self'(;|$)/);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('prevent rendering and sniffing of API responses, in few bytes', async () => {
    const { headers } = await app.send('GET /health');
    expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const size = [...headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
    expect(size).toBeLessThan(600);
  });

  it('include the marker header and the date in every response, also for another origin', async () => {
    const amina = await app.as('farmer');
    const { headers: fresh } = await amina.send('GET /land');
    const unchanged = { 'if-none-match': fresh.get('etag') ?? '' };
    const stream = await fetch(`${app.url}/api/events`, {
      headers: { authorization: `Bearer ${amina.token}` },
    });
    const responses = [
      await app.send('GET /health', { headers: { origin: 'https://other.example' } }),
      await app.send('GET /no/such/call'),
      await app.send('GET /land'),
      await app.send('POST /auth/login', { body: '{"email": ' }),
      await amina.send('GET /land', { headers: unchanged }),
      stream,
    ];
    await stream.body?.cancel();
    expect(responses.map(({ status }) => status)).toEqual([200, 404, 401, 400, 304, 200]);
    for (const { headers } of responses) {
      expect(headers.get(MARKER_HEADER)).toBe('1');
      expect(Date.parse(headers.get('date') ?? '')).toBeGreaterThan(0);
    }
    const exposed = responses[0]?.headers.get('access-control-expose-headers')?.split(', ');
    // The date too: it corrects the phone's clock and is the start time of the event stream.
    expect(exposed).toEqual(expect.arrayContaining([MARKER_HEADER, 'date', 'etag']));
  });

  it('reject an unknown Content-Encoding, and HEAD of the event stream, which would stay open', async () => {
    const amina = await app.as('farmer');
    const encoded = await amina.send('POST /land', { body: {}, headers: { 'content-encoding': 'nonsense' } });
    expect(encoded.status).toBe(415);
    const head = await fetch(`${app.url}/api/events`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${amina.token}` },
    });
    expect(head.status).toBe(404);
  });

  it('allow only the origins of CORS_ORIGINS', async () => {
    const from = async (origin: string) =>
      (await app.send('GET /health', { headers: { origin } })).headers.get('access-control-allow-origin');
    expect(await from('https://other.example')).toBe('https://other.example');
    expect(await from('https://evil.example')).toBeNull();
  });

  it('accept the ETag that the web app sends from another origin', async () => {
    const preflight = await fetch(`${app.url}/api/land`, {
      method: 'OPTIONS',
      headers: { origin: 'https://other.example', 'access-control-request-method': 'GET' },
    });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('if-none-match');
  });
});

describe('metrics', () => {
  it('require the token', async () => {
    const fetchMetrics = (token: string) =>
      fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    expect((await fetchMetrics('wrong')).status).toBe(401);
    const response = await fetchMetrics('let-me-in');
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('http_request_duration_seconds_bucket');
  });
});

describe('documents', () => {
  it('describe every call', async () => {
    const { body } = await app.send<{ paths: Record<string, Record<string, unknown>> }>('GET /openapi.json');
    const described = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(Object.keys(api).sort());
    const page = await fetch(`${app.url}/api/docs/`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('swagger-ui');
  });
});
