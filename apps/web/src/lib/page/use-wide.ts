import { useSyncExternalStore } from 'react';

/** Same breakpoint as `lg` in the style sheet: from this width a row of links fits. */
const wide = typeof matchMedia === 'undefined' ? undefined : matchMedia('(min-width: 1024px)');

function subscribe(listener: () => void): () => void {
  wide?.addEventListener('change', listener);
  return () => wide?.removeEventListener('change', listener);
}

/** Only for elements that must not be in the DOM on narrow screens; otherwise use the style sheet. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => wide?.matches ?? true,
    () => true,
  );
}
