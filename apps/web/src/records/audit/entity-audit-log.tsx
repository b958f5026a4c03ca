import type { HistorySubject } from '@ardhi/contract/audit-actions';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { LoadError, LoadMore } from '../../ui/feedback/query-state.tsx';
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
  if (trail.isPending)
    return (
      <div aria-busy="true">
        <SkeletonText lines={4} />
      </div>
    );
  if (!entries) return <LoadError query={trail} headline={t('audit.failed')} />;
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
      <LoadMore query={trail} className="mt-3">
        {t('audit.more')}
      </LoadMore>
    </>
  );
}
