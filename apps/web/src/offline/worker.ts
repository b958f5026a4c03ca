/** Page side of the service worker: registered when idle, updated when the user confirms. */
import type { Role } from '@ardhi/contract';
import { whenIdle } from '../lib/page/idle.ts';

/** Interval of update checks, for apps that stay open for days. */
const UPDATE_CHECK_MS = 6 * 60 * 60 * 1000;

let registration: ServiceWorkerRegistration | undefined;
let isReady = false;
let putOff = false;
const listeners = new Set<() => void>();

function setState(next: { isReady?: boolean; putOff?: boolean }): void {
  isReady = next.isReady ?? isReady;
  putOff = next.putOff ?? putOff;
  for (const listener of listeners) listener();
}

function watch(found: ServiceWorkerRegistration): void {
  // Without a controller this is the first worker, not a newer one.
  const checkWaiting = () =>
    setState({ isReady: Boolean(found.waiting && navigator.serviceWorker.controller) });
  checkWaiting();
  found.addEventListener('updatefound', () =>
    found.installing?.addEventListener('statechange', checkWaiting),
  );
  setInterval(() => found.update().catch(() => {}), UPDATE_CHECK_MS);
}

const networkInformation = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } }).connection;

/** With data saver on, pages are cached only when opened. */
export const savesData = (): boolean => networkInformation()?.saveData === true;

/** Browsers that do not tell the quality of the connection count as good. */
const isConnectionGood = () => (networkInformation()?.effectiveType ?? '4g') === '4g';

/**
 * Farmers get the pages of the field cached, and on a good connection all others too; for officials only opened pages are
 * cached.
 */
async function cachePages(role: Role): Promise<void> {
  if (role !== 'farmer' || savesData()) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(isConnectionGood() ? 'keep-farmer-pages' : 'keep-field-pages');
}

/** Service workers require HTTPS or localhost. Off in development, where files change constantly. */
export const isSupported = () => 'serviceWorker' in navigator && !import.meta.env.DEV;

/** The worker stores completeness stamps: one for the pages of the field, one for all pages of farmers. */
export async function isFullyCached(): Promise<boolean> {
  return (await caches.match('/kept/farmer')) !== undefined;
}

/** Download size of the pages that are not needed in the field; undefined if those of the field are not cached yet. */
export async function kilobytesLeft(): Promise<number | undefined> {
  const stamp = await caches.match('/kept/field');
  return stamp && Number(await stamp.text());
}

const POLL_MS = 500;
const MAX_POLL_MS = 180_000;

/** Caches all pages now, ignoring data saver, and resolves when done. */
export async function cachePagesNow(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage('keep-farmer-pages');
  for (let waited = 0; waited < MAX_POLL_MS; waited += POLL_MS) {
    if (await isFullyCached()) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error('The pages did not come');
}

export function startWorker(role: Role): void {
  if (!isSupported()) return;
  whenIdle(async () => {
    if (!registration) {
      registration = await navigator.serviceWorker.register('/sw.js');
      if (!registration) return;
      watch(registration);
    }
    await cachePages(role);
  });
}

/** Activates the waiting version and reloads this page. */
export async function applyUpdate(): Promise<void> {
  const waiting = registration?.waiting;
  if (!waiting) return location.reload();
  const taken = new Promise((resolve) =>
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
  );
  waiting.postMessage('take-over');
  await taken;
  location.reload();
}

export const updateStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isOffered: () => isReady && !putOff,
  /** Hides the offer until the app is opened again. */
  putOff: () => setState({ putOff: true }),
};
