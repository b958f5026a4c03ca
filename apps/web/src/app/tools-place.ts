import { useLayoutEffect, useState } from 'react';

/** ID of the layout element that holds the role's navigation, outside the page so that it persists between pages. */
export const TOOLS_ID = 'tools-place';

export function useToolsPlace(): HTMLElement | null {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  // The layout is mounted when this effect runs.
  useLayoutEffect(() => setPlace(document.getElementById(TOOLS_ID)), []);
  return place;
}
