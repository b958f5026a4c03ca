import { useT } from '../../../lib/text/i18n.tsx';
import { Dialog } from '../../../ui/feedback/dialog.tsx';
import { HarvestDue, HarvestForm, type HarvestFormProps } from './harvest-form.tsx';
import type { RecordParcel } from './kinds.ts';

interface HarvestDialogProps extends Omit<HarvestFormProps, 'onDone' | 'onChangeDate'> {
  parcel: RecordParcel;
  onClose: () => void;
}

/** Harvest form outside the parcel page. */
export function HarvestDialog({ parcel, crop, cropChoice, onClose }: HarvestDialogProps) {
  const t = useT();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('land.harvest.question', { crop: crop.name })}
      text={
        <>
          {parcel.name} · <HarvestDue crop={crop} />
        </>
      }
    >
      <HarvestForm key={crop._id} parcel={parcel} crop={crop} cropChoice={cropChoice} onDone={onClose} />
    </Dialog>
  );
}
