import type { Application } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { today } from '../../lib/device/dates.ts';
import { type Translate, useFormat, useT } from '../../lib/text/i18n.tsx';
import { UnsentBadge } from '../../outbox/unsent-badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton-list.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { pendingText } from './application-details.tsx';
import { ApplicationRow } from './application-row.tsx';
import { useApplications } from './queries.ts';
import { StatusBadge } from './status-badge.tsx';

/** Rows before "Show all". */
const SHOWN_AT_FIRST = 4;

/** The farmer's applications as rows, those to correct first, then the newest. Each opens its page. */
export function MyApplications() {
  const t = useT();
  const format = useFormat();
  const [all, setAll] = useState(false);
  const [search] = useSearchParams();
  const applications = useApplications();
  const rows = applications.data?.rows.toSorted((a, b) => Number(!!b.returned) - Number(!!a.returned));
  const corrected = search.get('correct');
  // Notices of 0.2.0 open the form here.
  if (corrected) return <Navigate replace to={`${paths.subsidy(corrected)}?correct=1`} />;
  return (
    <Panel title={t('subsidies.mine')} aria-busy={applications.isPending || undefined}>
      <LoadError query={applications} headline={t('subsidies.error.fetch')} />
      {applications.isPending && <SkeletonList className="space-y-6" />}
      {rows?.length === 0 && (
        <Empty drawing="money" title={t('subsidies.none')} text={t('subsidies.noneText')} />
      )}
      {rows && rows.length > 0 && (
        <ul className="-my-1.5 divide-y divide-line">
          {rows.slice(0, all ? undefined : SHOWN_AT_FIRST).map((application) => (
            <ApplicationRow
              key={application._id}
              application={application}
              line={lineOf(application, t, (date) => format.date(date, 'medium'))}
              badge={
                <>
                  <StatusBadge status={application.status} />
                  <UnsentBadge id={application._id} />
                </>
              }
            />
          ))}
        </ul>
      )}
      {rows && !all && rows.length > SHOWN_AT_FIRST && (
        <Button size="small" className="mt-2" onClick={() => setAll(true)}>
          {t('subsidies.mineAll', { count: rows.length })}
        </Button>
      )}
    </Panel>
  );
}

/** The state that the badge does not say, in one line. */
function lineOf(application: Application, t: Translate, date: (value: string) => string): string {
  const { returned, waiting, status, appeal, appealUntil, appealOf, createdAt } = application;
  if (returned) return t('subsidies.returned.title');
  if (status === 'rejected' && !appeal && appealUntil && appealUntil >= today())
    return t('subsidies.row.appeal', { date: date(appealUntil) });
  return [
    appealOf && t('subsidies.appeal.reopened'),
    appeal && `${t('subsidies.appeal.yours')}: ${t(`subsidies.appeal.status.${appeal.status}`)}`,
    waiting ? pendingText(waiting, t) : t('subsidies.appliedOn', { date: date(createdAt) }),
  ]
    .filter(Boolean)
    .join(' · ');
}
