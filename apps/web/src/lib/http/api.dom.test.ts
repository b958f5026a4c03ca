import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { OUR_HEADERS } from '../../../test/server.ts';
import { setCurrentLanguage } from '../text/language.ts';
import {
  ApiError,
  call,
  callPage,
  NetworkError,
  nextCursor,
  request,
  setUnauthorizedHandler,
} from './api.ts';

const OUR_JSON = { 'Content-Type': 'application/json', ...OUR_HEADERS };
const fetchMock = vi.fn<typeof fetch>();

function answer(body: unknown, init: ResponseInit = {}) {
  fetchMock.mockResolvedValueOnce(new Response(body === undefined ? null : JSON.stringify(body), init));
}

function sent() {
  const [address, init] = fetchMock.mock.lastCall ?? [];
  return { address: String(address), init, headers: new Headers(init?.headers) };
}

const logOut = () => call('POST /auth/logout', { idempotencyKey: 'k1' });

beforeEach(() => {
  fetchMock.mockReset();
  vi.stubGlobal('fetch', fetchMock);
});

afterEach(() => setUnauthorizedHandler(() => {}));

describe('requests', () => {
  it('fills the path, drops empty query values and sends the language', async () => {
    setCurrentLanguage('sw');
    answer([]);
    await callPage('GET /government/contact-messages', { query: { state: 'open', cursor: undefined } });
    expect(sent().address).toBe('/api/government/contact-messages?state=open');
    expect(sent().headers.get('Accept-Language')).toBe('sw');

    answer({ message: 'done' });
    await call('DELETE /auth/sessions/{id}', { params: { id: 'a/b' }, idempotencyKey: 'k1' });
    expect(sent().address).toBe('/api/auth/sessions/a%2Fb');
    expect(sent().init?.method).toBe('DELETE');
    expect(sent().headers.get('Content-Type')).toBe('application/json');
  });

  it('carries the stored token, unless the call is anonymous', async () => {
    localStorage.setItem('token', 'secret');
    answer({ message: 'done' });
    await logOut();
    expect(sent().headers.get('Authorization')).toBe('Bearer secret');

    answer({ message: 'done' });
    await call('POST /contact', { body: { name: 'A', email: 'a@b', message: 'm' }, anonymous: true });
    expect(sent().headers.has('Authorization')).toBe(false);
  });

  it('sends body and idempotency key', async () => {
    answer({ message: 'done' }, { status: 201 });
    await call('POST /contact', { body: { name: 'A', email: 'a@b', message: 'm' }, idempotencyKey: 'k1' });
    expect(sent().init?.body).toBe('{"name":"A","email":"a@b","message":"m"}');
    expect(sent().headers.get('Idempotency-Key')).toBe('k1');
  });

  it('by signed-in users do not compile as a write without an idempotency key', () => {
    const params = { id: 'a' };
    // Never called: this tests the types.
    void (() => [
      // @ts-expect-error
      call('POST /auth/logout'),
      // @ts-expect-error
      call('DELETE /auth/sessions/{id}', { params }),
      // @ts-expect-error
      request('PUT /government/posts/{id}/end', { params }),
      call('PUT /government/posts/{id}/end', { params, idempotencyKey: 'k1' }),
      call('POST /auth/login', { body: { email: 'a@b', password: 'p' }, anonymous: true }),
      call('GET /auth/sessions'),
    ]);
  });
});

