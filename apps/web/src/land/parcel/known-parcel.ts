import type { Parcel, ParcelDetail } from '@ardhi/contract';
import type { Page } from '../../lib/api.ts';
import type { Work } from '../../outbox/entry.ts';
import type { Known } from '../../outbox/offline-calls.ts';
import { overlayRow } from '../../outbox/overlay.ts';
import { parcelKeys } from '../keys.ts';
import type { ParcelLike } from './parcel-overlay.ts';

/** The parcel of a piece of work as this device knows it. */
export function knownParcel({ client, entries }: Known, { params }: Work): ParcelLike | undefined {
  const id = params.id ?? '';
  const one = client.getQueryData<ParcelDetail>(parcelKeys.one(id));
  const listed = client.getQueryData<Page<Parcel>>(parcelKeys.list)?.rows.find(({ _id }) => _id === id);
  return overlayRow<ParcelLike>(one ?? listed, entries, id) ?? undefined;
}

export const parcelName = (known: Known, work: Work) => knownParcel(known, work)?.name;
