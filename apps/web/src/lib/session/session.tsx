import type { SignedIn, User } from '@ardhi/contract';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { type SessionState, sessionStore, UNKNOWN } from './session-store.ts';
import { revokeNoted } from './signing-out.ts';

/** A line that comes and goes is no reason to ask each time. */
const PROFILE_PAUSE_MS = 60_000;

export interface Session extends SessionState {
  signIn: (answer: SignedIn) => void;
  /** Answers false when the user was asked and chose to stay. */
  signOut: () => Promise<boolean>;
  setUser: (user: User) => void;
}

/** Starts the session where nobody did. `onExpired` is where a refused token leads. */
export function SessionProvider({ onExpired, children }: { onExpired: () => void; children: ReactNode }) {
  useEffect(() => sessionStore.onExpired(onExpired), [onExpired]);

  useEffect(() => {
    if (sessionStore.get().status === 'unknown') {
      void sessionStore.start();
    }
    let asked = Number.NEGATIVE_INFINITY;
    const online = () => {
      void revokeNoted().catch(() => {});
      const now = performance.now();
      if (sessionStore.get().status !== 'in' || now - asked < PROFILE_PAUSE_MS) return;
      asked = now;
      void sessionStore.refresh();
    };
    window.addEventListener('online', online);
    return () => window.removeEventListener('online', online);
  }, []);

  return children;
}

export function useSession(): Session {
  const state = useSyncExternalStore(sessionStore.subscribe, sessionStore.get, () => UNKNOWN);
  return {
    ...state,
    signIn: sessionStore.signIn,
    signOut: sessionStore.signOut,
    setUser: sessionStore.setUser,
  };
}

/** The user of a page that only signed-in people reach. */
export function useUser(): User {
  const { user } = useSession();
  if (!user) throw new Error('This page needs a signed-in user');
  return user;
}
