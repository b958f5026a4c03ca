import type { Policy } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { useState } from 'react';
import { Link } from 'react-router';
import { useWide } from '../../lib/page/use-wide.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { useTranslated } from '../../lib/text/use-translated.ts';
import { Badge } from '../../ui/controls/badge.tsx';
import { ClampedText } from '../../ui/controls/clamped-text.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { Skeleton, SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { PolicyStatusBadge } from './policy-status.tsx';
import { usePolicies } from './queries.ts';

const SHOWN_AT_FIRST = { phone: 2, wide: 5 };

/** Policies on the farmer's dashboard. */
export function FarmerPolicies() {
  const t = useT();
  const policies = usePolicies();
  const wide = useWide();
  const [all, setAll] = useState(false);
  const rows = policies.data?.rows;
  const shown = all ? rows : rows?.slice(0, SHOWN_AT_FIRST[wide ? 'wide' : 'phone']);
  return (
    <Panel
      title={t('policies.farmerHeading')}
      actions={
        rows &&
        shown &&
        rows.length > shown.length && (
          <button
            type="button"
            className="link min-h-11 min-w-11"
            aria-label={t('policies.showAll', { count: rows.length })}
            onClick={() => setAll(true)}
          >
            {t('policies.all', { count: rows.length })}
          </button>
        )
      }
    >
      {policies.isPending && (
        <div aria-busy="true" className="space-y-3">
          <Skeleton className="h-5 w-48" />
          <SkeletonText lines={2} />
        </div>
      )}
      <LoadError query={policies} headline={t('policies.error.fetch')} />
      {rows?.length === 0 && <Empty title={t('policies.none')} text={t('policies.noneFarmer')} />}
      {shown && shown.length > 0 && (
        <ul className="-my-1.5 divide-y divide-line sm:-my-4 lg:grid lg:grid-cols-2 lg:gap-x-10 lg:divide-y-0">
          {shown.map((policy) => (
            <FarmerPolicy key={policy._id} policy={policy} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function FarmerPolicy({ policy }: { policy: Policy }) {
  const t = useT();
  const format = useFormat();
  const translated = useTranslated();
  return (
    <li className="py-1.5 sm:py-4">
      <div className="flex items-baseline gap-x-3">
        <h3 className="max-sm:font-sans max-sm:text-base">
          <Link to={paths.policy(policy._id)} className="thumb hover:underline">
            {translated(policy.title, policy.titleSw)}
          </Link>
        </h3>
        {policy.unread && <Badge tone="info">{t('policies.new')}</Badge>}
        <span className="ml-auto shrink-0">
          <PolicyStatusBadge status={policy.status} />
        </span>
      </div>
      <ClampedText
        className="prose max-sm:text-sm max-sm:leading-snug sm:mt-1"
        text={translated(policy.description, policy.descriptionSw)}
        note={
          <>
            {policy.status === 'Draft' && <span>{t('policies.proposal')}</span>}
            <span>
              {policy.effectiveDate
                ? t('policies.effective', { date: format.date(policy.effectiveDate) })
                : t('policies.noDate')}
            </span>
          </>
        }
      />
    </li>
  );
}
