/** Outbox of the signed-in user: opened with the session, flushed automatically whenever the server is reachable. */
import { useSyncExternalStore } from 'react';
import { isPersistedFor } from '../lib/device/persisted.ts';
import { storage } from '../lib/device/storage.ts';
import { noteLost, noteUnsent } from '../lib/device/unsent-cookie.ts';
import { withinTime } from '../lib/device/within-time.ts';
import { backoff } from '../lib/http/backoff.ts';
import { connection } from '../lib/http/connection.ts';
import { holdInvalidation } from '../lib/http/query.ts';
import { sessionStore } from '../lib/session/session-store.ts';
import type { Send } from './attempts.ts';
import { createOutbox, type Ending, type Outbox, type OutboxState } from './engine.ts';
import type { Entry, Work } from './entry.ts';
import { type Epoch, followEpoch } from './epoch.ts';
import { withEntryLock, withOutboxLock } from './locks.ts';
import { offlineCall } from './offline-calls.ts';
import { changedRows } from './relations.ts';
import { reportSyncErrors } from './report-sync-errors.ts';
import { channelOf, sendEntry, signedOut } from './send.ts';
import { countNewer, isNewer, type OutboxStore, openStore } from './store.ts';
import type { SendMany } from './sync-request.ts';

const AFTER_OTHER_TAB_MS = 5_000;
const NOTHING: OutboxState = { entries: [], progress: null, lastSent: undefined, nextTry: new Map() };

interface Opened {
  outbox: Outbox;
  /** Flushes now and keeps retrying. `eager` ignores scheduled retry times. */
  push: (options?: { eager?: boolean }) => Promise<Ending>;
}

/** `blocked`: it still opens in the background. `newer`: written by a newer version of the app, with unsent entries. */
type OutboxStatus = { kind: 'opening' | 'open' | 'blocked' | 'failed' } | { kind: 'newer'; unsent: number };

let account: string | null = null;
let databaseStatus: OutboxStatus = { kind: 'opening' };
let opening: Promise<Opened | null> = Promise.resolve(null);
let opened: Opened | null = null;
let stop = () => {};
let loadCalls: () => Promise<void> = async () => {};
let workAfterRestore: (epoch: Epoch) => Work[] = () => [];
const listeners = new Set<() => void>();
const announce = () => {
  for (const listener of listeners) listener();
};

/**
 * Called once by the app. `load` registers the calls of all domains before any entry is sent or shown. They load on
 * demand, because most starts have nothing queued.
 */
export function startOutbox(
  load: () => Promise<void>,
  afterRestore: (epoch: Epoch) => Work[] = () => [],
): void {
  loadCalls = load;
  workAfterRestore = afterRestore;
  sessionStore.subscribe(followSession);
  followSession();
}

/** Waits until the outbox is open, at most 3 seconds; null without a session or a readable database. */
export function currentOutbox(): Promise<Opened | null> {
  if (databaseStatus.kind === 'failed' && account) opening = start(account);
  return opening;
}

function setStatus(next: OutboxStatus): void {
  databaseStatus = next;
  announce();
}

/** Each account has its own outbox, which stays on the device until the same user signs in again. */
function followSession(): void {
  const { status, user } = sessionStore.get();
  const next = status === 'out' ? null : (user?._id ?? null);
  if (next === account) return;
  account = next;
  stop();
  stop = () => {};
  opened = null;
  databaseStatus = { kind: 'opening' };
  opening = next ? start(next) : Promise.resolve(null);
  announce();
}

async function start(owner: string): Promise<Opened | null> {
  databaseStatus = { kind: 'opening' };
  stop();
  stop = () => {};
  const attached = attach(owner);
  const result = await withinTime(attached);
  if (result !== undefined || account !== owner) return result ?? null;
  setStatus({ kind: 'blocked' });
  void attached.then((late) => {
    if (account === owner) opening = Promise.resolve(late);
  });
  return null;
}

