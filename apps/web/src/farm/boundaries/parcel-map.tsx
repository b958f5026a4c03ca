import type { Boundary, ParcelDetail } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { acresOf, bboxOf } from '@ardhi/geo';
import { Download, FileUp, Footprints, PencilRuler, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { LazyMap } from '../../map/lazy-map.tsx';
import { mapParcel, mapStrips, shapeOf } from '../../map/map-features.ts';
import { useQueuedWrite } from '../../outbox/use-queued-write.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { Menu } from '../../ui/controls/menu.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { calls as parcelCalls } from '../land/calls.ts';
import { shownScore } from '../land/score/shown-score.ts';
import { useAction } from '../use-action.ts';
import { calls } from './calls.ts';
import { EXPORT_FORMATS, saveExport } from './export.ts';
import { OverlapList } from './overlap-list.tsx';
import { useBoundary } from './queries.ts';

/** Map and boundary details of a parcel, or links to create a boundary. */
export function ParcelMap({ parcel }: { parcel: ParcelDetail }) {
  return parcel.boundary ? <Bounded parcel={parcel} /> : <Unbounded parcel={parcel} />;
}

const MODES = [
  { mode: 'draw', Icon: PencilRuler },
  { mode: 'walk', Icon: Footprints },
  { mode: 'import', Icon: FileUp },
] as const;

function Unbounded({ parcel }: { parcel: ParcelDetail }) {
  const t = useT();
  return (
    <div>
      <p className="text-muted">{t('map.none.text')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {MODES.map(({ mode, Icon }) => (
          <ButtonLink
            key={mode}
            to={paths.landBoundary(parcel._id, mode)}
            size="small"
            icon={<Icon size={18} aria-hidden="true" />}
          >
            {t(`map.none.${mode}`)}
          </ButtonLink>
        ))}
      </div>
    </div>
  );
}

function Bounded({ parcel }: { parcel: ParcelDetail }) {
  const t = useT();
  const boundary = useBoundary(parcel._id, { enabled: true });
  return (
    <QueryState
      query={boundary}
      headline={t('map.error.boundary')}
      loading={<Skeleton className="h-48 w-full" />}
    >
      {(data) => <BoundaryDetails parcel={parcel} boundary={data} />}
    </QueryState>
  );
}

function BoundaryDetails({ parcel, boundary }: { parcel: ParcelDetail; boundary: Boundary }) {
  const t = useT();
  const format = useFormat();
  const score = shownScore(parcel);
  const parcels = useMemo(() => [mapParcel(boundary, parcel.name, score)], [boundary, parcel.name, score]);
  const strips = useMemo(() => mapStrips(boundary.overlaps), [boundary]);
  const bbox = useMemo(() => bboxOf(shapeOf(boundary.geometry)), [boundary]);
  const acres = acresOf(boundary.areaSquareMetres);
  return (
    <div className="space-y-4">
      <LazyMap
        className="h-48 sm:h-80"
        cooperative
        label={t('map.parcelMap', { name: parcel.name })}
        parcels={parcels}
        strips={strips}
        bbox={bbox}
      />
      <p>
        <span className="font-semibold" title={format.hectares(acres)}>
          {t('map.areaByBoundary', { area: format.area(acres) })}
        </span>{' '}
        <span className="text-muted">{t(`map.source.${boundary.source}`)}</span>
      </p>
      <SizeDifference parcel={parcel} acres={acres} />
      {boundary.overlapsFrom && (
        <p className="text-sm text-muted">
          {t('map.overlap.later', { date: format.date(boundary.overlapsFrom, 'medium') })}
        </p>
      )}
      {boundary.overlaps.length > 0 && <OverlapList overlaps={boundary.overlaps} />}
      <Actions parcel={parcel} boundary={boundary} />
    </div>
  );
}

const MIN_NOTABLE_DIFFERENCE = 0.1;
/** Sizes are stored in hundredths of an acre, about 40 square metres. */
const roundAcres = (acres: number) => Math.max(0.01, Math.round(acres * 100) / 100);

function SizeDifference({ parcel, acres }: { parcel: ParcelDetail; acres: number }) {
  const t = useT();
  const format = useFormat();
  const act = useAction();
  const edit = useQueuedWrite('PUT /land/{id}', parcelCalls);
  const difference = parcel.size > 0 ? (acres - parcel.size) / parcel.size : 1;
  const size = roundAcres(acres);
  if (size === parcel.size) return null;
  const isLarge = Math.abs(difference) > MIN_NOTABLE_DIFFERENCE;

  const applyArea = () =>
    act({
      run: () => edit.mutateAsync({ params: { id: parcel._id }, body: { size, revision: parcel.revision } }),
      done: t('map.sizeTaken', { area: format.area(size) }),
      failed: 'map.error.size',
    });
  const button = (
    <Button size="small" busy={edit.isPending} busyLabel={t('map.saving')} onClick={() => void applyArea()}>
      {t('map.useArea')}
    </Button>
  );
  if (!isLarge)
    return (
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-muted">{t('map.sizeStated', { size: format.area(parcel.size) })}</p>
        {button}
      </div>
    );
  return (
    <Callout
      tone="wait"
      headline={
        parcel.size > 0
          ? t('map.sizeDiffers', { percent: format.percent(Math.abs(difference) * 100) })
          : t('map.sizeMissing')
      }
    >
      <p>{t('map.sizeDiffersText', { size: format.area(parcel.size), area: format.area(acres) })}</p>
      <div className="mt-2">{button}</div>
    </Callout>
  );
}

function Actions({ parcel, boundary }: { parcel: ParcelDetail; boundary: Boundary }) {
  const t = useT();
  const act = useAction();
  const remove = useQueuedWrite('DELETE /land/{id}/boundary', calls);
  const exported = [
    {
      id: parcel._id,
      name: parcel.name,
      shape: shapeOf(boundary.geometry),
      areaSquareMetres: boundary.areaSquareMetres,
    },
  ];
  const removeBoundary = () =>
    act({
      question: {
        title: t('map.removeQuestion'),
        text: t('map.removeText', { name: parcel.name }),
        action: t('map.remove'),
      },
      run: () => remove.mutateAsync({ params: { id: parcel._id } }),
      done: t('map.removed'),
      failed: 'map.error.remove',
    });
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink
        to={paths.landBoundary(parcel._id, 'draw')}
        size="small"
        icon={<PencilRuler size={18} aria-hidden="true" />}
      >
        {t('map.edit')}
      </ButtonLink>
      <Menu
        label={t('map.more')}
        size="small"
        variant="plain"
        items={[
          ...MODES.slice(1).map(({ mode, Icon }) => ({
            key: mode,
            label: t(`map.none.${mode}`),
            icon: <Icon size={18} aria-hidden="true" />,
            to: paths.landBoundary(parcel._id, mode),
          })),
          ...EXPORT_FORMATS.map((format) => ({
            key: format.extension,
            label: t(`map.export.${format.extension}`),
            icon: <Download size={18} aria-hidden="true" />,
            onSelect: () => saveExport(format, exported, parcel.name),
          })),
          {
            key: 'remove',
            label: t('map.remove'),
            icon: <Trash2 size={18} aria-hidden="true" />,
            danger: true,
            onSelect: () => void removeBoundary(),
          },
        ]}
      />
    </div>
  );
}
