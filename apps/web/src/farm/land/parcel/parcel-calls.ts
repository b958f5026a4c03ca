/** Calls of parcels that can be queued offline. */

import type { DeletedParcel, Parcel, ParcelDetail, QueueableCall } from '@ardhi/contract';
import { cachedRows } from '../../../lib/http/cached-rows.ts';
import type { Work } from '../../../outbox/entry.ts';
import type { Known, OfflineCalls } from '../../../outbox/offline-calls.ts';
import { overlayRow } from '../../../outbox/overlay.ts';
import { parcelKeys } from '../keys.ts';
import { draftParcel, editParcel, type ParcelLike } from './parcel-overlay.ts';

/** The cached parcel of an entry, with queued changes applied. */
export function cachedParcel({ client, entries }: Known, { params }: Work): ParcelLike | undefined {
  const id = params.id ?? '';
  const one = client.getQueryData<ParcelDetail>(parcelKeys.one(id));
  const listed = cachedRows<Parcel>(client, parcelKeys.list).find(({ _id }) => _id === id);
  return overlayRow<ParcelLike>(one ?? listed, entries, id) ?? undefined;
}

/** Name of a restored parcel: from the cached parcel, or from the list of deleted ones. */
function deletedName({ client }: Known, { params, body }: Work): string | undefined {
  if (typeof body?.name === 'string') return body.name;
  const deleted = client.getQueryData<DeletedParcel[]>(parcelKeys.deleted) ?? [];
  const known = cachedParcel({ client, entries: [] }, { call: 'POST /land/{id}/restore', params });
  return known?.name ?? deleted.find(({ _id }) => _id === params.id)?.name;
}

/** Shared by all calls on a parcel, its records or its boundary. */
export const PARCEL_CALL = {
  kind: 'land',
  about: (known: Known, work: Work) => cachedParcel(known, work)?.name,
} as const;

export const parcelCalls = {
  'POST /land': {
    kind: 'land',
    effect: 'create',
    label: 'land.queued.add',
    failed: 'land.error.create',
    draft: draftParcel,
  },
  'PUT /land/{id}': {
    ...PARCEL_CALL,
    effect: 'edit',
    label: 'land.queued.edit',
    failed: 'land.error.update',
    fieldLabel: (path) => `land.field.${path}`,
    base: cachedParcel,
    // The form shows a county only if it is confirmed; a request body has no `countyConfirmed`.
    merge: { shown: { county: ({ county, countyConfirmed = true }) => (countyConfirmed ? county : null) } },
    apply: editParcel,
  },
  'DELETE /land/{id}': {
    ...PARCEL_CALL,
    effect: 'remove',
    label: 'land.queued.delete',
    failed: 'land.error.delete',
    base: cachedParcel,
  },
  'POST /land/{id}/restore': {
    ...PARCEL_CALL,
    effect: 'restore',
    label: 'land.queued.restore',
    failed: 'land.error.restore',
    about: deletedName,
  },
} satisfies OfflineCalls<
  Extract<QueueableCall, `${string} /land` | `${string} /land/{id}` | `${string} /land/{id}/restore`>
>;
