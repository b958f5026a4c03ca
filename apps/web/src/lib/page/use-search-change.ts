/** Filters live in the URL, so that a view can be sent to a colleague. */
import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** What to set; nothing or an empty text takes a parameter out. */
type SearchChange = Readonly<Record<string, string | undefined>>;

/**
 * The search parameters as rendered, and a way to change some of them. A change starts from the
 * address as it stands at that moment, not as it was last rendered: of two changes in one breath
 * (a filter cleared while the map writes where it stands) both remain. After the page was left
 * nothing is written.
 */
export function useSearchChange(): [URLSearchParams, (wanted: SearchChange) => void] {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  // React Router makes a new one at every change of the address; what depends on `change` need not.
  const latest = useRef(navigate);
  useEffect(() => {
    latest.current = navigate;
  }, [navigate]);
  const change = useCallback(
    (wanted: SearchChange) => {
      if (window.location.pathname !== pathname) return;
      const next = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(wanted)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      void latest.current(`?${next}`, { replace: true, preventScrollReset: true });
    },
    [pathname],
  );
  return [search, change];
}
