/** The page's side of the service worker: registered when the page has nothing else to do, replaced when the person says so. */
import type { Role } from '@ardhi/contract';
import { whenIdle } from '../lib/page/idle.ts';

/** A phone that keeps the app open for days asks this often whether there is a newer version. */
const LOOK_AGAIN_MS = 6 * 60 * 60 * 1000;

let registration: ServiceWorkerRegistration | undefined;
let ready = false;
let putOff = false;
const listeners = new Set<() => void>();

function tell(next: { ready?: boolean; putOff?: boolean }): void {
  ready = next.ready ?? ready;
  putOff = next.putOff ?? putOff;
  for (const listener of listeners) listener();
}

function watch(found: ServiceWorkerRegistration): void {
  // Without a controller this is the first worker, not a newer one.
  const look = () => tell({ ready: Boolean(found.waiting && navigator.serviceWorker.controller) });
  look();
  found.addEventListener('updatefound', () => found.installing?.addEventListener('statechange', look));
  setInterval(() => found.update().catch(() => {}), LOOK_AGAIN_MS);
}

/** With the phone's data saver on, pages are cached as they are opened. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** A farmer's phone gets every page that a farmer opens; an official's caches what was opened. */
async function cachePages(role: Role): Promise<void> {
  if (role !== 'farmer' || savesData()) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage('keep-farmer-pages');
}

/** Browsers have it only on HTTPS and localhost; in development the files change under it. */
export const worksHere = () => 'serviceWorker' in navigator && !import.meta.env.DEV;

/** The worker's own mark that everything a farmer opens is there. */
export async function isFullyCached(): Promise<boolean> {
  return (await caches.match('/kept/farmer')) !== undefined;
}

const LOOK_MS = 500;
const MAX_LOOK_MS = 180_000;

/** Fetches every page now, whatever the data saver says, and answers when they are there. */
export async function cachePagesNow(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage('keep-farmer-pages');
  for (let waited = 0; waited < MAX_LOOK_MS; waited += LOOK_MS) {
    if (await isFullyCached()) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  throw new Error('The pages did not come');
}

export function startWorker(role: Role): void {
  if (!worksHere()) return;
  whenIdle(async () => {
    if (!registration) {
      registration = await navigator.serviceWorker.register('/sw.js');
      if (!registration) return;
      watch(registration);
    }
    await cachePages(role);
  });
}

/** The waiting version takes over, and this page starts again in it. */
export async function takeUpdate(): Promise<void> {
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
  isOffered: () => ready && !putOff,
  /** Until the app is opened again. */
  putOff: () => tell({ putOff: true }),
};
