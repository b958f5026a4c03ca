import type { Parcel } from '@ardhi/contract';
import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useT } from '../../../lib/text/i18n.tsx';
import { useQueuedWrite } from '../../../outbox/use-queued-write.ts';
import { type LeaveGuard, RowForm, type RowToSave } from '../../row-form.tsx';
import { calls } from '../calls.ts';
import { landBody, landValues, ParcelFields, type ParcelValues } from './parcel-fields.tsx';

interface ParcelFormProps {
  /** The parcel to edit; without it, a new one is created. */
  parcel?: Parcel;
  /** Values of a new parcel that are already known. */
  preset?: Partial<ParcelValues>;
  onSaved: (id: string) => void;
  onClose: () => void;
  guard?: LeaveGuard;
}

export function ParcelForm({ parcel, preset, onSaved, onClose, guard }: ParcelFormProps) {
  const t = useT();
  const create = useQueuedWrite('POST /land', calls);
  const edit = useQueuedWrite('PUT /land/{id}', calls);
  const savedId = useRef('');
  const save = async (values: ParcelValues, { rowId, revision, stored }: RowToSave) => {
    savedId.current = parcel?._id ?? rowId;
    const fields = landBody(values, parcel);
    if (parcel)
      await edit.mutateAsync({ params: { id: parcel._id }, body: { ...fields, revision }, ...stored });
    else await create.mutateAsync({ body: { _id: rowId, ...fields }, ...stored });
    return t(parcel ? 'land.form.saved' : 'land.form.created', { name: values.name.trim() });
  };
  return (
    <RowForm
      draftName={`land:${parcel?._id ?? 'new'}`}
      values={{ ...landValues(parcel), ...preset }}
      row={parcel}
      save={save}
      failed={parcel ? 'land.error.update' : 'land.error.create'}
      submit={parcel ? 'land.form.save' : 'land.form.create'}
      busy={parcel ? 'land.saving' : 'land.creating'}
      onSaved={() => onSaved(savedId.current)}
      onClose={onClose}
      guard={guard}
      className="max-w-3xl"
    >
      {(form) => (
        <>
          <NameFocus form={form} />
          <ParcelFields form={form} parcel={parcel} />
        </>
      )}
    </RowForm>
  );
}

function NameFocus({ form: { setFocus } }: { form: UseFormReturn<ParcelValues> }) {
  useEffect(() => setFocus('name'), [setFocus]);
  return null;
}
