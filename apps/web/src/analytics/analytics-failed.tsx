import { serverMessage } from '../lib/api.ts';
import { useT } from '../lib/i18n.tsx';
import { detailOf } from '../lib/problem-words.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Panel } from '../ui/panel.tsx';
import type { useAnalytics } from './queries.ts';

/** Where the server says what is wrong, its words are the headline. */
export function AnalyticsFailed({ query }: { query: ReturnType<typeof useAnalytics> }) {
  const t = useT();
  const said = serverMessage(query.error);
  return (
    <Panel>
      <ErrorState
        headline={said ?? t('analytics.error.fetch')}
        detail={said ? undefined : detailOf(query.error, t)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    </Panel>
  );
}
