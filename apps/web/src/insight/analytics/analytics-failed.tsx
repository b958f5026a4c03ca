import { useT } from '../../lib/text/i18n.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import type { useAnalytics } from './queries.ts';

export function AnalyticsFailed({ query }: { query: ReturnType<typeof useAnalytics> }) {
  const t = useT();
  return (
    <Panel>
      <LoadError query={query} headline={t('analytics.error.fetch')} />
    </Panel>
  );
}
