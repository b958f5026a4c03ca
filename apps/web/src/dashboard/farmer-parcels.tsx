import type { Parcel } from '@ardhi/contract';
import { Link } from 'react-router';
import { SOIL_LABELS } from '../land/parcel/soil.ts';
import type { useParcels } from '../land/queries.ts';
import { shownScore } from '../land/score/shown-score.ts';
import { useFormat, useT } from '../lib/i18n.tsx';
import { paths } from '../lib/paths.ts';
import { detailOf } from '../lib/problem-text.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Panel } from '../ui/panel.tsx';
import { ScoreMark, ScoreMeter } from '../ui/score.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const SHOWN = 6;

/** The first parcels as cards; all of them are one link away. */
export function FarmerParcels({ parcels }: { parcels: ReturnType<typeof useParcels> }) {
  const t = useT();
  const { data } = parcels;
  return (
    <Panel
      title={t('dashboard.farmer.parcelsHeading')}
      actions={
        <ButtonLink size="small" to={paths.landAdd}>
          {t('land.list.add')}
        </ButtonLink>
      }
      aria-busy={parcels.isPending || undefined}
    >
      {parcels.isError && !data && (
        <ErrorState
          headline={t('land.error.fetchList')}
          detail={detailOf(parcels.error, t)}
          onRetry={() => void parcels.refetch()}
          retrying={parcels.isFetching}
        />
      )}
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
      <div className="grid gap-4 sm:grid-cols-2">
        {parcels.isPending && [1, 2, 3, 4].map((place) => <Skeleton key={place} className="h-36" />)}
        {data?.rows.slice(0, SHOWN).map((parcel) => (
          <ParcelCard key={parcel._id} parcel={parcel} />
        ))}
      </div>
      {data && data.total > 0 && (
        <p className="mt-3">
          <Link to={paths.land} className="link inline-flex min-h-11 items-center">
            {t('dashboard.farmer.allParcels')}
          </Link>
        </p>
      )}
    </Panel>
  );
}

function ParcelCard({ parcel }: { parcel: Parcel }) {
  const t = useT();
  const format = useFormat();
  const score = shownScore(parcel);
  return (
    <article
      aria-labelledby={`parcel-${parcel._id}`}
      className="flex min-w-0 flex-col rounded-card border border-line p-4"
    >
      <h3 id={`parcel-${parcel._id}`}>{parcel.name}</h3>
      <p className="num mt-1 mb-3 text-muted" title={format.hectares(parcel.size)}>
        {t(SOIL_LABELS[parcel.soilType])} · {format.area(parcel.size)} ·{' '}
        {parcel.location.address ?? t('land.notSpecified')}
      </p>
      <div className="mt-auto">
        <p className="mb-1 text-sm text-muted">{t('land.sustainability')}</p>
        <ScoreMeter score={score} />
        <p className="mt-1 flex flex-wrap items-center justify-between gap-x-3">
          <ScoreMark score={score} />
          <Link
            to={paths.landDetail(parcel._id)}
            className="link inline-flex min-h-11 items-center"
            aria-label={t('land.viewDetailsOf', { name: parcel.name })}
          >
            {t('land.viewDetails')}
          </Link>
        </p>
      </div>
    </article>
  );
}
