import type { Land, ListedBoundary, Overlap } from '@ardhi/contract';
import { acresOf } from '@ardhi/geo';
import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useLands } from '../land/queries.ts';
import { shownScore } from '../land/score/shown-score.ts';
import { call } from '../lib/api.ts';
import { useFormat, useT } from '../lib/i18n.tsx';
import { paths } from '../lib/paths.ts';
import { detailOf, problemLine } from '../lib/problem-words.ts';
import { Badge } from '../ui/badge.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Empty } from '../ui/empty.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Menu } from '../ui/menu.tsx';
import { PageHeader } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { ScoreMark } from '../ui/score.tsx';
import { Skeleton, SkeletonText } from '../ui/skeleton.tsx';
import { toast } from '../ui/toast-store.ts';
import { type ExportedParcel, fileName, toGeoJson, toKml } from './export.ts';
import { LazyMap } from './lazy-map.tsx';
import { useBoundaries, useOwnOverlaps } from './queries.ts';
import { saveText } from './save-text.ts';
import { boxOfAll, mapParcel, mapStrip, shapeOf } from './shown.ts';

/** All own parcels on one map, and the same as a list. */
export default function MapPage() {
  const t = useT();
  const lands = useLands();
  const boundaries = useBoundaries();
  const overlaps = useOwnOverlaps();
  const failed = [lands, boundaries].find(({ isError }) => isError);
  return (
    <div className="wrap pt-4 pb-9">
      {lands.data && boundaries.data ? (
        <Parcels lands={lands.data.rows} boundaries={boundaries.data} overlaps={overlaps.data ?? []} />
      ) : (
        <>
          <PageHeader title={t('map.page.heading')} back={{ to: paths.land }} />
          {failed ? (
            <ErrorState
              headline={t('map.error.page')}
              detail={detailOf(failed.error, t)}
              onRetry={() => void failed.refetch()}
              retrying={failed.isFetching}
            />
          ) : (
            <div aria-busy="true" className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
              <Skeleton className="h-[55dvh] w-full" />
              <SkeletonText lines={8} />
            </div>
          )}
        </>
      )}
    </div>
  );
}

interface ParcelsProps {
  lands: Land[];
  boundaries: ListedBoundary[];
  overlaps: Overlap[];
}

function Parcels({ lands, boundaries, overlaps }: ParcelsProps) {
  const t = useT();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const byId = useMemo(() => new Map(lands.map((land) => [land._id, land])), [lands]);
  const parcels = useMemo(
    () =>
      boundaries.flatMap((boundary) => {
        const land = byId.get(boundary.landId);
        return land ? [mapParcel(boundary, land.name, shownScore(land))] : [];
      }),
    [boundaries, byId],
  );
  const strips = useMemo(() => overlaps.map(mapStrip), [overlaps]);
  const chosen = parcels.find(({ id }) => id === chosenId);
  const box = useMemo(
    () => boxOfAll(chosen ? [chosen.shape] : parcels.map(({ shape }) => shape)),
    [chosen, parcels],
  );
  if (lands.length === 0)
    return (
      <>
        <PageHeader title={t('map.page.heading')} back={{ to: paths.land }} />
        <Panel>
          <Empty
            title={t('map.page.noLand')}
            text={t('map.page.noLandText')}
            action={<ButtonLink to={paths.landAdd}>{t('map.page.addLand')}</ButtonLink>}
          />
        </Panel>
      </>
    );
  const bounded = lands.filter(({ _id }) => parcels.some(({ id }) => id === _id));
  const unbounded = lands.filter((land) => !bounded.includes(land));
  return (
    <>
      <PageHeader
        title={t('map.page.heading')}
        lead={t('map.page.lead', { bounded: bounded.length, count: lands.length })}
        back={{ to: paths.land }}
        actions={boundaries.length > 0 && <ExportAll lands={byId} boundaries={boundaries} />}
      />
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <LazyMap
          className="h-[52dvh] min-h-72 lg:sticky lg:top-4 lg:h-[calc(100dvh-16rem)] lg:min-h-[30rem]"
          label={t('map.page.mapLabel', { count: parcels.length })}
          parcels={parcels}
          strips={strips}
          chosenId={chosenId}
          onChoose={setChosenId}
          box={box}
        />
        <div className="space-y-5">
          {bounded.length > 0 && (
            <Panel title={t('map.page.onMap')}>
              <ul className="-my-2 divide-y divide-line">
                {bounded.map((land) => (
                  <ListedParcel
                    key={land._id}
                    land={land}
                    chosen={land._id === chosenId}
                    overlapCount={
                      overlaps.filter(({ landId, status }) => landId === land._id && status === 'open').length
                    }
                    onChoose={() => setChosenId(land._id === chosenId ? null : land._id)}
                  />
                ))}
              </ul>
            </Panel>
          )}
          {unbounded.length > 0 && (
            <Panel title={t('map.page.notOnMap')} note={t('map.page.notOnMapText')}>
              <ul className="-my-2 divide-y divide-line">
                {unbounded.map((land) => (
                  <li key={land._id} className="flex flex-wrap items-center justify-between gap-2 py-2.5">
                    <Link to={paths.landDetail(land._id)} className="thumb font-semibold hover:underline">
                      {land.name}
                    </Link>
                    <ButtonLink
                      size="small"
                      to={paths.landBoundary(land._id, 'draw')}
                      aria-label={t('map.page.addBoundaryOf', { name: land.name })}
                    >
                      {t('map.page.addBoundary')}
                    </ButtonLink>
                  </li>
                ))}
              </ul>
            </Panel>
          )}
        </div>
      </div>
    </>
  );
}

