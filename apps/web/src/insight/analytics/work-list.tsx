import type { Analytics, Recommendation } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { Panel } from '../../ui/layout/panel.tsx';

/** Link to the list behind a count. */
export function listOf({ kind, county }: Pick<Recommendation, 'kind' | 'county'>): string {
  const search = new URLSearchParams({ county });
  if (kind === 'waiting') return `${paths.registerWaiting}?${search}`;
  if (kind === 'overlaps') return `${paths.overlaps}?${search}`;
  search.set('work', kind);
  return `${paths.registerLands}?${search}`;
}

const LABELS = {
  'no-harvest': 'analytics.work.noHarvest',
  waiting: 'analytics.work.waiting',
  overlaps: 'analytics.work.overlaps',
} as const;

/** Counts of open work, each linked to its list. */
export function WorkList({ data }: { data: Analytics | undefined }) {
  const t = useT();
  const format = useFormat();
  return (
    <Panel title={t('analytics.recommendations')} note={t('analytics.work.note')}>
      {!data && <SkeletonText lines={4} />}
      {data?.recommendations.length === 0 && <p className="text-muted">{t('analytics.work.none')}</p>}
      <ul className="num -mt-2">
        {data?.recommendations.map((entry) => (
          <li
            key={`${entry.kind} ${entry.county}`}
            className="flex flex-wrap items-baseline gap-x-4 border-t border-line py-2.5 first:border-t-0"
          >
            <span className="min-w-14 text-right font-serif text-[1.375rem] leading-tight font-semibold">
              {format.number(entry.count, 0)}
            </span>
            <Link
              className="link inline-flex min-h-11 flex-[1_1_10rem] items-center sm:pointer-fine:min-h-8"
              to={listOf(entry)}
            >
              {t(LABELS[entry.kind], { count: entry.count, county: entry.county })}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
