import type { HistorySubject } from '@ardhi/contract/audit-actions';
import { detailOf } from '../../lib/http/problem-text.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { Timeline } from '../../ui/layout/timeline.tsx';
import { actionText, actorText, Changes } from './entry.tsx';
import { useEntityAuditLog } from './queries.ts';

/** Audit log of one entity, newest first. */
export default function EntityAuditLog({ of, id }: { of: HistorySubject; id: string }) {
  const t = useT();
  const format = useFormat();
  const trail = useEntityAuditLog(of, id);
  const entries = trail.data?.pages.flatMap((page) => page.rows);
  if (!entries)
    return trail.isError ? (
      <ErrorState
        headline={t('audit.failed')}
        detail={detailOf(trail.error, t)}
        onRetry={() => void trail.refetch()}
        retrying={trail.isFetching}
      />
    ) : (
      <div aria-busy="true">
        <SkeletonText lines={4} />
      </div>
    );
  if (entries.length === 0) return <p className="text-muted">{t('audit.none')}</p>;
  return (
    <>
      <Timeline
        label={t('audit.trail')}
        entries={entries.map((entry) => ({
          key: entry._id,
          title: actionText(entry.action, t),
          when: format.dateTime(entry.at),
          dateTime: entry.at,
          text: (
            <>
              {actorText(entry, t)}
              <Changes entry={entry} />
            </>
          ),
        }))}
      />
      {trail.hasNextPage && (
        <Button
          className="mt-3"
          busy={trail.isFetchingNextPage}
          busyLabel={t('ui.loading')}
          onClick={() => void trail.fetchNextPage()}
        >
          {t('audit.more')}
        </Button>
      )}
    </>
  );
}
