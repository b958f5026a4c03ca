/** The forms of parcels and their records for an entry that was refused: saved, the new values take its place. */
import type { ParcelDetail } from '@ardhi/contract';
import type { ReactNode } from 'react';
import { useT } from '../../lib/text/i18n.tsx';
import type { CorrectionProps } from '../../outbox/call-screens.ts';
import type { Entry } from '../../outbox/entry.ts';
import { targetOf } from '../../outbox/relations.ts';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { ParcelForm } from './parcel/parcel-form.tsx';
import { useParcel } from './queries.ts';
import { HarvestDialog } from './records/harvest-dialog.tsx';
import { type RecordKind, type RecordOf, recordsOf } from './records/kinds.ts';
import { RecordForm } from './records/record-form.tsx';

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
  return (
    <OnParcel entry={entry}>
      {(parcel) => {
        const crop = own(parcel.crops, entry);
        return crop && <HarvestDialog parcel={parcel} crop={crop} onClose={onClose} />;
      }}
    </OnParcel>
  );
}

/** Also of a parcel that is not on this phone. */
const correctRecord =
  (kind: RecordKind) =>
  ({ entry, onClose }: CorrectionProps) => {
    const id = entry.params.id ?? '';
    const { data: parcel, isPending } = useParcel(id);
    if (isPending) return null;
    const asSaid = { ...entry.body, revision: 0 } as RecordOf[RecordKind];
    return (
      <RecordForm
        kind={kind}
        parcel={parcel ?? { _id: id, name: entry.about ?? '', size: 0 }}
        record={parcel ? own(recordsOf(parcel, kind), entry) : asSaid}
        onClose={onClose}
      />
    );
  };

export const CorrectCrop = correctRecord('crops');
export const CorrectWater = correctRecord('water');
export const CorrectFertilizer = correctRecord('fertilizer');
export const CorrectPesticide = correctRecord('pesticides');
