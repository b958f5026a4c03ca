/**
 * The session, stored under `token` and `user` and synchronised between tabs.
 * Only a 401 ends it: users in the field must stay signed in when the connection or the server fails.
 */
import type { SignedIn, User } from '@ardhi/contract';
import { newId } from '../device/id.ts';
import { deletePersisted, deleteSessionCopy, deleteWalks, isPersistedFor } from '../device/persisted.ts';
import { storage } from '../device/storage.ts';
import { call, setEnrolmentHandler, setUnauthorizedHandler } from '../http/api.ts';
import { sendRevocations, storeRevocation } from './pending-revocations.ts';

export interface SessionState {
  /** `unknown` only during hydration of a prerendered page; `checking` while the profile is fetched at startup. */
  status: 'unknown' | 'checking' | 'in' | 'out';
  user: User | null;
  /** Signed in on this page, not restored from an earlier visit: the device has no data yet. */
  isNew?: boolean;
  /** Official who must set up a second factor before anything else; a page load after that clears it. */
  mustEnrol?: boolean;
  /** The server has just rejected the token; the app is navigating to /login. */
  expired?: boolean;
  /** ID of an account that was deleted elsewhere; its queued changes are still to be listed and removed. */
  deleted?: string;
}

export const UNKNOWN: SessionState = { status: 'unknown', user: null };
const SIGNED_OUT: SessionState = { status: 'out', user: null };
const DELETED = 'deleted-account';

/** Limit for the Loading screen; after that the stored user is used. */
const PROFILE_TIMEOUT_MS = 8_000;
/** Shorter if the device has persisted data to show: connections in the field often hang without a response. */
const PERSISTED_TIMEOUT_MS = 2_500;

/** Key prefixes of unfinished GPS walks and form drafts. */
const DRAFT_PREFIXES = ['walk:', 'draft:', 'plan:'];

function deleteDrafts(): void {
  storage.removeAll(DRAFT_PREFIXES);
  deleteWalks();
}

let state: SessionState = UNKNOWN;
const listeners = new Set<() => void>();
const signOutGuards = new Set<() => Promise<boolean>>();
let expired: () => void = () => {};

function set(next: SessionState): void {
  state = next;
  document.documentElement.dataset.session = next.status === 'out' ? 'out' : 'in';
  for (const listener of listeners) listener();
}

function readStored(): SessionState {
  const token = storage.get('token');
  const user = parseUser(storage.get('user'));
  return token && user ? { status: 'checking', user } : signedOut();
}

const signedOut = (): SessionState => ({ ...SIGNED_OUT, deleted: storage.get(DELETED) ?? undefined });

function parseUser(text: string | null): User | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null && 'role' in value ? (value as User) : null;
  } catch {
    return null;
  }
}

function store(user: User, token?: string): void {
  // User first: other tabs react to the new token and must find its user.
  storage.set('user', JSON.stringify(user));
  if (token) storage.set('token', token);
}

function clear(next: SessionState = signedOut()): void {
  deleteSessionCopy();
  storage.remove('token');
  storage.remove('user');
  void navigator.clearAppBadge?.().catch(() => {});
  set(next);
}

declare global {
  interface Window {
    /** Profile request that boot.js sends before any bundle has loaded. */
    earlyProfile?: { token: string; answer: Promise<Response>; stopping: AbortController };
  }
}

/** Returns it once, and only if the token is still the same; `signal` aborts it from now on. */
function takeEarlyProfile(token: string | null, signal: AbortSignal): Promise<Response> | undefined {
  const early = window.earlyProfile;
  window.earlyProfile = undefined;
  if (!early || early.token !== token) return undefined;
  signal.addEventListener('abort', () => early.stopping.abort(signal.reason));
  return early.answer;
}

