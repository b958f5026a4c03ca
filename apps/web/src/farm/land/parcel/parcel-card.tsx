import type { Parcel } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';
import { useFormat, useT } from '../../../lib/text/i18n.tsx';
import { UnsentBadge } from '../../../outbox/unsent-badge.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { useReadersWords } from '../../../ui/controls/known-name.tsx';
import { ScoreBadge, ScoreMeter } from '../../../ui/controls/score.tsx';
import { Skeleton, SkeletonText } from '../../../ui/feedback/skeleton.tsx';
import { shownScore } from '../score/shown-score.ts';
import { SOIL_LABELS } from './soil.ts';

/** Receives the focus again when the edit form is closed. */
export const editButtonId = (parcel: { _id: string }) => `edit-${parcel._id}`;

interface ParcelCardProps {
  parcel: Parcel;
  onEdit: () => void;
  onDelete: () => void;
}

/** The whole card opens the parcel, except for its two buttons. */
export function ParcelCard({ parcel, onEdit, onDelete }: ParcelCardProps) {
  const t = useT();
  const format = useFormat();
  const rows = [
    [t('land.field.soilType'), t(SOIL_LABELS[parcel.soilType])],
    [
      t('land.field.size'),
      <span key="size" title={format.hectares(parcel.size)}>
        {format.area(parcel.size)}
      </span>,
    ],
    [t('land.location'), parcel.location.address ?? t('land.notSpecified')],
    [t('land.cropsPlanted'), <CropsPlanted key="crops" parcel={parcel} />],
  ] as const;
  return (
    <article
      aria-labelledby={`land-${parcel._id}`}
      className="group relative flex min-w-0 flex-col rounded-card border border-line bg-surface p-4 shadow-card hover:border-line-strong sm:p-5"
    >
      <h2 id={`land-${parcel._id}`} className="text-[1.1875rem] group-hover:underline">
        {parcel.name}
      </h2>
      <p className="empty:hidden">
        <UnsentBadge id={parcel._id} within />
      </p>
      <div className="mt-2 sm:mt-3">
        <ScoreMeter score={shownScore(parcel)} />
        <p className="mt-1 flex flex-wrap items-baseline justify-between gap-x-3 sm:mt-2">
          <span className="text-muted">{t('land.sustainability')}</span>
          <ScoreBadge score={shownScore(parcel)} />
        </p>
      </div>
      <dl className="num mt-2 grid sm:mt-4 grid-cols-[fit-content(45%)_minmax(0,1fr)] gap-x-4 gap-y-0.5 sm:gap-y-1.5">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="text-right">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-auto flex flex-wrap items-center gap-2 pt-2 sm:pt-4">
        <Link
          to={paths.landDetail(parcel._id)}
          className="link inline-flex min-h-11 items-center after:absolute after:inset-0"
          aria-label={t('land.viewDetailsOf', { name: parcel.name })}
        >
          {t('land.viewDetails')}
        </Link>
        <span className="relative z-1 -mr-2 ml-auto flex *:px-2 *:text-sm">
          <Button
            variant="quiet"
            size="small"
            id={editButtonId(parcel)}
            aria-label={t('land.editOf', { name: parcel.name })}
            onClick={onEdit}
          >
            {t('land.edit')}
          </Button>
          <Button
            variant="quiet"
            size="small"
            aria-label={t('land.deleteOf', { name: parcel.name })}
            onClick={onDelete}
          >
            {t('land.delete')}
          </Button>
        </span>
      </div>
    </article>
  );
}

const NAMES_SHOWN = 2;

function CropsPlanted({ parcel }: { parcel: Parcel }) {
  const t = useT();
  const wordOf = useReadersWords('crop');
  const names = [...new Set(parcel.crops.map((crop) => crop.name))].slice(-NAMES_SHOWN).reverse();
  if (parcel.cropCount === 0) return <>{t('land.noCrops')}</>;
  return (
    <>
      {parcel.cropCount}
      <span className="text-muted"> · {names.map(wordOf).join(', ')}</span>
    </>
  );
}

export function ParcelCardSkeleton() {
  return (
    <div className="rounded-card border border-line bg-surface p-5 shadow-card">
      <Skeleton className="mb-4 h-6 w-2/3" />
      <Skeleton className="mb-5 h-2 w-full" />
      <SkeletonText lines={4} />
    </div>
  );
}
