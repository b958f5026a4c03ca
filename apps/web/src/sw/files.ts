/**
 * Cached files of the app. A network in between may return its own page for any file, so only files with the hash of the
 * build are cached. File names contain a content hash, so unchanged files survive an update and only changed ones
 * are fetched. The shells (the page without data, one per language) belong to one version and have their own cache.
 */
import { isLanguage, LANGUAGES, type Language, preferredLanguage } from '../lib/text/language.ts';
import type { Build, WorkerScope } from './scope.ts';

export const FILES = 'ardhi-files';
/** Completeness stamps: set once these files are cached. An update then caches its own before it takes over. */
const STAMPS = { field: '/kept/field', farmer: '/kept/farmer' } as const;
/** Parallel downloads. */
const CONCURRENCY = 3;
/** Delay after a page's request: on a slow connection the user's own requests have priority. */
const QUIET_MS = 1_500;

let lastPageRequest = Number.NEGATIVE_INFINITY;

/** Called on every request of a page. */
export function yieldToPage(): void {
  lastPageRequest = performance.now();
}

const untilQuiet = () =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, lastPageRequest + QUIET_MS - performance.now())));

const shellsOf = ({ version }: Build) => `ardhi-shell-${version}`;
const shellAddress = (language: Language) => `/shell/${language}`;

/** Undefined for a file of another version, and for pages of officials, which are not cached. */
export function hashOf({ app, field, farmer, hashes }: Build, address: string): string | undefined {
  return hashes[[...app, ...field, ...farmer].indexOf(address)];
}

/** Fetches a file whose hash the browser checks. The second try bypasses a forged copy in the browser's cache. */
export async function fetchGenuine(
  address: string,
  hash?: string,
  init: RequestInit = {},
): Promise<Response> {
  const integrity = hash ? { integrity: `sha256-${hash}=` } : {};
  const fetchOk = async (more: RequestInit) => {
    const response = await fetch(address, { ...init, ...integrity, ...more });
    if (!response.ok) throw new TypeError(`${address}: ${response.status}`);
    return response;
  };
  return await fetchOk({}).catch(() => fetchOk({ cache: 'reload' }));
}

async function cacheFile(cache: Cache, build: Build, address: string): Promise<void> {
  if (await cache.match(address, { ignoreVary: true })) return;
  await cache.put(address, await fetchGenuine(address, hashOf(build, address)));
}

/** Removes cached files with other contents than in the build: earlier versions cached whatever was returned. */
export async function removeForged(caches: CacheStorage, build: Build): Promise<void> {
  const cache = await caches.open(FILES);
  for (const request of await cache.keys()) {
    const hash = hashOf(build, new URL(request.url).pathname);
    const response = hash && (await cache.match(request, { ignoreVary: true }));
    if (response && (await digest(response)) !== hash) await cache.delete(request);
  }
}

async function digest(response: Response): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', await response.arrayBuffer());
  return btoa(String.fromCharCode(...new Uint8Array(bytes))).replace('=', '');
}

export async function cacheMissing(caches: CacheStorage, build: Build, language: Language): Promise<void> {
  const files = await caches.open(FILES);
  await cacheAll(files, build, build.app);
  if (await files.match(STAMPS.field)) await cacheAll(files, build, fieldFiles(build, language));
  if (await files.match(STAMPS.farmer)) await cacheAll(files, build, [...build.field, ...build.farmer]);
}

const fieldFiles = ({ field, texts }: Build, language: Language) =>
  field.filter((file) => LANGUAGES.every((other) => other === language || !texts[other].includes(file)));

async function cacheAll(cache: Cache, build: Build, addresses: readonly string[]): Promise<void> {
  const queue = [...addresses];
  const download = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      await untilQuiet();
      await cacheFile(cache, build, next);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, download));
}

/** Caches everything that an offline start needs; installation completes only then. */
export async function cacheApp(
  caches: CacheStorage,
  build: Build,
  language: Language,
  shellHashes: WorkerScope['shellHashes'] = {},
): Promise<void> {
  const shells = await caches.open(shellsOf(build));
  // All or none: while servers change their settings one by one, the previous shells stay.
  const fresh = await Promise.all(
    LANGUAGES.map((language) =>
      fetchGenuine(shellAddress(language), shellHashes[language], { cache: 'no-cache' }),
    ),
  );
  await Promise.all(LANGUAGES.map((language, index) => shells.put(shellAddress(language), fresh[index]!)));
  await removeForged(caches, build);
  await cacheMissing(caches, build, language);
}

/** The stamp of the field's pages names the size of the others, in kilobytes. */
export async function cacheFieldPages(caches: CacheStorage, build: Build, language: Language): Promise<void> {
  const files = await caches.open(FILES);
  await cacheAll(files, build, fieldFiles(build, language));
  await files.put(STAMPS.field, new Response(String(build.farmerKilobytes)));
}

export async function cacheFarmerPages(
  caches: CacheStorage,
  build: Build,
  language: Language,
): Promise<void> {
  await cacheFieldPages(caches, build, language);
  const files = await caches.open(FILES);
  await cacheAll(files, build, [...build.field, ...build.farmer]);
  await files.put(STAMPS.farmer, new Response(build.version));
}

/** Removes files of older versions. A second tab may still run an older version and need its files. */
export async function removeOld(caches: CacheStorage, build: Build, { alone }: { alone: boolean }) {
  for (const name of await caches.keys()) {
    if (name.startsWith('ardhi-') && name !== FILES && name !== shellsOf(build)) await caches.delete(name);
  }
  if (!alone) return;
  const files = await caches.open(FILES);
  const needed = new Set([...build.app, ...build.field, ...build.farmer, ...Object.values(STAMPS)]);
  for (const request of await files.keys()) {
    if (!needed.has(new URL(request.url).pathname)) await files.delete(request);
  }
}

export async function readShell(
  caches: CacheStorage,
  build: Build,
  language: Language,
): Promise<Response | undefined> {
  const shells = await caches.open(shellsOf(build));
  return await shells.match(shellAddress(language), { ignoreVary: true });
}

/** Same rule as on the server. In browsers without cookie access for workers the app corrects the shell's language. */
export async function shellLanguage({
  cookieStore,
  navigator,
}: Pick<WorkerScope, 'cookieStore' | 'navigator'>): Promise<Language> {
  const chosen = (await cookieStore?.get('lang').catch(() => null))?.value;
  return isLanguage(chosen) ? chosen : preferredLanguage(navigator.languages);
}
