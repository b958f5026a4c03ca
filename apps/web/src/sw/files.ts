/**
 * Cached files of the app. File names contain a content hash, so unchanged files survive an update and only changed ones
 * are fetched. The shells (the page without data, one per language) belong to one version and have their own cache.
 */
import { isLanguage, LANGUAGES, type Language, preferredLanguage } from '../lib/text/language.ts';
import type { Build, WorkerScope } from './scope.ts';

export const FILES = 'ardhi-files';
/** Completeness stamp: set once all farmer pages are cached. An update then caches its own before it takes over. */
const COMPLETE = '/kept/farmer';
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

async function cacheFile(cache: Cache, address: string): Promise<void> {
  if (await cache.match(address, { ignoreVary: true })) return;
  const response = await fetch(address);
  if (!response.ok) throw new TypeError(`${address}: ${response.status}`);
  await cache.put(address, response);
}

async function cacheAll(cache: Cache, addresses: readonly string[]): Promise<void> {
  const queue = [...addresses];
  const download = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      await untilQuiet();
      await cacheFile(cache, next);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, download));
}

/** Caches everything that an offline start needs; installation completes only then. */
export async function cacheApp(caches: CacheStorage, build: Build): Promise<void> {
  const [files, shells] = await Promise.all([caches.open(FILES), caches.open(shellsOf(build))]);
  await Promise.all(
    LANGUAGES.map(async (language) => {
      const response = await fetch(shellAddress(language), { cache: 'no-cache' });
      if (!response.ok) throw new TypeError(`${shellAddress(language)}: ${response.status}`);
      await shells.put(shellAddress(language), response);
    }),
  );
  await cacheAll(files, build.app);
  if (await files.match(COMPLETE)) await cacheAll(files, build.farmer);
}

export async function cacheFarmerPages(caches: CacheStorage, build: Build): Promise<void> {
  const files = await caches.open(FILES);
  await cacheAll(files, build.farmer);
  await files.put(COMPLETE, new Response(build.version));
}

/** Removes files of older versions. A second tab may still run an older version and need its files. */
export async function removeOld(caches: CacheStorage, build: Build, { alone }: { alone: boolean }) {
  for (const name of await caches.keys()) {
    if (name.startsWith('ardhi-') && name !== FILES && name !== shellsOf(build)) await caches.delete(name);
  }
  if (!alone) return;
  const files = await caches.open(FILES);
  const needed = new Set([...build.app, ...build.farmer, COMPLETE]);
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
