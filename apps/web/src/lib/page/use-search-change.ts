/** Filters are stored in the URL, so that a view can be shared as a link. */
import { useCallback, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** Parameters to set; an empty or undefined value removes the parameter. */
type SearchChange = Readonly<Record<string, string | undefined>>;

/**
 * The rendered search parameters, and a function to change some of them. A change is applied to the current URL, not to
 * the last rendered one, so two changes in one tick (a filter is cleared while the map writes its position) both take
 * effect. Changes after the user has left the page are ignored.
 */
export function useSearchChange(): [URLSearchParams, (params: SearchChange) => void] {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  // React Router creates a new `navigate` at every URL change; the ref keeps `change` stable.
  const latest = useRef(navigate);
  useLayoutEffect(() => {
    latest.current = navigate;
  }, [navigate]);
  const change = useCallback(
    (params: SearchChange) => {
      if (window.location.pathname !== pathname) return;
      const next = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(params)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      void latest.current(`?${next}`, { replace: true, preventScrollReset: true });
    },
    [pathname],
  );
  return [search, change];
}
