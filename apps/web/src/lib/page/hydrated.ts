import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => {};

/** False during prerendering and hydration, true afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
