import type { Policy } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { today } from '../../lib/device/dates.ts';
import { isNotFound } from '../../lib/http/error-kinds.ts';
import { useDocumentTitle } from '../../lib/page/page-transition.tsx';
import { useUser } from '../../lib/session/session.tsx';
import { type Translate, useFormat, useT } from '../../lib/text/i18n.tsx';
import { useTranslated } from '../../lib/text/use-translated.ts';
import { AuditLogDisclosure } from '../../records/audit/audit-log-disclosure.tsx';
import { LinkedText } from '../../records/messages/linked-text.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { Skeleton, SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
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
            <LoadError query={policy} headline={t('policies.error.fetch')} />
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
  const translated = useTranslated();
  const title = translated(policy.title, policy.titleSw);
  useDocumentTitle(title);
  useMarkRead(policy);
  return (
    <>
      <PageHeader
        title={title}
        back={back(t)}
        eyebrow={<PolicyStatusBadge status={policy.status} className="tracking-normal normal-case" />}
        lead={<InForce policy={policy} />}
      />
      <LinkedText
        text={translated(policy.description, policy.descriptionSw)}
        className="prose block text-lg whitespace-pre-wrap"
      />
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
            <AuditLogDisclosure of="policy" id={policy._id} />
          </Panel>
        </>
      )}
    </>
  );
}

/** Status sentence: proposal or in force, with the effective date. */
function InForce({ policy: { status, effectiveDate } }: { policy: Policy }) {
  const t = useT();
  const format = useFormat();
  if (!effectiveDate)
    return <>{t(status === 'Active' ? 'policies.detail.active' : 'policies.detail.draft')}</>;
  const values = { date: format.date(effectiveDate) };
  if (status === 'Draft') return <>{t('policies.detail.draftFrom', values)}</>;
  const hasBegun = effectiveDate <= today();
  return <>{t(hasBegun ? 'policies.detail.activeSince' : 'policies.detail.activeFrom', values)}</>;
}

/** Marks the policy's notices as read when the page is shown. */
function useMarkRead({ _id: id, unread }: Policy): void {
  const { mutate } = useReadPolicy();
  useEffect(() => {
    if (unread) mutate({ params: { id } });
  }, [unread, id, mutate]);
}
