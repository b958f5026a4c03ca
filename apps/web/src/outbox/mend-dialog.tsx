/** The form that a refused entry came from, with its values: saving it puts the new ones in their place. */
import type { ParcelDetail } from '@ardhi/contract';
import { useState } from 'react';
import { MaintenanceDialog } from '../equipment/maintenance-dialog.tsx';
import { useEquipmentItem } from '../equipment/queries.ts';
import { UsageDialog } from '../equipment/usage-dialog.tsx';
import { EditEquipmentDialog } from '../equipment/use-equipment-actions.tsx';
import { ParcelForm } from '../land/parcel/parcel-form.tsx';
import { useParcel } from '../land/queries.ts';
import { CropForm } from '../land/records/crop-form.tsx';
import { FertilizerForm } from '../land/records/fertilizer-form.tsx';
import { HarvestQuestion } from '../land/records/harvest-question.tsx';
import { PesticideForm } from '../land/records/pesticide-form.tsx';
import { WaterForm } from '../land/records/water-form.tsx';
import { useT } from '../lib/i18n.tsx';
import { useSendMessage } from '../messages/queries.ts';
import { EditApplication } from '../subsidies/edit-application.tsx';
import { useApplications } from '../subsidies/queries.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextArea } from '../ui/field.tsx';
import { type Entry, targetOf } from './entry.ts';

interface MendProps {
  entry: Entry;
  onClose: () => void;
}

export default function MendDialog(props: MendProps) {
  const { call } = props.entry;
  if (call.includes(' /land')) return <MendParcel {...props} />;
  if (call.includes(' /equipment')) return <MendEquipment {...props} />;
  if (call.includes(' /subsidies')) return <MendApplication {...props} />;
  return <MendMessage {...props} />;
}

const FORMS = ['crops', 'water', 'fertilizer', 'pesticides'] as const;

function MendParcel({ entry, onClose }: MendProps) {
  const t = useT();
  const { data: parcel } = useParcel(entry.params.id ?? targetOf(entry));
  if (!parcel) return null;
  const crop = parcel.crops.find(({ _id }) => _id === targetOf(entry));
  if (entry.call.endsWith('/harvest'))
    return (
      crop && (
        <Dialog
          open
          onClose={onClose}
          title={t('land.harvest.label', { crop: crop.name })}
          text={parcel.name}
        >
          <HarvestQuestion parcel={parcel} crop={crop} onDone={onClose} />
        </Dialog>
      )
    );
  const kind = FORMS.find((one) => entry.call.includes(`/${one}`));
  if (kind) return <MendRecord parcel={parcel} kind={kind} id={targetOf(entry)} onClose={onClose} />;
  return (
    <Dialog open wide onClose={onClose} title={t('land.form.editHeading', { name: parcel.name })}>
      <ParcelForm parcel={parcel} onSaved={onClose} onClose={onClose} />
    </Dialog>
  );
}

interface MendRecordProps {
  parcel: ParcelDetail;
  kind: (typeof FORMS)[number];
  id: string;
  onClose: () => void;
}

function MendRecord({ parcel, kind, id, onClose }: MendRecordProps) {
  const own = <R extends { _id: string }>(rows: R[]) => rows.find(({ _id }) => _id === id);
  switch (kind) {
    case 'crops':
      return <CropForm parcel={parcel} crop={own(parcel.crops)} onClose={onClose} />;
    case 'water':
      return <WaterForm parcel={parcel} record={own(parcel.waterUsage)} onClose={onClose} />;
    case 'fertilizer':
      return <FertilizerForm parcel={parcel} record={own(parcel.fertilizerUsage)} onClose={onClose} />;
    case 'pesticides':
      return <PesticideForm parcel={parcel} record={own(parcel.pesticideUsage)} onClose={onClose} />;
  }
}

function MendEquipment({ entry, onClose }: MendProps) {
  const { data: machine } = useEquipmentItem(entry.params.id ?? targetOf(entry));
  if (!machine) return null;
  const id = targetOf(entry);
  if (entry.call.includes('/maintenance')) {
    const record = machine.maintenance.find(({ _id }) => _id === id);
    return <MaintenanceDialog equipment={machine} record={record} onClose={onClose} />;
  }
  if (entry.call.endsWith('/usage')) {
    const record = machine.usage.find(({ _id }) => _id === id);
    return <UsageDialog equipment={machine} record={record} onClose={onClose} />;
  }
  return <EditEquipmentDialog equipment={machine} onClose={onClose} />;
}

function MendApplication({ entry, onClose }: MendProps) {
  const applications = useApplications().data?.rows ?? [];
  const application = applications.find(({ _id }) => _id === targetOf(entry));
  return application ? <EditApplication application={application} onClose={onClose} /> : null;
}

function MendMessage({ entry, onClose }: MendProps) {
  const t = useT();
  const send = useSendMessage();
  const [content, setContent] = useState(String(entry.body?.content ?? ''));
  const save = async () => {
    await send.mutateAsync({ body: { ...(entry.body as { _id: string }), content } });
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={t('outbox.message.send')} text={entry.about}>
      <TextArea
        label={t('messages.content')}
        rows={6}
        value={content}
        onChange={(event) => setContent(event.target.value)}
      />
      <DialogActions>
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <Button variant="main" disabled={content.trim() === ''} onClick={() => void save()}>
          {t('messages.send')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
