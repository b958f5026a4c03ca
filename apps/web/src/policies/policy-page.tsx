import type { Policy } from '@ardhi/contract';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { TrailDisclosure } from '../audit/trail-disclosure.tsx';
import { isNotFound } from '../lib/api-error.ts';
import { today } from '../lib/dates.ts';
import { type Translate, useFormat, useT } from '../lib/i18n.tsx';
import { useDocumentTitle } from '../lib/page-transition.tsx';
import { paths } from '../lib/paths.ts';
import { detailOf } from '../lib/problem-text.ts';
import { useUser } from '../lib/session.tsx';
import { LinkedText } from '../messages/linked-text.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { PageHeader } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { Skeleton, SkeletonText } from '../ui/skeleton.tsx';
import { PolicyReach } from './policy-reach.tsx';
import { PolicyStatusBadge } from './policy-status.tsx';
import { usePolicy } from './queries.ts';
import { useReadPolicy } from './writes.ts';

export default function PolicyPage() {
  const t = useT();
  const { id = '' } = useParams();
  const policy = usePolicy(id);
  return (
    <div className="wrap py-8">
      {policy.data && !isNotFound(policy.error) ? (
        <PolicyText policy={policy.data} />
      ) : (
        <>
          <PageHeader title={t('policies.detail.heading')} back={back(t)} />
          {policy.isPending && (
            <div aria-busy="true" className="prose space-y-4">
              <Skeleton className="h-6 w-72" />
              <SkeletonText lines={5} />
            </div>
          )}
          {policy.isError && isNotFound(policy.error) && (
            <Empty
              title={t('policies.gone')}
              text={t('policies.goneText')}
              action={<ButtonLink to={paths.dashboard}>{t('policies.detail.back')}</ButtonLink>}
            />
          )}
          {policy.isError && !isNotFound(policy.error) && (
            <ErrorState
              headline={t('policies.error.fetch')}
              detail={detailOf(policy.error, t)}
              onRetry={() => void policy.refetch()}
              retrying={policy.isFetching}
            />
          )}
        </>
      )}
    </div>
  );
}

const back = (t: Translate) => ({ to: paths.dashboard, label: t('policies.detail.back') });

function PolicyText({ policy }: { policy: Policy }) {
  const t = useT();
  const format = useFormat();
  const { role } = useUser();
  useDocumentTitle(policy.title);
  useMarkRead(policy);
  return (
    <>
      <PageHeader
        title={policy.title}
        back={back(t)}
        eyebrow={<PolicyStatusBadge status={policy.status} className="tracking-normal normal-case" />}
        lead={<InForce policy={policy} />}
      />
      <LinkedText text={policy.description} className="prose block text-lg whitespace-pre-wrap" />
      <p className="mt-6 text-sm text-muted">
        {t('policies.detail.updated', { date: format.date(policy.updatedAt) })}
      </p>
      {role === 'farmer' ? (
        <p className="mt-8 flex flex-wrap items-center gap-4 border-t border-line pt-6">
          {t('policies.detail.ask')}
          <ButtonLink to={paths.messageNew} size="small">
            {t('policies.detail.write')}
          </ButtonLink>
        </p>
      ) : (
        <>
          <PolicyReach policy={policy} />
          <Panel className="mt-6">
            <TrailDisclosure of="policy" id={policy._id} />
          </Panel>
        </>
      )}
    </>
  );
}

/** In a sentence: proposal or in force, since when or from when. */
function InForce({ policy: { status, effectiveDate } }: { policy: Policy }) {
  const t = useT();
  const format = useFormat();
  if (!effectiveDate)
    return <>{t(status === 'Active' ? 'policies.detail.active' : 'policies.detail.draft')}</>;
  const values = { date: format.date(effectiveDate) };
  if (status === 'Draft') return <>{t('policies.detail.draftFrom', values)}</>;
  const begun = effectiveDate <= today();
  return <>{t(begun ? 'policies.detail.activeSince' : 'policies.detail.activeFrom', values)}</>;
}

/** Showing the text marks the notice about it as read. */
function useMarkRead({ _id: id, unread }: Policy): void {
  const { mutate } = useReadPolicy();
  useEffect(() => {
    if (unread) mutate({ params: { id } });
  }, [unread, id, mutate]);
}
