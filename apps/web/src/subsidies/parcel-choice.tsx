import { useId } from 'react';
import { useParcels } from '../land/queries.ts';
import { useFormat, useT } from '../lib/i18n.tsx';
import { Checkbox } from '../ui/field.tsx';
import { ScoreMark } from '../ui/score.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';

interface ParcelChoiceProps {
  value: readonly string[];
  onChange: (parcelIds: string[]) => void;
}

/** Ticks for the farmer's own parcels. Without a parcel there is nothing to ask. */
export function ParcelChoice({ value, onChange }: ParcelChoiceProps) {
  const t = useT();
  const format = useFormat();
  const hintId = useId();
  const { data, isError } = useParcels();
  if (isError && !data) return <p className="text-muted">{t('subsidies.parcelsFailed')}</p>;
  if (!data) return <SkeletonText lines={2} />;
  if (data.rows.length === 0) return null;
  const toggle = (id: string, chosen: boolean) =>
    onChange(chosen ? [...value, id] : value.filter((other) => other !== id));
  return (
    <fieldset aria-describedby={hintId}>
      <legend className="font-semibold">{t('subsidies.parcels')}</legend>
      <p id={hintId} className="mt-0.5 text-sm text-muted">
        {t('subsidies.parcelsHint')}
      </p>
      <div className="mt-1 max-h-72 overflow-auto">
        {data.rows.map((parcel) => (
          <Checkbox
            key={parcel._id}
            checked={value.includes(parcel._id)}
            onChange={(event) => toggle(parcel._id, event.target.checked)}
            label={
              <span className="flex flex-wrap items-center gap-x-3">
                <span className="font-semibold">{parcel.name}</span>
                <span className="text-sm text-muted">{format.area(parcel.size)}</span>
                <ScoreMark
                  className="text-sm"
                  score={parcel.score.status === 'initial' ? null : parcel.sustainabilityScore}
                />
              </span>
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
