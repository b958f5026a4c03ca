import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  cacheApp,
  cacheFarmerPages,
  cacheFieldPages,
  cacheMissing,
  FILES,
  readShell,
  removeForged,
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

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');
const hashesOf = (...addresses: string[]) => addresses.map((address) => sha256(address).replace('=', ''));

const first: Build = {
  version: 'one',
  app: ['/assets/a-1.js'],
  field: ['/assets/parcel-1.js'],
  texts: { en: [], sw: [] },
  farmer: ['/assets/map-1.js', '/assets/b-1.js'],
  farmerKilobytes: 430,
  hashes: hashesOf('/assets/a-1.js', '/assets/parcel-1.js', '/assets/map-1.js', '/assets/b-1.js'),
};
const second: Build = {
  version: 'two',
  app: ['/assets/a-2.js'],
  field: ['/assets/parcel-2.js'],
  texts: { en: [], sw: [] },
  farmer: ['/assets/map-1.js', '/assets/b-2.js'],
  farmerKilobytes: 440,
  hashes: hashesOf('/assets/a-2.js', '/assets/parcel-2.js', '/assets/map-1.js', '/assets/b-2.js'),
};

/** Like a browser: a response with another hash than requested is an error. */
function serve(contentOf: (address: string, cache?: RequestCache) => string): void {
  vi.stubGlobal('fetch', async (address: string, { integrity, cache }: RequestInit = {}) => {
    fetched.push(address);
    const content = contentOf(address, cache);
    if (integrity && integrity !== `sha256-${sha256(content)}`) throw new TypeError('Failed to fetch');
    return new Response(content);
  });
}

let fetched: string[];
beforeEach(() => {
  fetched = [];
  serve((address) => address);
});

describe('cached files', () => {
  it('start with the app files; the farmer pages follow on request', async () => {
    const { storage, stores } = fakeCaches();
    await cacheApp(storage, first, 'en');
    expect([...(stores.get(FILES)?.keys() ?? [])]).toEqual(['/assets/a-1.js']);
    expect(await (await readShell(storage, first, 'sw'))?.text()).toBe('/shell/sw');
    await cacheFarmerPages(storage, first, 'en');
    expect(stores.get(FILES)?.has('/assets/map-1.js')).toBe(true);
  });

  it('for the field alone leave out the others and name their size; an update caches its own', async () => {
    const { storage, stores } = fakeCaches();
    await cacheApp(storage, first, 'en');
    await cacheFieldPages(storage, first, 'en');
    const kept = () => [...(stores.get(FILES)?.keys() ?? [])];
    expect(kept()).toEqual(['/assets/a-1.js', '/assets/parcel-1.js', '/kept/field']);
    expect(await stores.get(FILES)!.get('/kept/field')!.clone().text()).toBe('430');
    await cacheApp(storage, second, 'en');
    await removeOld(storage, second, { alone: true });
    expect(kept().sort()).toEqual(['/assets/a-2.js', '/assets/parcel-2.js', '/kept/field']);
  });

  it('for the field have the texts of the current language only', async () => {
    const { storage, stores } = fakeCaches();
    const [en, sw] = ['/assets/land-en.js', '/assets/land-sw.js'];
    const field = [en, sw, '/assets/parcel-1.js'];
    const build: Build = { ...first, field, texts: { en: [en], sw: [sw] }, hashes: [] };
    const kept = () => [...stores.get(FILES)!.keys()].filter((path) => field.includes(path)).sort();
    await cacheFieldPages(storage, build, 'sw');
    expect(kept()).toEqual([sw, '/assets/parcel-1.js']);
    await cacheMissing(storage, build, 'sw');
    expect(kept()).toEqual([sw, '/assets/parcel-1.js']);
    await cacheFieldPages(storage, build, 'en');
    expect(kept()).toEqual(field);
  });

  it('of all pages have the texts of both languages', async () => {
    const { storage, stores } = fakeCaches();
    const texts = { en: ['/assets/land-en.js'], sw: ['/assets/land-sw.js'] };
    await cacheFarmerPages(storage, { ...first, field: [...texts.en, ...texts.sw], texts, hashes: [] }, 'en');
    expect(stores.get(FILES)!.has('/assets/land-sw.js')).toBe(true);
  });

  it('are fetched with a delay after each page request', async () => {
    vi.useFakeTimers();
    const { storage } = fakeCaches();
    yieldToPage();
    const cached = cacheFarmerPages(storage, first, 'en');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(fetched).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    await cached;
    expect(fetched).toEqual([...first.field, ...first.farmer]);
    vi.useRealTimers();
  });

  it('of a newer version are complete before it takes over, and only changed files are fetched', async () => {
    const { storage, stores } = fakeCaches();
    await cacheApp(storage, first, 'en');
    await cacheFarmerPages(storage, first, 'en');
    fetched = [];
    await cacheApp(storage, second, 'en');
    expect(fetched.sort()).toEqual([
      '/assets/a-2.js',
      '/assets/b-2.js',
      '/assets/parcel-2.js',
      '/shell/en',
      '/shell/sw',
    ]);
    expect(stores.get(FILES)?.has('/assets/b-1.js')).toBe(true);
  });

  it('of an older version are removed on takeover, unless a second tab is open', async () => {
    const { storage, stores } = fakeCaches();
    await cacheApp(storage, first, 'en');
    await cacheFarmerPages(storage, first, 'en');
    await cacheApp(storage, second, 'en');
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
    await expect(cacheApp(storage, first, 'en')).rejects.toThrow('/assets/a-1.js: 502');
  });
});

