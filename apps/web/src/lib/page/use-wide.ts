import { useSyncExternalStore } from 'react';

/** From here on there is room for a row of links: the same width at which the style sheet's `lg` begins. */
const wide = typeof matchMedia === 'undefined' ? undefined : matchMedia('(min-width: 1024px)');

function subscribe(listener: () => void): () => void {
  wide?.addEventListener('change', listener);
  return () => wide?.removeEventListener('change', listener);
}

/** For what is not to be in the document at all on the other kind of screen; all else is a matter of the style sheet. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => wide?.matches ?? true,
    () => true,
  );
}
