import { type Query, useQueryClient } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useOnline } from '../lib/http/connection.ts';
import { useFormat, useT } from '../lib/text/i18n.tsx';
import { isPersisted } from './persist.ts';

const MINUTE_MS = 60_000;
/** A refetch that finishes sooner does not show the age of the previous data. */
const SOON_MS = 1_500;

/** Queries of the page itself, without those of the bar. */
const isShown = (query: Query) => isPersisted(query) && query.isActive() && !query.meta?.inTheBar;

/** Time of the oldest data on screen, and whether any query has failed or is refetching. */
function useOldest(): { at: number; hasFailed: boolean; isRefetching: boolean } {
  const cache = useQueryClient().getQueryCache();
  const snapshot = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => {
      const queries = cache.getAll().filter((query) => isShown(query) && query.state.data !== undefined);
      const at = Math.min(...queries.map(({ state }) => state.dataUpdatedAt));
      const hasFailed = queries.some(({ state }) => state.status === 'error');
      const isRefetching = queries.some(({ state }) => state.fetchStatus === 'fetching');
      return Number.isFinite(at) ? `${at} ${hasFailed} ${isRefetching}` : '';
    },
    () => '',
  );
  const [at, hasFailed, isRefetching] = snapshot.split(' ');
  return { at: Number(at ?? 0), hasFailed: hasFailed === 'true', isRefetching: isRefetching === 'true' };
}

/** Updated every minute, so that "2 minutes ago" does not become stale. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function useSustained(state: boolean): boolean {
  const [isSustained, setIsSustained] = useState(false);
  useEffect(() => {
    if (!state) return setIsSustained(false);
    const timer = setTimeout(() => setIsSustained(true), SOON_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return state && isSustained;
}

/** Shows the age of the data on screen while it may be stale. */
export function DataAge() {
  const t = useT();
  const format = useFormat();
  const online = useOnline();
  const now = useNow();
  const { at, hasFailed, isRefetching } = useOldest();
  const isWaiting = useSustained(isRefetching && now - at > MINUTE_MS);
  const isVisible = at > 0 && (!online || hasFailed || isWaiting);
  // Computed lazily: the first use of Intl takes 200 ms on a low-end phone.
  const ago = () =>
    now - at < MINUTE_MS ? t('offline.age.justNow') : format.relative(new Date(at), new Date(now));
  return (
    <div role="status" className="no-print">
      {isVisible && (
        <p className="wrap flex items-start gap-2 pt-3 text-sm text-muted">
          <CloudOff size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
          {t('offline.age.saved', { ago: ago() })}
        </p>
      )}
    </div>
  );
}
