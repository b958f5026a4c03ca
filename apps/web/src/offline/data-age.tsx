import { type Query, useQueryClient } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useOnline } from '../lib/http/connection.ts';
import { useFormat, useT } from '../lib/text/i18n.tsx';
import { isPersisted } from './persist.ts';

const MINUTE_MS = 60_000;
/** An answer that comes sooner needs no line about the age of the one before. */
const SOON_MS = 1_500;

/** What the page is about. */
const isShown = (query: Query) => isPersisted(query) && query.isActive() && !query.meta?.inTheBar;

/** When the oldest of what the screen shows was said by the server, and whether it is being asked for again. */
function useOldest(): { at: number; failed: boolean; asking: boolean } {
  const cache = useQueryClient().getQueryCache();
  const snapshot = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => {
      const shown = cache.getAll().filter((query) => isShown(query) && query.state.data !== undefined);
      const at = Math.min(...shown.map(({ state }) => state.dataUpdatedAt));
      const failed = shown.some(({ state }) => state.status === 'error');
      const asking = shown.some(({ state }) => state.fetchStatus === 'fetching');
      return Number.isFinite(at) ? `${at} ${failed} ${asking}` : '';
    },
    () => '',
  );
  const [at, failed, asking] = snapshot.split(' ');
  return { at: Number(at ?? 0), failed: failed === 'true', asking: asking === 'true' };
}

/** Looked at again every minute, so that "2 minutes ago" does not stay for an hour. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function useLasting(state: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!state) return setLasts(false);
    const timer = setTimeout(() => setLasts(true), SOON_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return state && lasts;
}

/** Says how old the data of the screen is, while it cannot be known to be right. */
export function DataAge() {
  const t = useT();
  const format = useFormat();
  const online = useOnline();
  const now = useNow();
  const { at, failed, asking } = useOldest();
  const waiting = useLasting(asking && now - at > MINUTE_MS);
  const shown = at > 0 && (!online || failed || waiting);
  // Only where it is said: the first answer of the platform's format costs a small phone a fifth of a second.
  const ago = () =>
    now - at < MINUTE_MS ? t('offline.age.justNow') : format.relative(new Date(at), new Date(now));
  return (
    <div role="status" className="no-print">
      {shown && (
        <p className="wrap flex items-start gap-2 pt-3 text-sm text-muted">
          <CloudOff size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
          {t('offline.age.saved', { ago: ago() })}
        </p>
      )}
    </div>
  );
}
