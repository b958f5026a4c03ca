/**
 * Who is signed in, stored under `token` and `user` and the same in every tab.
 * Only a 401 ends a session; a lost connection or a failing server keeps it, so that nobody is signed out in a field.
 */
import type { SignedIn, User } from '@ardhi/contract';
import { newId } from '../device/id.ts';
import { forgetPersisted, forgetSessionCopy, isPersistedFor } from '../device/persisted.ts';
import { storage } from '../device/storage.ts';
import { call, setUnauthorizedHandler } from '../http/api.ts';
import { takeEarlyProfile } from './early-profile.ts';
import { noteSignOut, revokeNoted } from './signing-out.ts';

export interface SessionState {
  /** `unknown` only while a prerendered page wakes up; `checking` while the profile is fetched at the start. */
  status: 'unknown' | 'checking' | 'in' | 'out';
  user: User | null;
  /** Signed in on this page, not by an earlier visit: nothing is here yet. */
  isNew?: boolean;
  /** The server refused the token a moment ago; the browser is on its way to /login. */
  expired?: boolean;
  /** The account that was signed in here was deleted elsewhere; its unsent work is still to be named and removed. */
  deleted?: string;
}

export const UNKNOWN: SessionState = { status: 'unknown', user: null };
const SIGNED_OUT: SessionState = { status: 'out', user: null };
const DELETED = 'deleted-account';

/** Longer than this nobody waits behind a Loading screen: the stored user stands in. */
const PROFILE_TIMEOUT_MS = 8_000;
/** Less where the phone has something to show meanwhile: in a field the line is often there and answers nothing. */
const PERSISTED_TIMEOUT_MS = 2_500;

/** GPS walks and drafts of messages, by the beginning of their keys. */
const HALF_DONE = ['walk:', 'draft:'];

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
  // The user first: a tab that hears of the new token finds its user there.
  storage.set('user', JSON.stringify(user));
  if (token) storage.set('token', token);
}

function clear(next: SessionState = signedOut()): void {
  forgetSessionCopy();
  storage.remove('token');
  storage.remove('user');
  set(next);
}

async function checkProfile(): Promise<void> {
  const token = storage.get('token');
  const stillMine = () => storage.get('token') === token && state.status !== 'out';
  try {
    const patience = isPersistedFor(state.user?._id) ? PERSISTED_TIMEOUT_MS : PROFILE_TIMEOUT_MS;
    const signal = AbortSignal.timeout(patience);
    const user = await call('GET /auth/profile', { signal, begun: takeEarlyProfile(token, signal) });
    if (!stillMine()) return;
    store(user);
    set({ status: 'in', user });
  } catch {
    // After a 401 the token is gone already; after anything else the stored user stays signed in.
    if (stillMine()) set({ status: 'in', user: state.user });
  }
}

/** Another tab signed in, out, or changed the profile. */
function hearOtherTabs({ key }: StorageEvent): void {
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

  /** Reads what is stored; with a token and a user the profile is fetched and replaces the stored user. */
  start(): Promise<void> {
    // Before the first reading: what another tab does while this page is still being fetched counts as well.
    window.addEventListener('storage', hearOtherTabs);
    void revokeNoted().catch(() => {});
    set(readStored());
    if (state.status === 'checking') return checkProfile();
    clear();
    return Promise.resolve();
  },

  signIn(answer: SignedIn): void {
    forgetSessionCopy();
    store(answer.user, answer.token);
    set({ status: 'in', user: answer.user, isNew: true });
  },

  /** Answers whether the user really is signed out: work that was not sent yet may ask first. */
  async signOut(): Promise<boolean> {
    for (const guard of signOutGuards) if (!(await guard())) return false;
    const token = storage.get('token');
    if (token)
      void noteSignOut(token, call('POST /auth/logout', { idempotencyKey: newId(), onlyOurs: true })).catch(
        () => {},
      );
    sessionStore.forget();
    return true;
  },

  /** The account is gone: nothing to ask, nothing to tell the server. */
  forget(): void {
    forgetPersisted();
    storage.removeAll(HALF_DONE);
    clear();
  },

  /** The browser has arrived where an expired session leads. */
  forgetExpiry(): void {
    if (state.expired) set({ ...SIGNED_OUT, deleted: state.deleted });
  },

  /** What was left of a deleted account is removed. The page that says so stays as it is. */
  forgetDeleted(): void {
    storage.remove(DELETED);
  },

  setUser(user: User): void {
    store(user);
    set({ status: 'in', user });
  },

  refresh: checkProfile,

  addSignOutGuard(guard: () => Promise<boolean>): () => void {
    signOutGuards.add(guard);
    return () => signOutGuards.delete(guard);
  },

  /** Where a refused token leads; told at once when it was refused before anyone could listen. */
  onExpired(handler: () => void): void {
    expired = handler;
    if (state.expired) handler();
  },
};

setUnauthorizedHandler((token, { isOurs, code }) => {
  // A late answer to an older token says nothing about the present session, and nothing ends for who has left:
  // a page that is still open may ask once more, without a token.
  if (storage.get('token') !== token || state.status === 'out') return;
  // What somebody in between says ends the session; the phone's copy stays for its owner.
  if (isOurs) forgetPersisted();
  const account = parseUser(storage.get('user'))?._id;
  if (isOurs && code === 'account-deleted' && account) {
    storage.removeAll(HALF_DONE);
    storage.set(DELETED, account);
  }
  clear({ ...signedOut(), expired: true });
  expired();
});
