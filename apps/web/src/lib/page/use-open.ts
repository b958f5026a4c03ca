import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { afterPaint } from './after-paint.ts';

/** Click handler for links to pages that render slowly on low-end phones: paints the tap first, then navigates. */
export function useDeferredNavigation(to: string): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void afterPaint().then(() => navigate(to, { replace: location.pathname === to }));
  };
}
