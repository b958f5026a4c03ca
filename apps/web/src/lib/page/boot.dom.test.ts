/** boot.js: work started before the bundles load, and the handover to them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { amina, OUR_HEADERS, stubResponses, wanjiru } from '../../../test/server.ts';
import { call } from '../http/api.ts';
import { recordPosition } from '../http/position.ts';
import { sessionStore } from '../session/session-store.ts';

const source = readFileSync(join(import.meta.dirname, '../../../public/boot.js'), 'utf8');

function boot(path = '/dashboard', user: object = amina): void {
  localStorage.setItem('token', 'stored');
  localStorage.setItem('user', JSON.stringify(user));
  history.replaceState(null, '', path);
  const script = document.createElement('script');
  script.dataset.dashboard = 'signed-in.js farm.js';
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  new Function(source)();
}

const preloaded = () =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map(({ href }) => href);

beforeEach(() => {
  sessionStore.forget();
  document.documentElement.lang = 'en';
  document.head.innerHTML = '';
  delete window.earlyProfile;
});

describe('early profile request', () => {
  it('sends the headers of the API client, and only one request', async () => {
    const sent = stubResponses({ 'GET /auth/profile': { body: amina } });
    recordPosition('1/A');
    boot();
    expect(sent).toHaveLength(1);
    await sessionStore.start();
    expect(sent).toHaveLength(1);
    expect(sessionStore.get()).toMatchObject({ status: 'in', user: { name: amina.name } });
    await call('GET /auth/profile');
    const [early, later] = sent.map(({ headers }) => Object.fromEntries(headers));
    expect(early).toEqual(later);
  });

  it('is discarded if the token has changed since', async () => {
    const sent = stubResponses({ 'GET /auth/profile': { body: wanjiru } });
    boot();
    localStorage.setItem('token', 'newer');
    await sessionStore.start();
    expect(sent.map(({ headers }) => headers.get('Authorization'))).toEqual([
      'Bearer stored',
      'Bearer newer',
    ]);
  });

  it('keeps the stored user after the usual timeout if there is no response', async () => {
    vi.useFakeTimers();
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      const ending = new AbortController();
      setTimeout(() => ending.abort(new DOMException('Too late', 'TimeoutError')), milliseconds);
      return ending.signal;
    });
    const fetchMock = vi.fn(
      (_url: string, { signal }: RequestInit) =>
        new Promise<Response>((_resolve, reject) =>
          signal?.addEventListener('abort', () => reject(signal.reason)),
        ),
    );
    vi.stubGlobal('fetch', fetchMock);
    boot();
    const started = sessionStore.start();
    await vi.advanceTimersByTimeAsync(8_000);
    await started;
    vi.useRealTimers();
    expect(fetchMock).toHaveBeenCalledOnce();
    expect(sessionStore.get()).toMatchObject({ status: 'in', user: { name: amina.name } });
  });

  it('ends the session on a 401', async () => {
    vi.stubGlobal('fetch', async () => new Response('{}', { status: 401, headers: OUR_HEADERS }));
    boot();
    await sessionStore.start();
    expect(sessionStore.get().status).toBe('out');
  });
});

it.each([
  ['a farmer’s dashboard', '/dashboard', amina, ['/assets/signed-in.js', '/assets/farm.js']],
  ['another page', '/land', amina, []],
  ['an official’s dashboard', '/dashboard', wanjiru, []],
])('preloads the dashboard modules for farmers only: %s', (_what, path, user, files) => {
  stubResponses({ 'GET /auth/profile': { body: user } });
  boot(path, user);
  expect(preloaded().map((href) => new URL(href).pathname)).toEqual(files);
});
