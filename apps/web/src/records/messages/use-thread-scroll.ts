import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Within this distance of the end, new messages scroll into view. */
const NEAR_PX = 120;

/**
 * Opens a thread at its end and follows new messages, unless the user has scrolled up. Loading earlier messages
 * preserves the scroll position.
 */
export function useThreadScroll(firstId: string, lastId: string): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null);
  const before = useRef<{ firstId: string; lastId: string; height: number } | null>(null);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const last = before.current;
    const fromEnd = (last?.height ?? 0) - element.scrollTop - element.clientHeight;
    if (!last || (last.lastId !== lastId && fromEnd < NEAR_PX)) element.scrollTop = element.scrollHeight;
    else if (last.firstId !== firstId) element.scrollTop += element.scrollHeight - last.height;
    before.current = { firstId, lastId, height: element.scrollHeight };
  }, [firstId, lastId]);
  return scroller;
}
