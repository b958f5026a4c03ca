/** What this device knows of the row that a piece of work is about: the last answers with the waiting work over them. */
import type {
  Application,
  Boundary,
  Equipment,
  EquipmentDetail,
  Parcel,
  ParcelDetail,
  Recipient,
} from '@ardhi/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { Page } from '../lib/api.ts';
import { type Entry, type Fields, targetOf, type Work } from './entry.ts';
import { overEquipmentItem } from './equipment-overlay.ts';
import { overParcel, type ParcelLike } from './land-overlay.ts';
import { overApplications } from './subsidy-overlay.ts';

function landOf(client: QueryClient, entries: readonly Entry[], id: string): ParcelLike | undefined {
  const one = client.getQueryData<ParcelDetail>(['land', 'one', id]);
  const listed = client.getQueryData<Page<Parcel>>(['land', 'list'])?.rows.find(({ _id }) => _id === id);
  return overParcel<ParcelLike>(one ?? listed, entries, id) ?? undefined;
}

function machineOf(client: QueryClient, entries: readonly Entry[], id: string) {
  const one = client.getQueryData<EquipmentDetail>(['equipment', 'one', id]);
  const list = client.getQueryData<Page<Equipment>>(['equipment', 'list']);
  return (
    overEquipmentItem<Equipment>(one ?? list?.rows.find(({ _id }) => _id === id), entries, id) ?? undefined
  );
}

function applicationOf(client: QueryClient, entries: readonly Entry[], id: string) {
  const rows = client.getQueryData<Page<Application>>(['subsidy', 'mine'])?.rows ?? [];
  return overApplications(rows, entries, []).find(({ _id }) => _id === id);
}

function personOf(client: QueryClient, id: unknown): string | undefined {
  for (const [, data] of client.getQueriesData<Recipient[] | Recipient>({ queryKey: ['people'] })) {
    const found = [data ?? []].flat().find((person) => person?._id === id);
    if (found) return found.name;
  }
  return undefined;
}

/** The parcel or the machine that it belongs to, or who is written to. */
export function aboutOf(client: QueryClient, entries: readonly Entry[], work: Work): string | undefined {
  const { call, params, body } = work;
  if (call === 'POST /messages') return personOf(client, body?.recipientId);
  if (!params.id) return undefined;
  if (call.includes(' /land/')) return landOf(client, entries, params.id)?.name;
  if (call.includes(' /equipment/')) return machineOf(client, entries, params.id)?.name;
  if (call.includes(' /subsidies/')) return applicationOf(client, entries, params.id)?.name;
  return undefined;
}

/** The row as it was when it was edited; undefined where that is not known any more. */
export function baseOf(client: QueryClient, entries: readonly Entry[], work: Work): Fields | undefined {
  const row = rowOf(client, entries, work);
  const { revision } = work.body ?? {};
  if (!row || (revision !== undefined && row.revision !== revision)) return undefined;
  return fieldsOf(row);
}

/** The records of a parcel are no part of an edit of the parcel itself, and the largest part of it by far. */
export function fieldsOf(row: object): Fields {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => !isRecordList(value)));
}

const isRecordList = (value: unknown) =>
  Array.isArray(value) && value.some((one) => typeof one === 'object' && one !== null && '_id' in one);

function rowOf(client: QueryClient, entries: readonly Entry[], work: Work): Fields | undefined {
  const { call, params } = work;
  if (call.startsWith('POST ') || !params.id) return undefined;
  if (call.endsWith('/boundary'))
    return client.getQueryData<Boundary>(['land', 'boundary', params.id]) as Fields | undefined;
  if (call.includes(' /subsidies/'))
    return applicationOf(client, entries, params.id) as unknown as Fields | undefined;
  const owner = call.includes(' /land/')
    ? landOf(client, entries, params.id)
    : machineOf(client, entries, params.id);
  if (!owner || !params.recordId) return owner as unknown as Fields | undefined;
  const target = targetOf(work);
  for (const value of Object.values(owner)) {
    if (!Array.isArray(value)) continue;
    const found = value.find((record: Fields | null) => record?._id === target);
    if (found) return found as Fields;
  }
  return undefined;
}
