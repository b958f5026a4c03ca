import { detailOf } from '../../lib/http/problem-text.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
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
