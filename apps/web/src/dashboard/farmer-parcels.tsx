import type { Parcel } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';
import { DASHBOARD_LIMITS } from '../farm/land/keys.ts';
import { SOIL_LABELS } from '../farm/land/parcel/soil.ts';
import type { useParcels } from '../farm/land/queries.ts';
import { shownScore } from '../farm/land/score/shown-score.ts';
import { useDeferredNavigation } from '../lib/page/use-open.ts';
import { useFormat, useT } from '../lib/text/i18n.tsx';
import { ButtonLink } from '../ui/controls/button.tsx';
import { ScoreBadge } from '../ui/controls/score.tsx';
import { Empty } from '../ui/feedback/empty.tsx';
import { LoadError } from '../ui/feedback/query-state.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { Panel } from '../ui/layout/panel.tsx';

/** The first parcels as compact rows, with a link to all. */
export function FarmerParcels({ parcels }: { parcels: ReturnType<typeof useParcels> }) {
  const t = useT();
  const { data } = parcels;
  return (
    <Panel
      title={t('dashboard.farmer.parcelsHeading')}
      actions={
        <ButtonLink size="small" className="max-sm:px-3" to={paths.landAdd}>
          {t('land.list.add')}
        </ButtonLink>
      }
      aria-busy={parcels.isPending || undefined}
    >
      <LoadError query={parcels} headline={t('land.error.fetchList')} />
      {data?.rows.length === 0 && (
        <Empty
          title={t('land.list.empty')}
          text={t('land.list.emptyText')}
          action={
            <ButtonLink variant="main" to={paths.landAdd}>
              {t('land.list.addFirst')}
            </ButtonLink>
          }
        />
      )}
      {parcels.isPending && [1, 2, 3, 4].map((index) => <Skeleton key={index} className="mb-3 h-12" />)}
      {data && data.rows.length > 0 && (
        <ul className="-my-2.5 divide-y divide-line">
          {data.rows.slice(0, DASHBOARD_LIMITS.parcels).map((parcel) => (
            <li key={parcel._id}>
              <ParcelRow parcel={parcel} />
            </li>
          ))}
        </ul>
      )}
      {data && data.total > 0 && (
        <p className="mt-3 max-lg:hidden">
          <Link to={paths.land} className="link inline-flex min-h-11 items-center">
            {t('dashboard.farmer.allParcels')}
          </Link>
        </p>
      )}
    </Panel>
  );
}

/** The whole row is clickable. */
function ParcelRow({ parcel }: { parcel: Parcel }) {
  const t = useT();
  const format = useFormat();
  const page = paths.landDetail(parcel._id);
  const open = useDeferredNavigation(page);
  return (
    <article aria-labelledby={`parcel-${parcel._id}`} className="relative py-1.5 sm:py-2">
      <div className="flex items-baseline justify-between gap-3">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <h3 id={`parcel-${parcel._id}`} className="font-sans text-base">
            {parcel.name}
          </h3>
          <span className="num text-sm text-muted" title={format.hectares(parcel.size)}>
            {format.area(parcel.size)}
          </span>
        </div>
        <Link
          to={page}
          onClick={open}
          className="link shrink-0 text-sm after:absolute after:inset-0"
          aria-label={t('land.viewDetailsOf', { name: parcel.name })}
        >
          {t('land.viewDetails')}
        </Link>
      </div>
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-muted">
        {t('land.sustainability')}
        <ScoreBadge score={shownScore(parcel)} className="text-ink" />
        <span className="ml-auto max-sm:hidden">
          {t(SOIL_LABELS[parcel.soilType])} · {parcel.location.address ?? t('land.notSpecified')}
        </span>
      </p>
    </article>
  );
}