async function attach(owner: string): Promise<Opened | null> {
  try {
    const { stop: stopOpened, ...fresh } = await open(owner);
    if (account !== owner) {
      stopOpened();
      return null;
    }
    stop = stopOpened;
    opened = fresh;
    setStatus({ kind: 'open' });
    return fresh;
  } catch (error) {
    // No IndexedDB (private window), or the call tables could not be loaded: writes then need a connection.
    const unsent = isNewer(error) ? await countNewer(owner).catch(() => 0) : undefined;
    if (account === owner) {
      setStatus(unsent === undefined ? { kind: 'failed' } : { kind: 'newer', unsent });
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
    send: sendAs(account),
    isReachable: connection.probe,
    syncRequests: { sendMany: sendManyAs(account), load: () => import('./send-many.ts') },
    exclusively: (work) => withOutboxLock(account, work),
    own: withEntryLock,
    onRun: refetchAfterRun,
    tell: () => channel?.postMessage('changed'),
  });
  const { push, pushLater, stop: stopSending } = keepSending(outbox);
  // Another tab may have queued calls of any domain.
  if (channel)
    channel.onmessage = async () => {
      await loadCalls().then(outbox.refresh, () => {});
      if (outbox.hasWork()) pushLater();
    };
  await outbox.refresh();
  if (outbox.isNeverUsed()) noteLost(account);
  await outbox.adopt();
  const noteCount = () => {
    const { user } = sessionStore.get();
    if (user?._id === account) noteUnsent(account, outbox.unsentCount(), user.name);
  };
  noteCount();
  const stopNoting = outbox.subscribe(noteCount);
  const stopListening = outbox.subscribe(announce);
  const beginEpoch = async (epoch: Epoch) => {
    // Computed at once: the next responses no longer contain what the restore has lost.
    const work = workAfterRestore(epoch);
    if (!(await outbox.beginEpoch(epoch))) return;
    await loadCalls();
    for (const one of work) await outbox.add(one);
    await push();
  };
  const stopFollowing = followEpoch((epoch) => void beginEpoch(epoch).catch(() => {}));
  const stopReporting = reportSyncErrors(outbox);
  void push();
  if (outbox.hasWork()) void requestBackgroundSync();
  const close = () => {
    stopSending();
    stopListening();
    stopNoting();
    stopFollowing();
    stopReporting();
    channel?.close();
    // After a 401 from a gateway the persisted data remains, so the sent entries must remain too.
    if (sessionStore.get().status === 'out' && isPersistedFor(account)) outbox.close();
    else void outbox.leave();
  };
  return { outbox, push, stop: close };
}

/** Registers Background Sync, where supported, so that queued entries are sent while the app is closed. */
export async function requestBackgroundSync(): Promise<void> {
  const owner = account;
  if (!owner || !('SyncManager' in globalThis)) return;
  await import('./background.ts')
    .then((background) => background.registerBackgroundSync(owner))
    .catch(() => {});
}

/** Opens the store. Waits for the calls of all domains only if there are entries. */
async function openWithCalls(account: string): Promise<OutboxStore> {
  const store = await openStore(account);
  try {
    if ((await store.all()).length > 0) await loadCalls();
    // Load them now anyway: the connection may be lost later, and another tab's entries could not be shown.
    else void loadCalls().catch(() => {});
    return store;
  } catch (error) {
    store.close();
    throw error;
  }
}

/** Refetches active queries once at the end of a run; until then sent entries overlay the older responses. */
function refetchAfterRun() {
  const held = holdInvalidation();
  return (sent: readonly Entry[]) => {
    for (const entry of sent) {
      const kind = offlineCall(entry.call)?.kind;
      if (kind) held.changed(kind, changedRows(kind, entry));
    }
    void held.release();
  };
}

/** Another tab may have signed in as another user, whose token must never be used for these entries. */
const sendAs =
  (account: string): Send =>
  (entry, epoch) => {
    assertSignedIn(account);
    return sendEntry(entry, epoch);
  };
const sendManyAs =
  (account: string): SendMany =>
  async (parts, epoch) => {
    assertSignedIn(account);
    const { sendEntries } = await import('./send-many.ts');
    return await sendEntries(parts, epoch);
  };

function assertSignedIn(account: string): void {
  if (!storage.get('user')?.includes(account)) throw signedOut();
}

/** Flushes whenever the server is reachable, otherwise retries with exponential backoff and jitter. */
function keepSending(outbox: Outbox) {
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const push = async ({ eager = false } = {}): Promise<Ending> => {
    clearTimeout(timer);
    timer = undefined;
    if (isStopped || !outbox.hasWork()) return { kind: 'done' };
    // Nothing is sent during a probe: a hanging request would block the queue when the server is back.
    if (!(await connection.settled())) {
      if (eager) await connection.probe();
      else connection.probeIfLost();
      return { kind: 'later', hasSent: false };
    }
    const ending = await outbox.flush({ eager }).catch((): Ending => ({ kind: 'later', hasSent: false }));
    if (isStopped) return ending;
    if (ending.kind === 'done' || (ending.kind === 'later' && ending.hasSent)) attempt = 0;
    if (ending.kind === 'later') {
      const pause = ending.seconds === undefined ? backoff(attempt++) : ending.seconds * 1_000;
      timer = setTimeout(() => void push(), pause);
    }
    return ending;
  };
  /** Entries queued by another tab: after this delay that tab has sent them or has died. */
  const pushLater = () => {
    timer ??= setTimeout(() => void push(), AFTER_OTHER_TAB_MS);
  };
  const stopWatching = connection.subscribe(() => {
    if (connection.get()) void push();
  });
  const stop = () => {
    isStopped = true;
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

export const outboxStatus = (): OutboxStatus => databaseStatus;

export function useOutboxStatus(): OutboxStatus {
  return useSyncExternalStore(subscribe, outboxStatus, outboxStatus);
}

/** Called when the account is deleted. */
export async function clearOutbox(): Promise<void> {
  const cleared = opened?.outbox.clear();
  if (cleared) await withinTime(cleared.catch(() => {}));
}
