/**
 * The service worker: starts the product without a network, and sends what waits while the app is closed. It caches files
 * and the empty page, never an answer of the API: those are persisted by the app itself, for one account (see src/offline).
 */

import { SYNC_TAG } from '../lib/http/sync-tag.ts';
import { PROTECTED_PREFIXES } from '../lib/page/paths.ts';
import {
  cacheApp,
  cacheFarmerPages,
  FILES,
  readShell,
  removeOld,
  shellLanguage,
  yieldToPage,
} from './files.ts';
import type { Build, FetchEvent, WorkerScope } from './scope.ts';
import { sendWaiting } from './send-waiting.ts';

declare const __BUILD__: Build;
declare const self: WorkerScope;

const build: Build = __BUILD__;
/** A public page that is not there by then is drawn by the app from what is on the device. */
const PATIENCE_MS = 5_000;

const isBelow = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`);

async function shell(): Promise<Response | undefined> {
  return await readShell(self.caches, build, await shellLanguage(self));
}

/** Signed-in pages start from the device at once; the answer of the server would be the same page without data. */
async function appPage(request: Request): Promise<Response> {
  return (await shell()) ?? (await fetch(request));
}

async function publicPage(request: Request): Promise<Response> {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
    // A gateway that found no server has nothing to show.
    if (response.status < 500) return response;
    return (await shell()) ?? response;
  } catch {
    return (await shell()) ?? Response.error();
  }
}

/** Hashed files never change: what is here is right. What is opened is cached. */
async function file(event: FetchEvent): Promise<Response> {
  const files = await self.caches.open(FILES);
  const { pathname } = new URL(event.request.url);
  const cached = await files.match(pathname, { ignoreVary: true });
  if (cached) return cached;
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(files.put(pathname, response.clone()).catch(() => {}));
  // A file that the server no longer has: this version was replaced.
  else if (response.status === 404) event.waitUntil(self.registration.update().catch(() => {}));
  return response;
}

self.addEventListener('install', (event) => event.waitUntil(cacheApp(self.caches, build)));

self.addEventListener('activate', (event) => {
  const takeOver = async () => {
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    await removeOld(self.caches, build, { alone: pages.length <= 1 });
    // The page that installed the first worker is served by it from now on.
    await self.clients.claim();
  };
  event.waitUntil(takeOver());
});

self.addEventListener('message', (event) => {
  if (event.data === 'take-over') event.waitUntil(self.skipWaiting());
  if (event.data === 'keep-farmer-pages') {
    event.waitUntil(cacheFarmerPages(self.caches, build).catch(() => {}));
  }
});

/** Thrown: the browser tries again, after growing pauses, three times in all; then we ask it anew. */
async function backgroundSync(isLastTry: boolean): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // A page that somebody looks at sends for itself, and can ask them.
  const isOpen = pages.some(({ visibilityState }) => visibilityState === 'visible');
  const ending = isOpen ? undefined : await sendWaiting(await shellLanguage(self));
  if (ending && ending.kind !== 'later') return;
  if (!isLastTry) throw new Error('Not everything is sent');
  await self.registration.sync?.register(SYNC_TAG);
}

self.addEventListener('sync', (event) => {
  if (event.tag === SYNC_TAG) event.waitUntil(backgroundSync(event.lastChance));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  yieldToPage();
  if (request.method !== 'GET' || origin !== self.location.origin || isBelow(pathname, '/api')) return;
  if (request.mode === 'navigate') {
    const ours = PROTECTED_PREFIXES.some((prefix) => isBelow(pathname, prefix));
    event.respondWith(ours ? appPage(request) : publicPage(request));
  } else if (isBelow(pathname, '/assets') || build.app.includes(pathname)) {
    event.respondWith(file(event));
  }
});
