import type { Application } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { today } from '../../lib/device/dates.ts';
import { isNotFound } from '../../lib/http/error-kinds.ts';
import { useDocumentTitle } from '../../lib/page/page-transition.tsx';
import { useSearchChange } from '../../lib/page/use-search-change.ts';
import { type Translate, useFormat, useT } from '../../lib/text/i18n.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { ApplicationDetails } from './application-details.tsx';
import { EditApplication } from './edit-application.tsx';
import { useApplication } from './queries.ts';

/** An own application; notices about it open this page. */
export default function ApplicationPage() {
  const t = useT();
  const { id = '' } = useParams();
  const query = useApplication(id);
  const back = { to: paths.subsidyApply, label: t('subsidies.apply.title') };
  if (query.data) return <OpenApplication application={query.data} back={back} />;
  return (
    <div className="wrap py-5 sm:py-8">
      <PageHeader title={t('subsidies.page.title')} back={back} />
      {query.isPending && (
        <div aria-busy="true">
          <SkeletonText lines={5} />
        </div>
      )}
      {query.isError && isNotFound(query.error) && (
        <Empty
          title={t('subsidies.page.gone')}
          action={<ButtonLink to={paths.subsidyApply}>{t('subsidies.mine')}</ButtonLink>}
        />
      )}
      {query.isError && !isNotFound(query.error) && (
        <LoadError query={query} headline={t('subsidies.error.fetch')} />
      )}
    </div>
  );
}

interface OpenApplicationProps {
  application: Application;
  back: { to: string; label: string };
}

function OpenApplication({ application, back }: OpenApplicationProps) {
  const t = useT();
  const format = useFormat();
  const [search, changeSearch] = useSearchChange();
  const [isEditing, setIsEditing] = useState(
    search.get('correct') !== null && application.status === 'pending',
  );
  useDocumentTitle(application.name);
  const close = () => {
    setIsEditing(false);
    changeSearch({ correct: undefined });
  };
  return (
    <div className="wrap py-5 sm:py-8">
      <PageHeader title={application.name} back={back} />
      <Callout
        tone={application.returned ? 'wait' : application.status === 'approved' ? 'ok' : 'info'}
        headline={t('subsidies.page.next')}
        className="mb-4"
      >
        {nextStep(application, t, (date) => format.date(date))}
      </Callout>
      <ApplicationDetails application={application} onEdit={() => setIsEditing(true)} />
      <Link
        className="link mt-4 inline-flex min-h-11 items-center"
        to={paths.messageAbout(`application.${application._id}`)}
      >
        {t('subsidies.page.office')}
      </Link>
      {isEditing && <EditApplication application={application} onClose={close} />}
    </div>
  );
}

function nextStep(application: Application, t: Translate, date: (value: string) => string): string {
  const { status, returned, appeal, appealUntil } = application;
  if (status === 'pending') return t(returned ? 'subsidies.page.correct' : 'subsidies.page.wait');
  if (status === 'approved') return t('subsidies.page.approved');
  if (status === 'rejected' && appeal?.status === 'pending') return t('subsidies.page.appealed');
  if (status === 'rejected' && !appeal && appealUntil && appealUntil >= today())
    return t('subsidies.page.appeal', { date: date(appealUntil) });
  return t('subsidies.page.closed');
}
