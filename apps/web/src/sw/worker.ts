/**
 * Service worker: starts the app offline and sends queued entries while the app is closed. It caches files and the empty
 * page, never API responses: the app persists those itself, per account (see src/offline).
 */

import type { PushMessage } from '@ardhi/contract';
import { PROTECTED_PREFIXES } from '@ardhi/contract/paths';
import { REPAIR_MESSAGE, SYNC_TAG } from '../lib/http/sync-tag.ts';
import {
  cacheApp,
  cacheFarmerPages,
  cacheFieldPages,
  cacheMissing,
  FILES,
  fetchGenuine,
  hashOf,
  readShell,
  removeForged,
  removeOld,
  shellLanguage,
  yieldToPage,
} from './files.ts';
import { openMessage, showMessage } from './push.ts';
import type { Build, FetchEvent, WorkerScope } from './scope.ts';
import { sendQueued } from './send-queued.ts';

declare const __BUILD__: Build;
declare const self: WorkerScope;

const build: Build = __BUILD__;
/** Pending check of the cached files. */
let repaired: Promise<void> = Promise.resolve();
/** After this time a public page is rendered from the cached shell. */
const PAGE_TIMEOUT_MS = 5_000;

const isBelow = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`);

async function shell(): Promise<Response | undefined> {
  return await readShell(self.caches, build, await shellLanguage(self));
}

/** Signed-in pages start from the cached shell; the server would return the same page without data. */
async function appPage(request: Request): Promise<Response> {
  return (await shell()) ?? (await fetch(request));
}

async function publicPage(request: Request): Promise<Response> {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(PAGE_TIMEOUT_MS) });
    // A gateway error has nothing to show.
    if (response.status < 500) return response;
    return (await shell()) ?? response;
  } catch {
    return (await shell()) ?? Response.error();
  }
}

/** Hashed files never change, so the cache is always valid. Opened files of this version are cached. */
async function file(event: FetchEvent): Promise<Response> {
  await repaired;
  const files = await self.caches.open(FILES);
  const { pathname } = new URL(event.request.url);
  const cached = await files.match(pathname, { ignoreVary: true });
  if (cached) return cached;
  const hash = hashOf(build, pathname);
  const genuine = hash && (await fetchGenuine(pathname, hash).catch(() => undefined));
  if (genuine) {
    event.waitUntil(files.put(pathname, genuine.clone()).catch(() => {}));
    return genuine;
  }
  const response = await fetch(event.request);
  // A 404 means that this version has been replaced.
  if (response.status === 404) event.waitUntil(self.registration.update().catch(() => {}));
  // The page of a network in between must not be executed.
  return hash && response.ok ? Response.error() : response;
}

self.addEventListener('install', (event) =>
  event.waitUntil(
    shellLanguage(self).then((language) => cacheApp(self.caches, build, language, self.shellHashes)),
  ),
);

self.addEventListener('activate', (event) => {
  const takeOver = async () => {
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    await removeOld(self.caches, build, { alone: pages.length <= 1 });
    // Takes control of the page that installed the first worker.
    await self.clients.claim();
  };
  event.waitUntil(takeOver());
});

self.addEventListener('message', (event) => {
  if (event.data === 'take-over') event.waitUntil(self.skipWaiting());
  const keep = { 'keep-field-pages': cacheFieldPages, 'keep-farmer-pages': cacheFarmerPages }[
    String(event.data)
  ];
  if (keep) {
    const language = shellLanguage(self);
    event.waitUntil(language.then((known) => keep(self.caches, build, known)).catch(() => {}));
  }
  if (event.data === REPAIR_MESSAGE) {
    repaired = removeForged(self.caches, build).catch(() => {});
    event.waitUntil(
      repaired.then(async () => cacheMissing(self.caches, build, await shellLanguage(self))).catch(() => {}),
    );
  }
});

/** On an error the browser retries with backoff, three times in total; after the last one we register again. */
async function backgroundSync(isLastTry: boolean): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // A visible page sends its entries itself and can prompt the user.
  const isOpen = pages.some(({ visibilityState }) => visibilityState === 'visible');
  const ending = isOpen ? undefined : await sendQueued(await shellLanguage(self));
  if (ending && ending.kind !== 'later') return;
  if (!isLastTry) throw new Error('Not everything is sent');
  await self.registration.sync?.register(SYNC_TAG);
}

self.addEventListener('sync', (event) => {
  if (event.tag === SYNC_TAG) event.waitUntil(backgroundSync(event.lastChance));
});

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showMessage(self, event.data.json() as PushMessage));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openMessage(self, event.notification.data));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  yieldToPage();
  if (request.method !== 'GET' || origin !== self.location.origin || isBelow(pathname, '/api')) return;
  if (request.mode === 'navigate') {
    const isAppPage = PROTECTED_PREFIXES.some((prefix) => isBelow(pathname, prefix));
    event.respondWith(isAppPage ? appPage(request) : publicPage(request));
  } else if (isBelow(pathname, '/assets') || build.app.includes(pathname)) {
    event.respondWith(file(event));
  }
});
