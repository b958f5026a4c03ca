import type { SignedIn, User } from '@ardhi/contract';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { type SessionState, sessionStore, UNKNOWN } from './session-store.ts';

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
    const online = () => {
      if (sessionStore.get().status === 'in') void sessionStore.refresh();
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
