import { useEffect, useState } from 'react';

/** A one-time code comes behind the # of a link, where no server sees it; it is read once and taken out of the address. */
export function useCodeFromAddress(): string {
  const [code] = useState(() => decodeURIComponent(location.hash.slice(1)));
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, '', location.pathname);
  }, []);
  return code;
}