describe('a network that returns its own page', () => {
  const PORTAL = '<h1>Pay here</h1>';
  const contents = async (stores: Map<string, Map<string, Response>>) =>
    await Promise.all([...(stores.get(FILES)?.values() ?? [])].map((one) => one.clone().text()));

  it('is never cached in place of a file', async () => {
    const { storage, stores } = fakeCaches();
    await cacheApp(storage, first, 'en');
    serve(() => PORTAL);
    await expect(cacheFarmerPages(storage, first, 'en')).rejects.toThrow('Failed to fetch');
    await expect(cacheApp(storage, second, 'en')).rejects.toThrow('Failed to fetch');
    expect(await contents(stores)).toEqual(['/assets/a-1.js']);
  });

  it('is bypassed if only the browser’s cache has it', async () => {
    const { storage } = fakeCaches();
    serve((address, cache) => (cache === 'reload' ? address : PORTAL));
    await cacheFarmerPages(storage, first, 'en');
    expect(await (await storage.open(FILES)).match('/kept/farmer')).toBeDefined();
  });

  it('does not replace a shell; nor does a server with other settings', async () => {
    const { storage } = fakeCaches();
    await cacheApp(storage, first, 'en');
    const hashes = { en: sha256('new en').replace('=', ''), sw: sha256('new sw').replace('=', '') };
    serve((address) => (address === '/shell/en' ? 'new en' : address));
    await expect(cacheApp(storage, first, 'en', hashes)).rejects.toThrow('Failed to fetch');
    expect(await (await readShell(storage, first, 'en'))?.text()).toBe('/shell/en');
    serve((address) => (address.startsWith('/shell/') ? `new ${address.slice(-2)}` : address));
    await cacheApp(storage, first, 'en', hashes);
    expect(await (await readShell(storage, first, 'sw'))?.text()).toBe('new sw');
  });

  it.each(['an update', 'a failed import'])(
    'cached by an earlier version is replaced by %s',
    async (when) => {
      const { storage, stores } = fakeCaches();
      await cacheApp(storage, first, 'en');
      await cacheFarmerPages(storage, first, 'en');
      const files = await storage.open(FILES);
      for (const address of ['/assets/a-1.js', '/assets/map-1.js'])
        await files.put(address, new Response(PORTAL));
      if (when === 'an update') await cacheApp(storage, first, 'en');
      else {
        await removeForged(storage, first);
        await cacheMissing(storage, first, 'en');
      }
      expect(await contents(stores)).not.toContain(PORTAL);
      expect(stores.get(FILES)?.has('/assets/map-1.js')).toBe(true);
    },
  );
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
