import { serverMessage } from '../lib/api.ts';
import { useT } from '../lib/i18n.tsx';
import { detailOf } from '../lib/problem-text.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Panel } from '../ui/panel.tsx';
import type { useAnalytics } from './queries.ts';

/** The server's own message is the headline, where it sent one. */
export function AnalyticsFailed({ query }: { query: ReturnType<typeof useAnalytics> }) {
  const t = useT();
  const message = serverMessage(query.error);
  return (
    <Panel>
      <ErrorState
        headline={message ?? t('analytics.error.fetch')}
        detail={message ? undefined : detailOf(query.error, t)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    </Panel>
  );
}
