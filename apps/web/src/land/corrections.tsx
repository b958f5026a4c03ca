/** The forms of parcels and their records for an entry that was refused: saved, the new values take its place. */
import type { ParcelDetail } from '@ardhi/contract';
import type { ReactNode } from 'react';
import { useT } from '../lib/i18n.tsx';
import type { Entry } from '../outbox/entry.ts';
import type { CorrectionProps } from '../outbox/offline-calls.ts';
import { targetOf } from '../outbox/relations.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ParcelForm } from './parcel/parcel-form.tsx';
import { useParcel } from './queries.ts';
import { CropForm } from './records/crop-form.tsx';
import { FertilizerForm } from './records/fertilizer-form.tsx';
import { HarvestQuestion } from './records/harvest-question.tsx';
import { PesticideForm } from './records/pesticide-form.tsx';
import { WaterForm } from './records/water-form.tsx';

/** The parcel with its queued work; nothing where it is not known. */
function OnParcel({ entry, children }: { entry: Entry; children: (parcel: ParcelDetail) => ReactNode }) {
  const { data: parcel } = useParcel(entry.params.id ?? targetOf(entry));
  return parcel ? children(parcel) : null;
}

const own = <R extends { _id: string }>(rows: R[], entry: Entry) =>
  rows.find(({ _id }) => _id === targetOf(entry));

export function CorrectParcel({ entry, onClose }: CorrectionProps) {
  const t = useT();
  return (
    <OnParcel entry={entry}>
      {(parcel) => (
        <Dialog open wide onClose={onClose} title={t('land.form.editHeading', { name: parcel.name })}>
          <ParcelForm parcel={parcel} onSaved={onClose} onClose={onClose} />
        </Dialog>
      )}
    </OnParcel>
  );
}

export function CorrectHarvest({ entry, onClose }: CorrectionProps) {
  const t = useT();
  return (
    <OnParcel entry={entry}>
      {(parcel) => {
        const crop = own(parcel.crops, entry);
        if (!crop) return null;
        const title = t('land.harvest.label', { crop: crop.name });
        return (
          <Dialog open onClose={onClose} title={title} text={parcel.name}>
            <HarvestQuestion parcel={parcel} crop={crop} onDone={onClose} />
          </Dialog>
        );
      }}
    </OnParcel>
  );
}

export function CorrectCrop({ entry, onClose }: CorrectionProps) {
  return (
    <OnParcel entry={entry}>
      {(parcel) => <CropForm parcel={parcel} crop={own(parcel.crops, entry)} onClose={onClose} />}
    </OnParcel>
  );
}

export function CorrectWater({ entry, onClose }: CorrectionProps) {
  return (
    <OnParcel entry={entry}>
      {(parcel) => <WaterForm parcel={parcel} record={own(parcel.waterUsage, entry)} onClose={onClose} />}
    </OnParcel>
  );
}

export function CorrectFertilizer({ entry, onClose }: CorrectionProps) {
  return (
    <OnParcel entry={entry}>
      {(parcel) => (
        <FertilizerForm parcel={parcel} record={own(parcel.fertilizerUsage, entry)} onClose={onClose} />
      )}
    </OnParcel>
  );
}

export function CorrectPesticide({ entry, onClose }: CorrectionProps) {
  return (
    <OnParcel entry={entry}>
      {(parcel) => (
        <PesticideForm parcel={parcel} record={own(parcel.pesticideUsage, entry)} onClose={onClose} />
      )}
    </OnParcel>
  );
}
