import { useId, useState } from 'react';
import { useParcels } from '../../farm/land/queries.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { ScoreBadge } from '../../ui/controls/score.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { Checkbox } from '../../ui/forms/field.tsx';
import { FieldError } from '../../ui/forms/field-frame.tsx';

interface ParcelChoiceProps {
  value: readonly string[];
  onChange: (parcelIds: string[]) => void;
  /** Correction hint or error text. */
  error?: string;
  /** Focuses the first checkbox when the dialog opens. */
  first?: boolean;
}

/** Number of parcels shown before "all", so that the form stays short. */
const SHOWN_AT_FIRST = 3;

/** Checkboxes for the farmer's parcels; hidden without parcels. */
export function ParcelChoice({ value, onChange, error, first }: ParcelChoiceProps) {
  const t = useT();
  const format = useFormat();
  const hintId = useId();
  const [all, setAll] = useState(false);
  const { data, isError } = useParcels();
  if (isError && !data) return <p className="text-muted">{t('subsidies.parcelsFailed')}</p>;
  if (!data) return <SkeletonText lines={2} />;
  if (data.rows.length === 0) return null;
  // Selected parcels are always visible.
  const shown = data.rows.filter(
    (parcel, index) => all || index < SHOWN_AT_FIRST || value.includes(parcel._id),
  );
  const toggle = (id: string, chosen: boolean) =>
    onChange(chosen ? [...value, id] : value.filter((other) => other !== id));
  return (
    <fieldset aria-describedby={hintId} aria-invalid={error ? true : undefined}>
      <legend className="font-semibold">{t('subsidies.parcels')}</legend>
      <div id={hintId}>
        <p className="mt-0.5 text-sm text-muted">{t('subsidies.parcelsHint')}</p>
        <FieldError>{error}</FieldError>
      </div>
      <div className="mt-1">
        {shown.map((parcel, index) => (
          <Checkbox
            key={parcel._id}
            data-autofocus={first && index === 0 ? true : undefined}
            checked={value.includes(parcel._id)}
            onChange={(event) => toggle(parcel._id, event.target.checked)}
            label={
              <span className="flex flex-wrap items-center gap-x-3">
                <span className="font-semibold">{parcel.name}</span>
                <span className="text-sm text-muted">{format.area(parcel.size)}</span>
                <ScoreBadge
                  className="text-sm"
                  score={parcel.score.status === 'initial' ? null : parcel.sustainabilityScore}
                />
              </span>
            }
          />
        ))}
      </div>
      {shown.length < data.rows.length && (
        <Button size="small" onClick={() => setAll(true)}>
          {t('subsidies.parcelsAll', { count: data.rows.length })}
        </Button>
      )}
    </fieldset>
  );
}
