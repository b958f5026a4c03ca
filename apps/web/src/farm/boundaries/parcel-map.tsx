import type { Boundary, ParcelDetail } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { acresOf, bboxOf } from '@ardhi/geo';
import { Download, FileUp, Footprints, PencilRuler, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { saveText } from '../../lib/device/download.ts';
import { detailOf, problemLine } from '../../lib/http/problem-text.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { LazyMap } from '../../map/lazy-map.tsx';
import { mapParcel, mapStrips, shapeOf } from '../../map/map-features.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { Menu } from '../../ui/controls/menu.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { shownScore } from '../land/score/shown-score.ts';
import { useEditParcel } from '../land/writes.ts';
import { fileName, toGeoJson, toKml } from './export.ts';
import { OverlapList } from './overlap-list.tsx';
import { useBoundary } from './queries.ts';
import { useRemoveBoundary } from './writes.ts';

/** Map and boundary details of a parcel, or links to create a boundary. */
export function ParcelMap({ parcel }: { parcel: ParcelDetail }) {
  return parcel.boundary ? <Bounded parcel={parcel} /> : <Unbounded parcel={parcel} />;
}

function Unbounded({ parcel }: { parcel: ParcelDetail }) {
  const t = useT();
  return (
    <div>
      <p className="text-muted">{t('map.none.text')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <ButtonLink
          to={paths.landBoundary(parcel._id, 'draw')}
          size="small"
          icon={<PencilRuler size={18} aria-hidden="true" />}
        >
          {t('map.none.draw')}
        </ButtonLink>
        <ButtonLink
          to={paths.landBoundary(parcel._id, 'walk')}
          size="small"
          icon={<Footprints size={18} aria-hidden="true" />}
        >
          {t('map.none.walk')}
        </ButtonLink>
        <ButtonLink
          to={paths.landBoundary(parcel._id, 'import')}
          size="small"
          icon={<FileUp size={18} aria-hidden="true" />}
        >
          {t('map.none.import')}
        </ButtonLink>
      </div>
    </div>
  );
}

function Bounded({ parcel }: { parcel: ParcelDetail }) {
  const t = useT();
  const boundary = useBoundary(parcel._id, { enabled: true });
  if (boundary.data) return <BoundaryDetails parcel={parcel} boundary={boundary.data} />;
  if (boundary.isError)
    return (
      <ErrorState
        headline={t('map.error.boundary')}
        detail={detailOf(boundary.error, t)}
        onRetry={() => void boundary.refetch()}
        retrying={boundary.isFetching}
      />
    );
  return <Skeleton className="h-48 w-full" />;
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
  const edit = useEditParcel();
  const difference = parcel.size > 0 ? (acres - parcel.size) / parcel.size : 1;
  const size = roundAcres(acres);
  if (size === parcel.size) return null;
  const isLarge = Math.abs(difference) > MIN_NOTABLE_DIFFERENCE;

  const applyArea = async () => {
    try {
      await edit.mutateAsync({ params: { id: parcel._id }, body: { size, revision: parcel.revision } });
      toast.done(t('map.sizeTaken', { area: format.area(size) }));
    } catch (error) {
      toast.failed(problemLine(error, t('map.error.size'), t));
    }
  };
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
  const confirm = useConfirm();
  const remove = useRemoveBoundary();
  const exported = [
    {
      id: parcel._id,
      name: parcel.name,
      shape: shapeOf(boundary.geometry),
      areaSquareMetres: boundary.areaSquareMetres,
    },
  ];
  const removeBoundary = async () => {
    const isConfirmed = await confirm({
      title: t('map.removeQuestion'),
      text: t('map.removeText', { name: parcel.name }),
      action: t('map.remove'),
    });
    if (!isConfirmed) return;
    try {
      await remove.mutateAsync({ params: { id: parcel._id } });
      toast.done(t('map.removed'));
    } catch (error) {
      toast.failed(problemLine(error, t('map.error.remove'), t));
    }
  };
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
          {
            key: 'walk',
            label: t('map.none.walk'),
            icon: <Footprints size={18} aria-hidden="true" />,
            to: paths.landBoundary(parcel._id, 'walk'),
          },
          {
            key: 'import',
            label: t('map.none.import'),
            icon: <FileUp size={18} aria-hidden="true" />,
            to: paths.landBoundary(parcel._id, 'import'),
          },
          {
            key: 'geojson',
            label: t('map.export.geojson'),
            icon: <Download size={18} aria-hidden="true" />,
            onSelect: () =>
              saveText(toGeoJson(exported), 'application/geo+json', fileName(parcel.name, 'geojson')),
          },
          {
            key: 'kml',
            label: t('map.export.kml'),
            icon: <Download size={18} aria-hidden="true" />,
            onSelect: () =>
              saveText(toKml(exported), 'application/vnd.google-earth.kml+xml', fileName(parcel.name, 'kml')),
          },
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
