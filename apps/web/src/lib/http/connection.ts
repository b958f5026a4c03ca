/**
 * Whether the server can be reached: the outcome of the latest calls, and what the browser says of its network.
 * Browsers call a network without the server "online", so a probe (`GET /health`) has the last word on a loss, and is
 * repeated with backoff until the server is back.
 */
import { SERVER_MARK } from '@ardhi/contract/mark';
import { useSyncExternalStore } from 'react';
import { API_BASE } from './api-base.ts';
import { backoff } from './backoff.ts';

/** A connection that lasts shorter, time and again, flaps: the backoff is longer, and the browser's word starts no probe. */
const STEADY_MS = 60_000;
const MAX_LOSSES = 2;
const PROBE_TIMEOUT_MS = 10_000;

let reachable = typeof navigator === 'undefined' || navigator.onLine !== false;
const listeners = new Set<() => void>();
let attempt = 0;
/** How often it was lost before it was steady. */
let losses = 0;
/** Monotonic: the clock of a phone may be set. */
let reachableSince = Number.NEGATIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | undefined;
let probing: Promise<boolean> | undefined;

function set(next: boolean): void {
  if (next === reachable) return;
  reachable = next;
  clearTimeout(timer);
  const now = performance.now();
  if (next) reachableSince = now;
  else {
    losses = now - reachableSince < STEADY_MS ? losses + 1 : 0;
    attempt = flaps() ? 2 * losses : losses;
    probeLater();
  }
  for (const listener of listeners) listener();
}

const flaps = () => losses >= MAX_LOSSES;

/** Without listeners (a signed-out page, the service worker) only calls tell. */
function probeLater(): void {
  clearTimeout(timer);
  if (reachable || listeners.size === 0) return;
  // A hidden page saves the battery; it probes as soon as it is visible.
  timer = setTimeout(probeIfLost, backoff(++attempt));
}

async function isThere(): Promise<boolean> {
  try {
    const response = await fetch(`${API_BASE}/health`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    // The page of a hotspot is a response too.
    return response.ok && response.headers.has(SERVER_MARK);
  } catch {
    return false;
  }
}

/** Asks the server whether it is there; concurrent callers share one request. */
function probe(): Promise<boolean> {
  if (probing) return probing;
  const mine = isThere().then((there) => {
    // A call got a response while the probe was hanging: the probe is outdated.
    if (probing !== mine) return reachable;
    probing = undefined;
    set(there);
    probeLater();
    return there;
  });
  probing = mine;
  return mine;
}

function probeIfLost(): void {
  if (!reachable && document.visibilityState === 'visible') void probe();
}

/** The browser says "online" a moment before a connection carries data, so the probes after this one come soon as well. */
function onBrowserOnline(): void {
  if (flaps()) return;
  attempt = 0;
  probeIfLost();
}

const onBrowserOffline = () => set(false);

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('online', onBrowserOnline);
    window.addEventListener('offline', onBrowserOffline);
    document.addEventListener('visibilitychange', probeIfLost);
  }
  listeners.add(listener);
  if (!reachable && listeners.size === 1) probeLater();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    window.removeEventListener('online', onBrowserOnline);
    window.removeEventListener('offline', onBrowserOffline);
    document.removeEventListener('visibilitychange', probeIfLost);
  };
}

export const connection = {
  get: (): boolean => reachable,
  /** As `get`, once a probe that is under way has its outcome. */
  settled: async (): Promise<boolean> => {
    await probing;
    return reachable;
  },
  subscribe,
  probe,
  probeIfLost,
  /**
   * Every call reports whether our server responded. A refusal is a response too; a gateway that found no server is none.
   * `background`: the app made the call by itself, which must not set a flapping connection in motion again and again.
   */
  report(responded: boolean, { background = false } = {}): void {
    if (!responded) {
      // A single response is easily lost: the probe decides, so that the screen does not flicker.
      if (listeners.size === 0) set(false);
      else if (reachable) void probe();
      return;
    }
    if (!reachable && flaps()) {
      if (background) return;
      losses = 0;
    }
    probing = undefined;
    set(true);
  },
};

/** Whether the server can be reached, as far as is known. */
export function useOnline(): boolean {
  return useSyncExternalStore(connection.subscribe, connection.get, () => true);
}
