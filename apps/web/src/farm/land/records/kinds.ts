/** The four kinds of field record, named as in the API. One description per kind drives its form and its history. */
import type {
  Api,
  BodyInput,
  Crop,
  FertilizerUsage,
  ParcelDetail,
  PesticideUsage,
  WaterUsage,
} from '@ardhi/contract';
import type { ComponentType, ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { MessageKey } from '../../../lib/text/i18n.tsx';
import type { RecordFormats } from './use-amounts.ts';

export interface RecordOf {
  crops: Crop;
  water: WaterUsage;
  fertilizer: FertilizerUsage;
  pesticides: PesticideUsage;
}

export type RecordKind = keyof RecordOf;

/** Parcel fields of each kind. `rows` has only the newest records, oldest first; `count` and `total` cover all. */
export const IN_PARCEL = {
  crops: { rows: 'crops', count: 'cropCount', total: null, date: 'plantingDate' },
  water: { rows: 'waterUsage', count: 'waterCount', total: 'totalWater', date: 'date' },
  fertilizer: { rows: 'fertilizerUsage', count: 'fertilizerCount', total: 'totalFertilizer', date: 'date' },
  pesticides: { rows: 'pesticideUsage', count: 'pesticideCount', total: 'totalPesticide', date: 'date' },
} as const satisfies Record<RecordKind, object>;

export function recordsOf<K extends RecordKind>(parcel: ParcelDetail, kind: K): RecordOf[K][] {
  return parcel[IN_PARCEL[kind].rows] as RecordOf[K][];
}

/** In the order of the parcel's page. */
export const RECORD_KINDS: readonly RecordKind[] = ['crops', 'water', 'fertilizer', 'pesticides'];

/** Labels of the buttons that open the form for a new record. */
export const ADD_RECORD: Record<RecordKind, MessageKey> = {
  crops: 'land.action.addCrop',
  water: 'land.action.addWater',
  fertilizer: 'land.action.addFertilizer',
  pesticides: 'land.action.addPesticide',
};

/** The anchor of a history on the parcel's page. */
export const historyAnchor = (kind: RecordKind) => `history-${kind}`;

/** Form values of each kind. */
export interface ValuesOf {
  /** `share` is percent of the parcel, as typed. */
  crops: {
    name: string;
    plantingDate: string;
    harvestDate: string;
    yield: number | undefined;
    share: string;
  };
  water: { date: string; amount: number | undefined };
  fertilizer: { date: string; type: string; amount: number | undefined };
  pesticides: { date: string; product: string; amount: number | undefined; unit: 'kg' | 'L' };
}

export type BodyOf = { [K in RecordKind]: Omit<BodyInput<Api[`POST /land/{id}/${K}`]>, '_id'> };

/** Parcel fields that a record form needs. */
export type RecordParcel = Pick<ParcelDetail, '_id' | 'name' | 'size'>;

export interface FieldsProps<K extends RecordKind> {
  form: UseFormReturn<ValuesOf[K]>;
  parcel: RecordParcel;
  record?: RecordOf[K];
}

export interface HistoryColumn<Row> {
  key: string;
  label: MessageKey;
  numeric?: boolean;
  cell: (row: Row, formats: RecordFormats) => ReactNode;
}

export interface RecordDescription<K extends RecordKind> {
  /** Short text, for example "Maize, 3 March 2026". */
  summary: (row: RecordOf[K], formats: RecordFormats) => string;
  form: {
    correct: MessageKey;
    submit: MessageKey;
    failed: MessageKey;
    saved: MessageKey;
    values: (record?: RecordOf[K]) => ValuesOf[K];
    body: (values: ValuesOf[K], record?: RecordOf[K]) => BodyOf[K];
    Fields: ComponentType<FieldsProps<K>>;
  };
  history: {
    title: MessageKey;
    /** The first column identifies the row. */
    columns: readonly HistoryColumn<RecordOf[K]>[];
    /** With a title, the empty state is shown large. */
    empty: { title?: MessageKey; text: MessageKey };
    /** For kinds with amounts: a chart per month. */
    amounts?: {
      records: (parcel: ParcelDetail) => readonly { date: string; amount: number }[];
      format: (amount: number, formats: RecordFormats) => string;
      chart: MessageKey;
      measure: MessageKey;
      tone: 'water' | 'primary' | 'ochre';
    };
  };
}
