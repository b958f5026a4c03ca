import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { afterPaint } from './after-paint.ts';

/** For the click on a link to a page that takes a small phone long to draw: the tap is shown first. */
export function useOpen(to: string): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void afterPaint().then(() => navigate(to, { replace: location.pathname === to }));
  };
}