interface ListedParcelProps {
  land: Land;
  chosen: boolean;
  overlapCount: number;
  onChoose: () => void;
}

function ListedParcel({ land, chosen, overlapCount, onChoose }: ListedParcelProps) {
  const t = useT();
  const format = useFormat();
  const acres = acresOf(land.boundary?.areaSquareMetres ?? 0);
  return (
    <li className={cx('-mx-5 px-5 py-2.5', chosen && 'bg-primary-soft')}>
      <button
        type="button"
        aria-pressed={chosen}
        onClick={onChoose}
        className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-3 rounded text-left"
      >
        <span className="font-semibold">{land.name}</span>
        <ScoreMark score={shownScore(land)} className="text-sm" />
        <span className="w-full text-sm text-muted" title={format.hectares(acres)}>
          {format.area(acres)}
          {land.county && ` · ${land.county}`}
        </span>
      </button>
      {overlapCount > 0 && (
        <Badge tone="no" className="mt-1">
          {t('map.overlap.short', { count: overlapCount })}
        </Badge>
      )}
      {chosen && (
        <div className="mt-2 flex flex-wrap gap-2">
          <ButtonLink size="small" to={paths.landDetail(land._id)}>
            {t('map.page.open')}
          </ButtonLink>
          <ButtonLink size="small" to={paths.landBoundary(land._id, 'draw')}>
            {t('map.edit')}
          </ButtonLink>
        </div>
      )}
    </li>
  );
}

function ExportAll({ lands, boundaries }: { lands: Map<string, Land>; boundaries: ListedBoundary[] }) {
  const t = useT();
  const save = async (write: typeof toGeoJson, type: string, extension: string) => {
    try {
      const parcels = await Promise.all(boundaries.map((boundary) => exported(boundary, lands)));
      saveText(write(parcels), type, fileName(t('map.page.fileName'), extension));
    } catch (error) {
      toast.failed(problemLine(error, t('map.error.export'), t));
    }
  };
  return (
    <Menu
      label={t('map.export')}
      variant="plain"
      icon={<Download size={18} aria-hidden="true" />}
      items={[
        {
          key: 'geojson',
          label: t('map.export.geojson'),
          onSelect: () => void save(toGeoJson, 'application/geo+json', 'geojson'),
        },
        {
          key: 'kml',
          label: t('map.export.kml'),
          onSelect: () => void save(toKml, 'application/vnd.google-earth.kml+xml', 'kml'),
        },
      ]}
    />
  );
}

/** A file holds every corner, also of those that the list answers with fewer. */
async function exported(listed: ListedBoundary, lands: Map<string, Land>): Promise<ExportedParcel> {
  const { landId, simplified } = listed;
  const { geometry, areaSquareMetres } = simplified
    ? await call('GET /land/{id}/boundary', { params: { id: landId } })
    : listed;
  return { id: landId, name: lands.get(landId)?.name ?? '', shape: shapeOf(geometry), areaSquareMetres };
}
