import { useSyncExternalStore } from 'react';

const queryOf = (query: string) => (typeof matchMedia === 'undefined' ? undefined : matchMedia(query));

/** Same breakpoint as `lg` in the style sheet: from this width a row of links fits. */
const wide = queryOf('(min-width: 1024px)');
const print = queryOf('print');

let isWide = wide?.matches ?? true;

/**
 * Unchanged while the page is printed: paper is narrower than the breakpoint, and if React rendered the shorter narrow
 * layout, Chromium would keep the page count of the wide one and print the last pages blank.
 */
function readWidth(): boolean {
  if (wide && !print?.matches) isWide = wide.matches;
  return isWide;
}

function subscribe(listener: () => void): () => void {
  wide?.addEventListener('change', listener);
  return () => wide?.removeEventListener('change', listener);
}

/** Only for elements that must not be in the DOM on narrow screens; otherwise use the style sheet. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, readWidth, () => true);
}
