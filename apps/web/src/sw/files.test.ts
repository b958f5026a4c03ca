import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  cacheApp,
  cacheFarmerPages,
  FILES,
  readShell,
  removeOld,
  shellLanguage,
  yieldToPage,
} from './files.ts';
import type { Build } from './scope.ts';

/** Subset of CacheStorage that the worker uses. */
function fakeCaches() {
  const stores = new Map<string, Map<string, Response>>();
  const pathOf = (request: RequestInfo | URL) =>
    new URL(request instanceof Request ? request.url : request, 'http://test').pathname;
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      match: async (request: RequestInfo) => store.get(pathOf(request))?.clone(),
      put: async (request: RequestInfo, response: Response) => void store.set(pathOf(request), response),
      delete: async (request: RequestInfo) => store.delete(pathOf(request)),
      keys: async () => [...store.keys()].map((path) => new Request(`http://test${path}`)),
    };
  };
  const storage = {
    open,
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  };
  // Cast: only the methods that the worker calls exist.
  return { storage: storage as unknown as CacheStorage, stores };
}

const first: Build = {
  version: 'one',
  app: ['/assets/a-1.js'],
  farmer: ['/assets/map-1.js', '/assets/b-1.js'],
};
const second: Build = {
  version: 'two',
  app: ['/assets/a-2.js'],
  farmer: ['/assets/map-1.js', '/assets/b-2.js'],
};

let fetched: string[];
beforeEach(() => {
  fetched = [];
  vi.stubGlobal('fetch', async (address: string) => {
    fetched.push(address);
    return new Response(address);
  });
});

describe('cached files', () => {
  it('start with the app files; the farmer pages follow on request', async () => {
    const { storage, stores } = fakeCaches();
    await cacheApp(storage, first);
    expect([...(stores.get(FILES)?.keys() ?? [])]).toEqual(['/assets/a-1.js']);
    expect(await (await readShell(storage, first, 'sw'))?.text()).toBe('/shell/sw');
    await cacheFarmerPages(storage, first);
    expect(stores.get(FILES)?.has('/assets/map-1.js')).toBe(true);
  });

  it('are fetched with a delay after each page request', async () => {
    vi.useFakeTimers();
    const { storage } = fakeCaches();
    yieldToPage();
    const cached = cacheFarmerPages(storage, first);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(fetched).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    await cached;
    expect(fetched).toEqual(first.farmer);
    vi.useRealTimers();
  });

  it('of a newer version are complete before it takes over, and only changed files are fetched', async () => {
    const { storage, stores } = fakeCaches();
    await cacheApp(storage, first);
    await cacheFarmerPages(storage, first);
    fetched = [];
    await cacheApp(storage, second);
    expect(fetched.sort()).toEqual(['/assets/a-2.js', '/assets/b-2.js', '/shell/en', '/shell/sw']);
    expect(stores.get(FILES)?.has('/assets/b-1.js')).toBe(true);
  });

  it('of an older version are removed on takeover, unless a second tab is open', async () => {
    const { storage, stores } = fakeCaches();
    await cacheApp(storage, first);
    await cacheFarmerPages(storage, first);
    await cacheApp(storage, second);
    await removeOld(storage, second, { alone: false });
    expect(stores.get(FILES)?.has('/assets/b-1.js')).toBe(true);
    await removeOld(storage, second, { alone: true });
    expect(stores.get(FILES)?.has('/assets/b-1.js')).toBe(false);
    expect(stores.get(FILES)?.has('/assets/map-1.js')).toBe(true);
    expect([...stores.keys()].sort()).toEqual([FILES, 'ardhi-shell-two']);
  });

  it('must be complete: one failed file fails the installation', async () => {
    const { storage } = fakeCaches();
    vi.stubGlobal('fetch', async (address: string) =>
      address.endsWith('a-1.js') ? new Response('', { status: 502 }) : new Response(address),
    );
    await expect(cacheApp(storage, first)).rejects.toThrow('/assets/a-1.js: 502');
  });
});

describe('shell language', () => {
  const languageOf = (languages: string[], cookie?: string) =>
    shellLanguage({
      navigator: { languages, language: languages[0] } as unknown as Navigator,
      cookieStore: { get: async () => (cookie ? { value: cookie } : null) },
    });

  it.each([
    ['the language of the cookie', ['en-GB'], 'sw', 'sw'],
    ['the first supported browser language', ['fr-FR', 'sw-KE', 'en'], undefined, 'sw'],
    ['not an unsupported language of the cookie', ['sw'], 'fr', 'sw'],
    ['English if no browser language is supported', ['fr'], undefined, 'en'],
  ])('is %s', async (_what, languages, cookie, expected) => {
    expect(await languageOf(languages, cookie)).toBe(expected);
  });
});
