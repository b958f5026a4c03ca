import type { Crop, Parcel } from '@ardhi/contract';
import { DAY_MS } from '@ardhi/contract/dates';
import { paths } from '@ardhi/contract/paths';
import { Suspense } from 'react';
import { Link } from 'react-router';
import type { useParcels } from '../farm/land/queries.ts';
import { shownScore } from '../farm/land/score/shown-score.ts';
import { today } from '../lib/device/clock.ts';
import { lazyPage } from '../lib/page/lazy-page.tsx';
import { useDeferredNavigation } from '../lib/page/use-open.ts';
import { useWide } from '../lib/page/use-wide.ts';
import { useFormat, useT } from '../lib/text/i18n.tsx';
import { ButtonLink } from '../ui/controls/button.tsx';
import { ScoreMark } from '../ui/controls/score.tsx';
import { Empty } from '../ui/feedback/empty.tsx';
import { LoadError } from '../ui/feedback/query-state.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { Deferred } from '../ui/layout/part.tsx';

const SHOWN = 10;
/** Longer than the season of sugarcane: a tree or bush. */
const MAX_SEASON_DAYS = 600;

const nextTask = lazyPage<{ parcelId: string }>(() => import('./next-task.tsx'), ['plan']);

const knownCrops = lazyPage<{ names: readonly string[] }>(() => import('./known-crops.tsx'));

const firstParcel = lazyPage(() => import('./first-parcel-offer.tsx'), ['steps']);

/** The first parcels as strips through their season, with a link to all. */
export function FarmerParcels({ parcels }: { parcels: ReturnType<typeof useParcels> }) {
  const t = useT();
  const wide = useWide();
  const { data } = parcels;
  return (
    <Panel
      title={t('dashboard.farmer.parcelsHeading')}
      actions={
        wide ? (
          <ButtonLink size="small" to={paths.landAdd}>
            {t('land.list.add')}
          </ButtonLink>
        ) : (
          <Link to={paths.landAdd} className="link inline-flex min-h-11 items-center">
            {t('land.list.add')}
          </Link>
        )
      }
      aria-busy={parcels.isPending || undefined}
    >
      <LoadError query={parcels} headline={t('land.error.fetchList')} />
      {data?.rows.length === 0 && (
        <Empty
          title={t('land.list.empty')}
          text={t('land.list.emptyText')}
          action={
            <>
              <ButtonLink to={paths.landAdd}>{t('land.list.addFirst')}</ButtonLink>
              {/* After the other button, which must not move when this one arrives. */}
              <Deferred ready fallback={null}>
                <Suspense>
                  <firstParcel.Component />
                </Suspense>
              </Deferred>
            </>
          }
        />
      )}
      {parcels.isPending && [1, 2, 3, 4].map((index) => <Skeleton key={index} className="mb-3 h-12" />)}
      {data && data.rows.length > 0 && (
        <ul className="sm:-my-2">
          {data.rows.slice(0, SHOWN).map((parcel) => (
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

/** The crop that grows on the parcel today. */
function growingOn({ crops }: Parcel): Crop[] {
  const now = today();
  return crops.filter(
    ({ plantingDate, harvestDate, yieldConfirmed }) =>
      plantingDate <= now && harvestDate >= now && !yieldConfirmed,
  );
}

/** As typed until the words for them are there, in a line that is cut off at its end. */
function CropNames({ crops }: { crops: readonly Crop[] }) {
  const names = crops.map(({ name }) => name);
  return (
    <Suspense fallback={names.join(', ')}>
      <knownCrops.Component names={names} />
    </Suspense>
  );
}

/** The whole row is clickable. The next task is added to a line that already has its height. */
function ParcelRow({ parcel }: { parcel: Parcel }) {
  const t = useT();
  const format = useFormat();
  const page = paths.landDetail(parcel._id);
  const open = useDeferredNavigation(page);
  const growing = growingOn(parcel);
  const [crop] = growing;
  const season = crop && seasonOf(crop);
  const score = shownScore(parcel);
  return (
    <article aria-labelledby={`parcel-${parcel._id}`} className="relative pt-1 sm:pt-1.5">
      <div className="flex items-baseline justify-between gap-3">
        {/* relative: otherwise the text for screen readers lies beyond the end of the line and widens the page. */}
        <div className="relative min-w-0 truncate leading-tight">
          <h3
            id={`parcel-${parcel._id}`}
            className="mr-2 inline font-sans text-base text-nowrap max-sm:leading-tight"
          >
            {parcel.name}
          </h3>
          <span className="text-fine text-muted sm:text-sm" title={format.hectares(parcel.size)}>
            {growing.length > 0 ? <CropNames crops={growing} /> : t('dashboard.field.empty')}
            <span className="num max-sm:sr-only"> · {format.area(parcel.size)}</span>
          </span>
        </div>
        <Link
          to={page}
          onClick={open}
          className="link shrink-0 text-fine after:absolute after:inset-0"
          aria-label={t('land.viewDetailsOf', { name: parcel.name })}
        >
          {t('land.viewDetails')}
        </Link>
      </div>
      <p className="truncate pb-0.5 text-fine leading-tight text-muted sm:pb-1 sm:text-sm sm:leading-snug">
        <ScoreMark score={score} />
        {season && ` · ${t('dashboard.field.day', season)}`}
        <Suspense>
          <nextTask.Component parcelId={parcel._id} />
        </Suspense>
      </p>
      <div aria-hidden="true" className="h-0.5 overflow-hidden rounded bg-line">
        {season && (
          <div className="mark h-full bg-primary" style={{ width: `${(100 * season.day) / season.of}%` }} />
        )}
      </div>
    </article>
  );
}

/** The day of the season; none for a crop that stands for years. */
function seasonOf({ plantingDate, harvestDate }: Crop): { day: number; of: number } | undefined {
  const dayOf = (date: string) => Date.parse(date) / DAY_MS;
  const of = dayOf(harvestDate) - dayOf(plantingDate) + 1;
  return of > MAX_SEASON_DAYS ? undefined : { day: dayOf(today()) - dayOf(plantingDate) + 1, of };
}
