/** The outbox of whoever is signed in: opened with the session, sending by itself whenever the server can be reached. */
import { useSyncExternalStore } from 'react';
import { isPersistedFor } from '../lib/device/persisted.ts';
import { storage } from '../lib/device/storage.ts';
import { backoff } from '../lib/http/backoff.ts';
import { connection } from '../lib/http/connection.ts';
import { holdInvalidation } from '../lib/http/query.ts';
import { sessionStore } from '../lib/session/session-store.ts';
import { createOutbox, type Ending, type Outbox, type OutboxState } from './engine.ts';
import type { Entry } from './entry.ts';
import { oneTabAtATime, ownInOneTab } from './locks.ts';
import { offlineCall } from './offline-calls.ts';
import { changedRows } from './relations.ts';
import { reportTrouble } from './report-trouble.ts';
import { channelOf, sendEntry, signedOut } from './send.ts';
import { type OutboxStore, openStore } from './store.ts';

const AFTER_OTHER_TAB_MS = 5_000;
const NOTHING: OutboxState = { entries: [], progress: null, lastSent: undefined, nextTry: new Map() };

interface Opened {
  outbox: Outbox;
  /** Sends now, and goes on trying. `eager`: also what was to be tried later. */
  push: (options?: { eager?: boolean }) => Promise<Ending>;
}

let account: string | null = null;
let opening: Promise<Opened | null> = Promise.resolve(null);
let opened: Opened | null = null;
let failed = false;
let stop = () => {};
let loadCalls: () => Promise<void> = async () => {};
const listeners = new Set<() => void>();
const announce = () => {
  for (const listener of listeners) listener();
};

/**
 * Done once by the app. `load` registers the calls of all domains, before any entry is sent or shown. Most starts have
 * nothing queued, so they are no part of the first load.
 */
export function startOutbox(load: () => Promise<void>): void {
  loadCalls = load;
  sessionStore.subscribe(follow);
  follow();
}

/** The outbox once it is open; null where nobody is signed in or the browser stores nothing. */
export function currentOutbox(): Promise<Opened | null> {
  if (failed && account) opening = start(account);
  return opening;
}

/** Another person, another outbox. What lies in one stays until the same person is back. */
function follow(): void {
  const { status, user } = sessionStore.get();
  const next = status === 'out' ? null : (user?._id ?? null);
  if (next === account) return;
  account = next;
  stop();
  stop = () => {};
  opened = null;
  failed = false;
  opening = next ? start(next) : Promise.resolve(null);
  announce();
}

async function start(owner: string): Promise<Opened | null> {
  failed = false;
  stop();
  stop = () => {};
  try {
    const { stop: stopOpened, ...fresh } = await open(owner);
    if (account !== owner) {
      stopOpened();
      return null;
    }
    stop = stopOpened;
    opened = fresh;
    announce();
    return fresh;
  } catch {
    // A private window without a database, or no way to fetch the calls: work then needs the network, and says so.
    if (account === owner) {
      failed = true;
      stop = connection.subscribe(() => void currentOutbox());
    }
    return null;
  }
}

async function open(account: string) {
  const store = await openWithCalls(account);
  const channel = channelOf(account);
  const outbox = createOutbox({
    store,
    send: (entry) => sendAs(account, entry),
    exclusively: (work) => oneTabAtATime(account, work),
    own: ownInOneTab,
    onRun: holdAnswers,
    tell: () => channel?.postMessage('changed'),
  });
  const { push, pushLater, stop: stopSending } = keepSending(outbox);
  // Another tab may have queued work of any domain.
  if (channel)
    channel.onmessage = async () => {
      await loadCalls().then(outbox.refresh, () => {});
      if (outbox.hasWork()) pushLater();
    };
  await outbox.refresh();
  await outbox.adopt();
  const stopListening = outbox.subscribe(announce);
  const stopReporting = reportTrouble(outbox);
  void push();
  if (outbox.hasWork()) void askForBackgroundSync();
  const close = () => {
    stopSending();
    stopListening();
    stopReporting();
    channel?.close();
    // Whom somebody in between has signed out comes back to what was there.
    if (sessionStore.get().status === 'out' && isPersistedFor(account)) outbox.close();
    else void outbox.leave();
  };
  return { outbox, push, stop: close };
}

/** What waits goes without the app too, where the browser can do that. */
export async function askForBackgroundSync(): Promise<void> {
  const owner = account;
  if (!owner || !('SyncManager' in globalThis)) return;
  await import('./background.ts').then((background) => background.ask(owner)).catch(() => {});
}

/** The store, and the calls of all domains where it has entries; else nobody waits for them. */
async function openWithCalls(account: string): Promise<OutboxStore> {
  const store = await openStore(account);
  try {
    if ((await store.all()).length > 0) await loadCalls();
    // At once: a moment later the network may be gone, and another tab's work could not be shown.
    else void loadCalls().catch(() => {});
    return store;
  } catch (error) {
    store.close();
    throw error;
  }
}

/** What is on the screen is refetched once, at the end of a run; until then the sent work lies over the older answers. */
function holdAnswers() {
  const held = holdInvalidation();
  return (sent: readonly Entry[]) => {
    for (const entry of sent) {
      const kind = offlineCall(entry.call)?.kind;
      if (kind) held.changed(kind, changedRows(kind, entry));
    }
    void held.release();
  };
}

/** Another tab may have signed in as somebody else: their token must never carry this work. */
function sendAs(account: string, entry: Entry): Promise<unknown> {
  if (!storage.get('user')?.includes(account)) throw signedOut();
  return sendEntry(entry);
}

/** Whenever there is something to send and the server can be reached; else later, with exponential backoff and jitter. */
function keepSending(outbox: Outbox) {
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  const push = async ({ eager = false } = {}): Promise<Ending> => {
    clearTimeout(timer);
    timer = undefined;
    if (stopped || !outbox.hasWork()) return { kind: 'done' };
    // While a probe is under way nothing is sent: a request that hangs would hold up the queue when the server is back.
    if (!(await connection.settled())) {
      if (eager) await connection.probe();
      else connection.probeIfLost();
      return { kind: 'later', hasSent: false };
    }
    const ending = await outbox.flush({ eager }).catch((): Ending => ({ kind: 'later', hasSent: false }));
    if (stopped) return ending;
    if (ending.kind === 'done' || (ending.kind === 'later' && ending.hasSent)) attempt = 0;
    if (ending.kind === 'later') {
      const pause = ending.seconds === undefined ? backoff(attempt++) : ending.seconds * 1_000;
      timer = setTimeout(() => void push(), pause);
    }
    return ending;
  };
  /** What another tab sends: by then it has sent it, or is no more. */
  const pushLater = () => {
    timer ??= setTimeout(() => void push(), AFTER_OTHER_TAB_MS);
  };
  const stopWatching = connection.subscribe(() => {
    if (connection.get()) void push();
  });
  const stop = () => {
    stopped = true;
    clearTimeout(timer);
    stopWatching();
  };
  return { push, pushLater, stop };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const outboxState = (): OutboxState => opened?.outbox.get() ?? NOTHING;

export function useOutbox(): OutboxState {
  return useSyncExternalStore(subscribe, outboxState, () => NOTHING);
}

/** The account is deleted: nothing of it stays on the device. */
export async function forgetOutbox(): Promise<void> {
  const cleared = opened?.outbox.clear();
  await cleared?.catch(() => {});
}
