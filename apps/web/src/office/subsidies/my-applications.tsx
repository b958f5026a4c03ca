import type { Application } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useSearchChange } from '../../lib/page/use-search-change.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton-list.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { ApplicationDetails } from './application-details.tsx';
import { EditApplication } from './edit-application.tsx';
import { useApplications } from './queries.ts';

/** All applications of the farmer with status, the official's reason and history. */
export function MyApplications() {
  const t = useT();
  const applications = useApplications();
  const [edited, setEdited] = useState<Application | null>(null);
  const rows = applications.data?.rows;
  useCorrection(rows, setEdited);
  return (
    <Panel title={t('subsidies.mine')} aria-busy={applications.isPending || undefined}>
      <LoadError query={applications} headline={t('subsidies.error.fetch')} />
      {applications.isPending && <SkeletonList className="space-y-6" />}
      {rows?.length === 0 && (
        <Empty drawing="money" title={t('subsidies.none')} text={t('subsidies.noneText')} />
      )}
      {rows && rows.length > 0 && (
        <ul className="divide-y divide-line">
          {rows.map((application) => (
            <li key={application._id} className="py-5 first:pt-0 last:pb-0">
              <h3>
                <Link to={paths.subsidy(application._id)} className="thumb hover:underline">
                  {application.name}
                </Link>
              </h3>
              <ApplicationDetails application={application} onEdit={() => setEdited(application)} />
            </li>
          ))}
        </ul>
      )}
      {edited && <EditApplication application={edited} onClose={() => setEdited(null)} />}
    </Panel>
  );
}

/** Opens the form of a returned application from a notice link: once, not again after each refetch. */
function useCorrection(
  rows: readonly Application[] | undefined,
  open: (application: Application) => void,
): void {
  const [search, changeSearch] = useSearchChange();
  const id = search.get('correct');
  useEffect(() => {
    if (!id || !rows) return;
    const application = rows.find(({ _id }) => _id === id);
    if (application?.status === 'pending') open(application);
    changeSearch({ correct: undefined });
  }, [id, rows, open, changeSearch]);
}
