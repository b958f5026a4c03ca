import type { SignedIn, User } from '@ardhi/contract';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { sendRevocations } from './pending-revocations.ts';
import { type SessionState, sessionStore, UNKNOWN } from './session-store.ts';

/** Limits refetches of the profile on an unstable connection. */
const MIN_REFRESH_INTERVAL_MS = 60_000;

export interface Session extends SessionState {
  signIn: (answer: SignedIn) => void;
  /** Returns false if the user was prompted and chose to stay. */
  signOut: () => Promise<boolean>;
  setUser: (user: User) => void;
}

/** Starts the session if it is not started yet. */
export function SessionProvider({ onExpired, children }: { onExpired: () => void; children: ReactNode }) {
  useEffect(() => sessionStore.onExpired(onExpired), [onExpired]);

  useEffect(() => {
    if (sessionStore.get().status === 'unknown') {
      void sessionStore.start();
    }
    let refreshedAt = Number.NEGATIVE_INFINITY;
    const onOnline = () => {
      void sendRevocations().catch(() => {});
      const now = performance.now();
      if (sessionStore.get().status !== 'in' || now - refreshedAt < MIN_REFRESH_INTERVAL_MS) return;
      refreshedAt = now;
      void sessionStore.refresh();
    };
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
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

/** The user, on pages that require a login. */
export function useUser(): User {
  const { user } = useSession();
  if (!user) throw new Error('This page needs a signed-in user');
  return user;
}
