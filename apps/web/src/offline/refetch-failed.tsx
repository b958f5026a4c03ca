import { type Query, type QueryCache, useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useSyncExternalStore } from 'react';
import { useOnline } from '../lib/http/connection.ts';
import { detailOf } from '../lib/http/problem-text.ts';
import { type Domain, type MessageKey, useLanguage, useT } from '../lib/text/i18n.tsx';
import { hasMessages, loadMessages } from '../lib/text/messages.ts';
import { Button } from '../ui/controls/button.tsx';
import { Callout } from '../ui/feedback/callout.tsx';

/**
 * Failed queries with older data on screen; without older data the screen shows the error itself. A count in the bar is
 * on every page, so its failure is reported only where its list is shown, with the same text.
 */
function failedIn(cache: QueryCache): Query[] {
  const active = cache.getAll().filter((query) => query.isActive());
  const listed = new Set(active.map(({ meta }) => (meta?.inTheBar ? undefined : meta?.failed)));
  return active.filter(({ state, meta }) => {
    if (state.status !== 'error' || !meta?.failed) return false;
    return meta.inTheBar ? listed.has(meta.failed) : state.data !== undefined;
  });
}

function useFailed(): Query[] {
  const cache = useQueryClient().getQueryCache();
  useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () =>
      failedIn(cache)
        .map(({ queryHash, state }) => `${queryHash} ${state.fetchStatus} ${state.errorUpdatedAt}`)
        .join('\n'),
    () => '',
  );
  return failedIn(cache);
}

/** Loads the catalogues of these texts, which the page may not have loaded. */
function useMessages(keys: readonly MessageKey[]): boolean {
  const { language } = useLanguage();
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const domains = [...new Set(keys.map((key) => key.split('.')[0] as Domain))];
  const domainList = domains.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the array is another one at every drawing
  useEffect(() => {
    loadMessages(domains, language).then(rerender, () => {});
  }, [domainList, language]);
  return hasMessages(domains, language);
}

/** Failed refetches with reason and Retry, above the older data. Offline, the data age is shown instead. */
export function RefetchFailed() {
  const t = useT();
  const online = useOnline();
  const failed = useFailed();
  const headlines = failed.flatMap(({ meta }) => meta?.failed ?? []);
  const isReady = useMessages(headlines);
  const lines = new Map(
    failed.map(({ state }, index) => [t(headlines[index] as MessageKey), detailOf(state.error, t)]),
  );
  return (
    <div role="alert" className="wrap no-print pt-3 empty:hidden">
      {online && isReady && failed.length > 0 && (
        <Callout
          tone="no"
          headline={[...lines].map(([headline, detail]) => (
            <span key={headline} className="block">
              <span>{headline}</span> <span className="block font-normal text-ink">{detail}</span>
            </span>
          ))}
        >
          <Button
            size="small"
            className="mt-1"
            busy={failed.some(({ state }) => state.fetchStatus === 'fetching')}
            busyLabel={t('ui.loading')}
            onClick={() => {
              for (const query of failed) void query.fetch().catch(() => {});
            }}
          >
            {t('ui.retry')}
          </Button>
        </Callout>
      )}
    </div>
  );
}
