import type { Activity } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';
import { DASHBOARD_LIMITS } from '../farm/land/keys.ts';
import { useActivities } from '../farm/land/queries.ts';
import { useAmounts } from '../farm/land/records/use-amounts.ts';
import { useWide } from '../lib/page/use-wide.ts';
import { type MessageKey, useFormat, useT } from '../lib/text/i18n.tsx';
import { Empty } from '../ui/feedback/empty.tsx';
import { LoadError } from '../ui/feedback/query-state.tsx';
import { SkeletonText } from '../ui/feedback/skeleton.tsx';

const FETCHED = DASHBOARD_LIMITS.activities;

const activityKey = (kind: Activity['kind']): MessageKey => `dashboard.activity.${kind}`;

/** The farmer's latest activities, from the audit log. */
export function FarmerActivities({ shown }: { shown: number }) {
  const t = useT();
  const wide = useWide();
  const activities = useActivities(FETCHED);
  if (activities.isPending) return <SkeletonText lines={4} />;
  if (!activities.data)
    return <LoadError query={activities} headline={t('dashboard.farmer.activitiesFailed')} />;
  if (activities.data.length === 0) {
    const text = t('dashboard.farmer.noActivities');
    // On a wide screen the card is as high as the column beside it.
    return wide ? <Empty drawing="harvest" title={text} /> : <p className="text-muted">{text}</p>;
  }
  return (
    <ul className="num">
      {activities.data.slice(0, shown).map((activity) => (
        <Row key={activity._id} activity={activity} />
      ))}
    </ul>
  );
}

function Row({ activity }: { activity: Activity }) {
  const t = useT();
  const format = useFormat();
  const amount = useActivityAmount();
  const { kind, at, landId, landName, landDeleted, name, scoreFrom, scoreTo } = activity;
  const hasChanged = scoreFrom !== null && scoreTo !== null && scoreFrom !== scoreTo;
  return (
    <li className="border-b border-line py-1 sm:flex sm:items-baseline sm:justify-between sm:gap-3 last:border-0 max-sm:text-sm sm:py-2">
      <span className="min-w-0">
        {t(activityKey(kind), { name: name ?? '', amount: amount(activity) })}
        {landName && (
          <>
            {' · '}
            {landDeleted ? (
              <span className="text-muted">{landName}</span>
            ) : (
              <Link to={paths.landDetail(landId)} className="underline underline-offset-2 hover:text-primary">
                {landName}
              </Link>
            )}
          </>
        )}
        {hasChanged && (
          <span className="text-sm text-muted sm:block">
            <span className="sm:hidden"> · </span>
            {t('dashboard.activity.score', { from: scoreFrom, to: scoreTo })}
          </span>
        )}
      </span>
      <time dateTime={at} title={format.dateTime(at)} className="shrink-0 text-sm text-muted">
        <span className="sm:hidden"> · </span>
        {format.relative(at)}
      </time>
    </li>
  );
}

function useActivityAmount(): (activity: Activity) => string {
  const amounts = useAmounts();
  const format = useFormat();
  return ({ kind, amount, unit }) => {
    if (amount === null || unit === null) return '';
    if (unit === 'acres') return format.area(amount);
    if (unit === 't/ha') return amounts.tonsPerHectare(amount);
    return kind.startsWith('pesticide.') || unit === 'kg'
      ? amounts.pesticide(amount, unit)
      : amounts.litres(amount);
  };
}