async function checkProfile(): Promise<void> {
  const token = storage.get('token');
  const isCurrent = () => storage.get('token') === token && state.status !== 'out';
  try {
    const timeoutMs = isPersistedFor(state.user?._id) ? PERSISTED_TIMEOUT_MS : PROFILE_TIMEOUT_MS;
    const signal = AbortSignal.timeout(timeoutMs);
    const user = await call('GET /auth/profile', { signal, begun: takeEarlyProfile(token, signal) });
    if (!isCurrent()) return;
    store(user);
    set({ status: 'in', user, mustEnrol: state.mustEnrol });
  } catch {
    // A 401 has already removed the token; on any other error the stored user stays signed in.
    if (isCurrent()) set({ status: 'in', user: state.user, mustEnrol: state.mustEnrol });
  }
}

/** The specification promises token and role. Our server also returns the user, which saves the profile call. */
export async function withUser(answer: Omit<SignedIn, 'user'> & { user?: User }): Promise<SignedIn> {
  if (answer.user) return { ...answer, user: answer.user };
  storage.set('token', answer.token);
  try {
    return { ...answer, user: await call('GET /auth/profile') };
  } finally {
    storage.remove('token');
  }
}

/** Another tab signed in, out, or changed the profile. */
function onOtherTab({ key }: StorageEvent): void {
  if (key !== 'token' && key !== 'user' && key !== null) return;
  const stored = readStored();
  set(stored.status === 'checking' ? { status: 'in', user: stored.user } : SIGNED_OUT);
}

export const sessionStore = {
  get: (): SessionState => state,

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** Restores the stored session, then fetches the profile, which replaces the stored user. */
  start(): Promise<void> {
    // Before the first read, so that changes by other tabs during startup are not missed.
    window.addEventListener('storage', onOtherTab);
    void sendRevocations().catch(() => {});
    set(readStored());
    if (state.status === 'checking') return checkProfile();
    clear();
    return Promise.resolve();
  },

  signIn(answer: SignedIn): void {
    deleteSessionCopy();
    store(answer.user, answer.token);
    set({ status: 'in', user: answer.user, isNew: true });
  },

  /** Returns false if a guard refuses, e.g. because of unsent changes. */
  async signOut(): Promise<boolean> {
    for (const guard of signOutGuards) if (!(await guard())) return false;
    const token = storage.get('token');
    if (token)
      void storeRevocation(
        token,
        call('POST /auth/logout', { idempotencyKey: newId(), onlyOurs: true }),
      ).catch(() => {});
    sessionStore.forget();
    return true;
  },

  /** Clears the session without guards and without calling the server. */
  forget(): void {
    deletePersisted();
    deleteDrafts();
    clear();
  },

  /** Called when the navigation to /login is complete. */
  forgetExpiry(): void {
    if (state.expired) set({ ...SIGNED_OUT, deleted: state.deleted });
  },

  /** The data of a deleted account has been removed. The state does not change, so the page that reports it stays. */
  forgetDeleted(): void {
    storage.remove(DELETED);
  },

  setUser(user: User): void {
    store(user);
    set({ status: 'in', user, mustEnrol: state.mustEnrol });
  },

  refresh: checkProfile,

  addSignOutGuard(guard: () => Promise<boolean>): () => void {
    signOutGuards.add(guard);
    return () => signOutGuards.delete(guard);
  },

  /** Called when the server rejects the token; called immediately if that has already happened. */
  onExpired(handler: () => void): void {
    expired = handler;
    if (state.expired) handler();
  },
};

setEnrolmentHandler((token) => {
  if (storage.get('token') === token && state.status === 'in' && !state.mustEnrol)
    set({ ...state, mustEnrol: true });
});

setUnauthorizedHandler((token, { isOurs, code }) => {
  // Ignore a delayed response to an older token, and calls without a token that an open page makes after sign-out.
  if (storage.get('token') !== token || state.status === 'out') return;
  // A 401 from a gateway ends the session too, but must not delete the persisted data.
  if (isOurs) deletePersisted();
  const account = parseUser(storage.get('user'))?._id;
  if (isOurs && code === 'account-deleted' && account) {
    deleteDrafts();
    storage.set(DELETED, account);
  }
  clear({ ...signedOut(), expired: true });
  expired();
});
