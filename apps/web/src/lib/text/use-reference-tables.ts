/** Reference tables (crops, inputs, counties). They are large, so they load when a form needs them. */
import { useEffect, useState } from 'react';

type Tables = typeof import('@ardhi/agronomy');

let loading: Promise<Tables> | undefined;

function loadTables(): Promise<Tables> {
  loading ??= import('@ardhi/agronomy').catch((error: unknown) => {
    // No suggestions while offline; the next form retries.
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Undefined until loaded; forms work without the tables. */
export function useReferenceTables(isEnabled = true): Tables | undefined {
  const [tables, setTables] = useState<Tables>();
  useEffect(() => {
    if (!isEnabled) return;
    let isMounted = true;
    loadTables().then(
      (loaded) => isMounted && setTables(() => loaded),
      () => {},
    );
    return () => {
      isMounted = false;
    };
  }, [isEnabled]);
  return tables;
}
