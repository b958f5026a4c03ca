import type { ReactNode } from 'react';
import { useT } from '../../../lib/text/i18n.tsx';
import { useQueuedWrite } from '../../../outbox/use-queued-write.ts';
import { RowForm, type RowToSave } from '../../row-form.tsx';
import { calls } from '../calls.ts';
import { useScoreAnswer } from '../score/use-score-answer.ts';
import { descriptions } from './descriptions.ts';
import {
  ADD_RECORD,
  type BodyOf,
  type RecordKind,
  type RecordOf,
  type RecordParcel,
  type ValuesOf,
} from './kinds.ts';

interface RecordFormProps<K extends RecordKind> {
  kind: K;
  parcel: RecordParcel;
  /** Field to choose the parcel, if the page does not determine it. */
  parcelChoice?: ReactNode;
  /** The record to correct; without it, a new one is added. */
  record?: RecordOf[K];
  /** Values of a new record that are already known. */
  preset?: Partial<ValuesOf[K]>;
  onClose: () => void;
}

/** Record form in a bottom sheet (a dialog on wide screens). */
export function RecordForm<K extends RecordKind>(props: RecordFormProps<K>) {
  const { kind, parcel, parcelChoice, record, preset, onClose } = props;
  const { correct, submit, failed, saved, values, body, Fields } = descriptions[kind].form;
  const t = useT();
  const answered = useScoreAnswer();
  const addRecord = useQueuedWrite<`POST /land/{id}/${RecordKind}`>(`POST /land/{id}/${kind}`, calls);
  const correctRecord = useQueuedWrite<`PUT /land/{id}/${RecordKind}/{recordId}`>(
    `PUT /land/{id}/${kind}/{recordId}`,
    calls,
  );
  // With a chooser, all parcels share one draft: the last chosen parcel is preselected again.
  const draftScope = record?._id ?? (parcelChoice ? 'new' : parcel._id);
  const save = async (filled: ValuesOf[K], { rowId, revision, stored }: RowToSave) => {
    const fields: BodyOf[RecordKind] = body(filled, record);
    if (record) {
      const params = { id: parcel._id, recordId: record._id };
      await answered(parcel._id, () =>
        correctRecord.mutateAsync({ params, body: { ...fields, revision }, ...stored }),
      );
    } else
      await answered(parcel._id, () =>
        addRecord.mutateAsync({ params: { id: parcel._id }, body: { _id: rowId, ...fields }, ...stored }),
      );
    return t(record ? 'land.saved.corrected' : saved);
  };
  return (
    <RowForm
      dialog={{ title: t(record ? correct : ADD_RECORD[kind]), text: parcelChoice ? undefined : parcel.name }}
      draftName={`${kind}:${draftScope}`}
      values={{ ...values(record), ...preset }}
      row={record}
      save={save}
      failed={record ? 'land.error.correct' : failed}
      submit={record ? 'land.save' : submit}
      busy="land.saving"
      onClose={onClose}
    >
      {(form) => (
        <>
          {parcelChoice}
          <Fields form={form} parcel={parcel} record={record} />
        </>
      )}
    </RowForm>
  );
}
