import { useT } from '../lib/i18n.tsx';
import { detailOf } from '../lib/problem-text.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Panel } from '../ui/panel.tsx';
import type { useAnalytics } from './queries.ts';

export function AnalyticsFailed({ query }: { query: ReturnType<typeof useAnalytics> }) {
  const t = useT();
  return (
    <Panel>
      <ErrorState
        headline={t('analytics.error.fetch')}
        detail={detailOf(query.error, t)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    </Panel>
  );
}