describe('responses', () => {
  it('are typed by the contract', async () => {
    answer({ token: 't', role: 'farmer', user: { name: 'Amina' } });
    const signedIn = await call('POST /auth/login', { body: { email: 'a@b', password: 'p' } });
    expectTypeOf(signedIn.user.farmSize).toEqualTypeOf<number | null>();
    expect(signedIn.user.name).toBe('Amina');
  });

  it('of lists include total and next cursor', async () => {
    answer([{ _id: '1' }], {
      headers: { 'X-Total-Count': '7', Link: '</api/x?limit=1&cursor=abc%3D>; rel="next"' },
    });
    const page = await callPage('GET /government/contact-messages', { query: { limit: 1 } });
    expect(page).toMatchObject({ total: 7, next: 'abc=' });
    expect(nextCursor('<http://h/x?cursor=1>; rel="prev", <http://h/x?cursor=2>; rel="next"')).toBe('2');
    expect(nextCursor(null)).toBeUndefined();
  });

  it('with a problem are thrown with its fields', async () => {
    answer(
      { message: 'Wrong.', code: 'invalid', issues: [{ path: 'email', code: 'x', message: 'Bad' }] },
      { status: 400, headers: { 'Retry-After': '30' } },
    );
    const error = await logOut().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 400,
      code: 'invalid',
      message: 'Wrong.',
      retryAfter: 30,
      issues: [{ path: 'email' }],
    });
  });

  it('without a message get one from the status', async () => {
    fetchMock.mockResolvedValueOnce(new Response('<html>', { status: 502, statusText: 'Bad Gateway' }));
    await expect(logOut()).rejects.toMatchObject({
      message: 'HTTP 502: Bad Gateway',
      hasServerMessage: false,
    });
  });

  it('that are missing or incomplete throw a NetworkError', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(call('GET /auth/profile')).rejects.toBeInstanceOf(NetworkError);
    fetchMock.mockResolvedValueOnce(new Response('{"half":'));
    await expect(call('GET /auth/profile')).rejects.toBeInstanceOf(NetworkError);
  });

  it.each([
    ['an HTML page', new Response('<html>', { status: 200, headers: { 'Content-Type': 'text/html' } })],
    [
      'an HTML page with our header',
      new Response('<html>', { status: 503, headers: { 'Content-Type': 'text/html', ...OUR_HEADERS } }),
    ],
    ['an HTML error page', new Response('<html>', { status: 404, headers: { 'Content-Type': 'text/html' } })],
    ['a captive portal', new Response('{}', { status: 511 })],
    ['a truncated error response', new Response('{"mess', { status: 400, headers: OUR_JSON })],
  ])('from %s throw a NetworkError', async (_name, response) => {
    fetchMock.mockResolvedValueOnce(response);
    await expect(logOut()).rejects.toBeInstanceOf(NetworkError);
  });

  it('with onlyOurs must come from our server', async () => {
    const get = { query: { get: 'land' } };
    answer([]);
    await expect(call('GET /batch', { ...get, onlyOurs: true })).rejects.toBeInstanceOf(NetworkError);
    answer([], { headers: OUR_HEADERS });
    expect(await call('GET /batch', { ...get, onlyOurs: true })).toEqual([]);
    answer([]);
    expect(await call('GET /batch', get)).toEqual([]);
  });

  it('pass an AbortError through', async () => {
    fetchMock.mockRejectedValueOnce(new DOMException('Aborted', 'AbortError'));
    await expect(call('GET /auth/profile')).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('401', () => {
  it('is reported with the rejected token, unless the call handles it itself', async () => {
    const refused = vi.fn();
    setUnauthorizedHandler(refused);
    localStorage.setItem('token', 'old');
    answer({ message: 'no', code: 'unauthorized' }, { status: 401 });
    await call('GET /auth/profile').catch(() => {});
    expect(refused).toHaveBeenCalledExactlyOnceWith('old', expect.objectContaining({ isOurs: false }));

    answer({ message: 'no', code: 'credentials' }, { status: 401 });
    await call('POST /auth/login', {
      body: { email: 'a@b', password: 'p' },
      anonymous: true,
      ownsUnauthorized: true,
    }).catch(() => {});
    expect(refused).toHaveBeenCalledOnce();
  });

  it('logs nothing', async () => {
    const spies = (['log', 'info', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level));
    localStorage.setItem('token', 'secret');
    answer({ message: 'no', code: 'x' }, { status: 500 });
    await call('GET /auth/profile').catch(() => {});
    for (const spy of spies) expect(spy).not.toHaveBeenCalled();
  });
});
