/** Forms to correct rejected changes of parcels and records; saving replaces the queued entry. */
import type { ParcelDetail } from '@ardhi/contract';
import type { ReactNode } from 'react';
import { useT } from '../../lib/text/i18n.tsx';
import type { CorrectionProps } from '../../outbox/call-screens.ts';
import type { Entry } from '../../outbox/entry.ts';
import { targetOf } from '../../outbox/relations.ts';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { ParcelForm } from './parcel/parcel-form.tsx';
import { useParcel } from './queries.ts';
import { HarvestDialog } from './records/harvest-form.tsx';
import { type RecordKind, type RecordOf, recordsOf } from './records/kinds.ts';
import { RecordForm } from './records/record-form.tsx';

/** Provides the parcel with queued changes applied; renders nothing if it is not loaded. */
function OnParcel({ entry, children }: { entry: Entry; children: (parcel: ParcelDetail) => ReactNode }) {
  const { data: parcel } = useParcel(entry.params.id ?? targetOf(entry));
  return parcel ? children(parcel) : null;
}

const findTarget = <R extends { _id: string }>(rows: R[], entry: Entry) =>
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
  return (
    <OnParcel entry={entry}>
      {(parcel) => {
        const crop = findTarget(parcel.crops, entry);
        return crop && <HarvestDialog parcel={parcel} crop={crop} onClose={onClose} />;
      }}
    </OnParcel>
  );
}

/** Works for parcels that are not stored on this phone too. */
const correctRecord =
  (kind: RecordKind) =>
  ({ entry, onClose }: CorrectionProps) => {
    const id = entry.params.id ?? '';
    const { data: parcel, isPending } = useParcel(id);
    if (isPending) return null;
    const submittedRecord = { ...entry.body, revision: 0 } as RecordOf[RecordKind];
    return (
      <RecordForm
        kind={kind}
        parcel={parcel ?? { _id: id, name: entry.about ?? '', size: 0 }}
        record={parcel ? findTarget(recordsOf(parcel, kind), entry) : submittedRecord}
        onClose={onClose}
      />
    );
  };

export const CorrectCrop = correctRecord('crops');
export const CorrectWater = correctRecord('water');
export const CorrectFertilizer = correctRecord('fertilizer');
export const CorrectPesticide = correctRecord('pesticides');
