import { useEffect, useState } from 'react';

/** Reads a one-time code from the URL fragment, which no server sees, and removes it from the address bar. */
export function useCodeFromUrl(): string {
  const [code] = useState(() => decodeURIComponent(location.hash.slice(1)));
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, '', location.pathname);
  }, []);
  return code;
}
