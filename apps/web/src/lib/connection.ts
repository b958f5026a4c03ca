/**
 * Whether the server can be reached, as far as is known: what the last call met, and what the browser says of its network.
 * Browsers call a network without the server "online", so while it is away a quiet question finds out when it is back.
 */
import { SERVER_MARK } from '@ardhi/contract/mark';
import { useSyncExternalStore } from 'react';
import { API_BASE } from './api-base.ts';
import { backoff } from './backoff.ts';

/** A line that is lost sooner, time and again, flaps: it is waited longer, and looked at twice before anybody hurries. */
const STEADY_MS = 60_000;
const MAX_LOSSES = 2;
const LOOK_TWICE_MS = 3_000;
const PROBE_TIMEOUT_MS = 10_000;

let reachable = typeof navigator === 'undefined' || navigator.onLine !== false;
const listeners = new Set<() => void>();
let attempt = 0;
/** How often it was lost before it was steady. */
let losses = 0;
/** By a clock that nobody sets. */
let reachableSince = Number.NEGATIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | undefined;
let asking: Promise<boolean> | undefined;

function set(next: boolean): void {
  if (next === reachable) return;
  reachable = next;
  clearTimeout(timer);
  const now = performance.now();
  if (next) reachableSince = now;
  else {
    losses = now - reachableSince < STEADY_MS ? losses + 1 : 0;
    attempt = flaps() ? 2 * losses : losses;
    askLater();
  }
  for (const listener of listeners) listener();
}

const flaps = () => losses >= MAX_LOSSES;

/** Nobody listens on a signed-out page: there the next call tells. */
function askLater(): void {
  clearTimeout(timer);
  timer = undefined;
  if (reachable || listeners.size === 0) return;
  timer = setTimeout(() => {
    timer = undefined;
    // A hidden page saves the battery; it asks as soon as it is looked at.
    if (document.visibilityState === 'visible') void probe();
  }, backoff(++attempt));
}

async function ask(): Promise<boolean> {
  const there = await askOnce();
  if (!there || !flaps()) return there;
  await new Promise((resolve) => setTimeout(resolve, LOOK_TWICE_MS));
  return await askOnce();
}

async function askOnce(): Promise<boolean> {
  try {
    const response = await fetch(`${API_BASE}/health`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    // The page of a hotspot is an answer too.
    return response.ok && response.headers.has(SERVER_MARK);
  } catch {
    return false;
  }
}

/** Asks the server whether it is there; several at once are one question. */
function probe(): Promise<boolean> {
  asking ??= ask().then((answered) => {
    asking = undefined;
    set(answered);
    askLater();
    return answered;
  });
  return asking;
}

/** There may be a network again. A line that flaps is not asked more often for that. */
function lookAgain(): void {
  if (reachable || document.visibilityState !== 'visible') return;
  if (!flaps()) void probe();
  else if (timer === undefined) askLater();
}

/** The browser says "online" a moment before a line carries: whatever was asked before, it is looked at again soon. */
function foundNetwork(): void {
  if (!flaps()) attempt = 0;
  lookAgain();
}

const lost = () => set(false);

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('online', foundNetwork);
    window.addEventListener('offline', lost);
    document.addEventListener('visibilitychange', lookAgain);
  }
  listeners.add(listener);
  if (!reachable && listeners.size === 1) askLater();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    window.removeEventListener('online', foundNetwork);
    window.removeEventListener('offline', lost);
    document.removeEventListener('visibilitychange', lookAgain);
  };
}

export const connection = {
  get: (): boolean => reachable,
  subscribe,
  probe,
  lookAgain,
  /** Every call tells how it went. A refusal is an answer too; a gateway that found no server is none. */
  heard(answered: boolean): void {
    if (!answered || !flaps()) set(answered);
  },
};

/** Whether the server can be reached, as far as is known. */
export function useOnline(): boolean {
  return useSyncExternalStore(connection.subscribe, connection.get, () => true);
}
