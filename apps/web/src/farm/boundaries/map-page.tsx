import type { ListedBoundary, Overlap, Parcel } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { acresOf } from '@ardhi/geo';
import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../lib/http/api.ts';
import { problemLine } from '../../lib/http/problem-text.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { LazyMap } from '../../map/lazy-map.tsx';
import { bboxOfAll, mapParcel, mapStrips, shapeOf } from '../../map/map-features.ts';
import { Badge } from '../../ui/controls/badge.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/controls/cx.ts';
import { Menu } from '../../ui/controls/menu.tsx';
import { ScoreBadge } from '../../ui/controls/score.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { Skeleton, SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { PageHeader } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { useParcels } from '../land/queries.ts';
import { shownScore } from '../land/score/shown-score.ts';
import { EXPORT_FORMATS, type ExportedParcel, saveExport } from './export.ts';
import { useBoundaries, useOwnOverlaps } from './queries.ts';

/** The farmer's parcels on a map and as a list. */
export default function MapPage() {
  const t = useT();
  const parcels = useParcels();
  const boundaries = useBoundaries();
  const overlaps = useOwnOverlaps();
  const failed = [parcels, boundaries].find(({ isError }) => isError);
  return (
    <div className="wrap pt-4 pb-9">
      {parcels.data && boundaries.data ? (
        <Parcels parcels={parcels.data.rows} boundaries={boundaries.data} overlaps={overlaps.data ?? []} />
      ) : (
        <>
          <PageHeader title={t('map.page.heading')} back={{ to: paths.land }} />
          {failed ? (
            <LoadError query={failed} headline={t('map.error.page')} />
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
  parcels: Parcel[];
  boundaries: ListedBoundary[];
  overlaps: Overlap[];
}

function Parcels({ parcels, boundaries, overlaps }: ParcelsProps) {
  const t = useT();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const byId = useMemo(() => new Map(parcels.map((parcel) => [parcel._id, parcel])), [parcels]);
  const drawn = useMemo(
    () =>
      boundaries.flatMap((boundary) => {
        const parcel = byId.get(boundary.landId);
        return parcel ? [mapParcel(boundary, parcel.name, shownScore(parcel))] : [];
      }),
    [boundaries, byId],
  );
  const strips = useMemo(() => mapStrips(overlaps), [overlaps]);
  const chosen = drawn.find(({ id }) => id === chosenId);
  const bbox = useMemo(
    () => bboxOfAll(chosen ? [chosen.shape] : drawn.map(({ shape }) => shape)),
    [chosen, drawn],
  );
  if (parcels.length === 0)
    return (
      <>
        <PageHeader title={t('map.page.heading')} back={{ to: paths.land }} />
        <Panel>
          <Empty
            drawing="empty-field"
            title={t('map.page.noLand')}
            text={t('map.page.noLandText')}
            action={<ButtonLink to={paths.landAdd}>{t('map.page.addLand')}</ButtonLink>}
          />
        </Panel>
      </>
    );
  const bounded = parcels.filter(({ _id }) => drawn.some(({ id }) => id === _id));
  const unbounded = parcels.filter((parcel) => !bounded.includes(parcel));
  return (
    <>
      <PageHeader
        title={t('map.page.heading')}
        lead={t('map.page.lead', { bounded: bounded.length, count: parcels.length })}
        back={{ to: paths.land }}
        actions={boundaries.length > 0 && <ExportAll parcels={byId} boundaries={boundaries} />}
      />
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <LazyMap
          className="h-[52dvh] min-h-72 lg:sticky lg:top-4 lg:h-[calc(100dvh-16rem)] lg:min-h-[30rem]"
          label={t('map.page.mapLabel', { count: parcels.length })}
          parcels={drawn}
          strips={strips}
          chosenId={chosenId}
          onChoose={setChosenId}
          bbox={bbox}
        />
        <div className="space-y-5">
          {bounded.length > 0 && (
            <Panel title={t('map.page.onMap')}>
              <ul className="-my-2 divide-y divide-line">
                {bounded.map((parcel) => (
                  <ListedParcel
                    key={parcel._id}
                    parcel={parcel}
                    chosen={parcel._id === chosenId}
                    overlapCount={
                      overlaps.filter(({ landId, status }) => landId === parcel._id && status === 'open')
                        .length
                    }
                    onChoose={() => setChosenId(parcel._id === chosenId ? null : parcel._id)}
                  />
                ))}
              </ul>
            </Panel>
          )}
          {unbounded.length > 0 && (
            <Panel title={t('map.page.notOnMap')} note={t('map.page.notOnMapText')}>
              <ul className="-my-2 divide-y divide-line">
                {unbounded.map((parcel) => (
                  <li key={parcel._id} className="flex flex-wrap items-center justify-between gap-2 py-2.5">
                    <Link to={paths.landDetail(parcel._id)} className="thumb font-semibold hover:underline">
                      {parcel.name}
                    </Link>
                    <ButtonLink
                      size="small"
                      to={paths.landBoundary(parcel._id, 'draw')}
                      aria-label={t('map.page.addBoundaryOf', { name: parcel.name })}
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
  parcel: Parcel;
  chosen: boolean;
  overlapCount: number;
  onChoose: () => void;
}

function ListedParcel({ parcel, chosen, overlapCount, onChoose }: ListedParcelProps) {
  const t = useT();
  const format = useFormat();
  const acres = acresOf(parcel.boundary?.areaSquareMetres ?? 0);
  return (
    <li className={cx('-mx-5 px-5 py-2.5', chosen && 'bg-primary-soft')}>
      <button
        type="button"
        aria-pressed={chosen}
        onClick={onChoose}
        className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-3 rounded text-left"
      >
        <span className="font-semibold">{parcel.name}</span>
        <ScoreBadge score={shownScore(parcel)} className="text-sm" />
        <span className="w-full text-sm text-muted" title={format.hectares(acres)}>
          {format.area(acres)}
          {parcel.county && ` · ${parcel.county}`}
        </span>
      </button>
      {overlapCount > 0 && (
        <Badge tone="no" className="mt-1">
          {t('map.overlap.short', { count: overlapCount })}
        </Badge>
      )}
      {chosen && (
        <div className="mt-2 flex flex-wrap gap-2">
          <ButtonLink size="small" to={paths.landDetail(parcel._id)}>
            {t('map.page.open')}
          </ButtonLink>
          <ButtonLink size="small" to={paths.landBoundary(parcel._id, 'draw')}>
            {t('map.edit')}
          </ButtonLink>
        </div>
      )}
    </li>
  );
}

function ExportAll({ parcels, boundaries }: { parcels: Map<string, Parcel>; boundaries: ListedBoundary[] }) {
  const t = useT();
  const save = async (format: (typeof EXPORT_FORMATS)[number]) => {
    try {
      const rows = await Promise.all(boundaries.map((boundary) => loadForExport(boundary, parcels)));
      saveExport(format, rows, t('map.page.fileName'));
    } catch (error) {
      toast.failed(problemLine(error, t('map.error.export'), t));
    }
  };
  return (
    <Menu
      label={t('map.export')}
      variant="plain"
      icon={<Download size={18} aria-hidden="true" />}
      items={EXPORT_FORMATS.map((format) => ({
        key: format.extension,
        label: t(`map.export.${format.extension}`),
        onSelect: () => void save(format),
      }))}
    />
  );
}

/** Exports full geometries: refetches boundaries that the list returns simplified. */
async function loadForExport(listed: ListedBoundary, parcels: Map<string, Parcel>): Promise<ExportedParcel> {
  const { landId, simplified } = listed;
  const { geometry, areaSquareMetres } = simplified
    ? await call('GET /land/{id}/boundary', { params: { id: landId } })
    : listed;
  return { id: landId, name: parcels.get(landId)?.name ?? '', shape: shapeOf(geometry), areaSquareMetres };
}
