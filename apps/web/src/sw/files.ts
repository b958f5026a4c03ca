/**
 * The files of the product on the device. Their names carry their content's hash, so a file that a newer version still
 * has stays as it is, and an update fetches only what changed. The shells (the page without its data, one for each
 * language) belong to one version and have a cache of their own.
 */
import { isLanguage, LANGUAGES, type Language, preferredLanguage } from '../lib/text/language.ts';
import type { Build, WorkerScope } from './scope.ts';

export const FILES = 'ardhi-files';
/** In the cache of files once everything that farmers open is there; an update then brings its own before it takes over. */
const FULL = '/kept/farmer';
/** At a time, where nobody is using the line. */
const AT_ONCE = 3;
/** So long after a request of a page the next file waits: what the person tapped goes first on a slow line. */
const QUIET_MS = 1_500;

let askedAt = Number.NEGATIVE_INFINITY;

/** A page asks for something. */
export function yieldToPage(): void {
  askedAt = performance.now();
}

const untilQuiet = () =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, askedAt + QUIET_MS - performance.now())));

const shellsOf = ({ version }: Build) => `ardhi-shell-${version}`;
const shellAddress = (language: Language) => `/shell/${language}`;

async function cacheFile(cache: Cache, address: string): Promise<void> {
  if (await cache.match(address, { ignoreVary: true })) return;
  const response = await fetch(address);
  if (!response.ok) throw new TypeError(`${address}: ${response.status}`);
  await cache.put(address, response);
}

async function cacheAll(cache: Cache, addresses: readonly string[]): Promise<void> {
  const waiting = [...addresses];
  const line = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await untilQuiet();
      await cacheFile(cache, next);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
}

/** A worker is ready when a start without a network would work. */
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
  if (await files.match(FULL)) await cacheAll(files, build.farmer);
}

export async function cacheFarmerPages(caches: CacheStorage, build: Build): Promise<void> {
  const files = await caches.open(FILES);
  await cacheAll(files, build.farmer);
  await files.put(FULL, new Response(build.version));
}

/** Removes what this version does not have. A second tab may still run the older one and need its files. */
export async function removeOld(caches: CacheStorage, build: Build, { alone }: { alone: boolean }) {
  for (const name of await caches.keys()) {
    if (name.startsWith('ardhi-') && name !== FILES && name !== shellsOf(build)) await caches.delete(name);
  }
  if (!alone) return;
  const files = await caches.open(FILES);
  const wanted = new Set([...build.app, ...build.farmer, FULL]);
  for (const request of await files.keys()) {
    if (!wanted.has(new URL(request.url).pathname)) await files.delete(request);
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

/** Chosen as the server does. Where workers have no access to cookies the app corrects the language of its shell itself. */
export async function shellLanguage({
  cookieStore,
  navigator,
}: Pick<WorkerScope, 'cookieStore' | 'navigator'>): Promise<Language> {
  const chosen = (await cookieStore?.get('lang').catch(() => null))?.value;
  return isLanguage(chosen) ? chosen : preferredLanguage(navigator.languages);
}
