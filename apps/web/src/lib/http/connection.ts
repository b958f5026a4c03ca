/**
 * Whether the server is reachable, from the outcome of recent calls and the browser's online/offline events.
 * Browsers report "online" on networks that do not reach the server, so a probe (`GET /health`) confirms each loss and
 * is repeated with backoff until the server is back.
 */
import { MARKER_HEADER } from '@ardhi/contract/headers';
import { useSyncExternalStore } from 'react';
import { API_BASE } from './api-base.ts';
import { backoff } from './backoff.ts';

/** A connection that repeatedly lasts less is flapping: the backoff grows, and `online` events start no probe. */
const STEADY_MS = 60_000;
const MAX_LOSSES = 2;
const PROBE_TIMEOUT_MS = 10_000;

let reachable = typeof navigator === 'undefined' || navigator.onLine !== false;
const listeners = new Set<() => void>();
let attempt = 0;
/** Losses since the connection was last steady. */
let losses = 0;
/** Monotonic, because the phone's clock may be changed. */
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
    attempt = isFlapping() ? 2 * losses : losses;
    probeLater();
  }
  for (const listener of listeners) listener();
}

const isFlapping = () => losses >= MAX_LOSSES;

/** Without listeners (signed-out page, service worker) only calls determine the state. */
function probeLater(): void {
  clearTimeout(timer);
  if (reachable || listeners.size === 0) return;
  // A hidden page does not probe, to save battery; it probes when it becomes visible.
  timer = setTimeout(probeIfLost, backoff(++attempt));
}

async function pingServer(): Promise<boolean> {
  try {
    const response = await fetch(`${API_BASE}/health`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    // A captive portal responds too.
    return response.ok && response.headers.has(MARKER_HEADER);
  } catch {
    return false;
  }
}

/** Concurrent callers share one request. */
function probe(): Promise<boolean> {
  if (probing) return probing;
  const thisProbe = pingServer().then((there) => {
    // A call has got a response meanwhile: this probe is outdated.
    if (probing !== thisProbe) return reachable;
    probing = undefined;
    set(there);
    probeLater();
    return there;
  });
  probing = thisProbe;
  return thisProbe;
}

function probeIfLost(): void {
  if (!reachable && document.visibilityState === 'visible') void probe();
}

/** Browsers fire `online` shortly before the connection works, so the backoff is reset and further probes follow soon. */
function onBrowserOnline(): void {
  if (isFlapping()) return;
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
  /** Like `get`, but waits for a running probe. */
  settled: async (): Promise<boolean> => {
    await probing;
    return reachable;
  },
  subscribe,
  probe,
  probeIfLost,
  /**
   * Every call reports whether our server responded. An error response counts, a gateway error without a server does not.
   * `background`: the call was not made by the user; it must not mark a flapping connection as reachable.
   */
  report(responded: boolean, { background = false } = {}): void {
    if (!responded) {
      // A single lost response is common: the probe decides, so that the UI does not flicker.
      if (listeners.size === 0) set(false);
      else if (reachable) void probe();
      return;
    }
    if (!reachable && isFlapping()) {
      if (background) return;
      losses = 0;
    }
    probing = undefined;
    set(true);
  },
};

export function useOnline(): boolean {
  return useSyncExternalStore(connection.subscribe, connection.get, () => true);
}
