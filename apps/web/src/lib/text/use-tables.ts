/** Reference tables: crops, inputs, counties. They are large, so they are fetched when a form needs them. */
import { useEffect, useState } from 'react';

type Tables = typeof import('@ardhi/agronomy');

let loading: Promise<Tables> | undefined;

function loadTables(): Promise<Tables> {
  loading ??= import('@ardhi/agronomy').catch((error: unknown) => {
    // Without a network there are no suggestions this time; the next form tries again.
    loading = undefined;
    throw error;
  });
  return loading;
}

/** The tables once they are there; forms work without them. */
export function useTables(wanted = true): Tables | undefined {
  const [tables, setTables] = useState<Tables>();
  useEffect(() => {
    if (!wanted) return;
    let open = true;
    loadTables().then(
      (loaded) => open && setTables(() => loaded),
      () => {},
    );
    return () => {
      open = false;
    };
  }, [wanted]);
  return tables;
}
