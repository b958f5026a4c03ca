/** Boundaries without a network. They are calls of a parcel, and change what its card and its page say. */
import type { Boundary, Parcel } from '@ardhi/contract';
import { parcelKeys } from '../land/keys.ts';
import { PARCEL_CALL } from '../land/parcel/parcel-calls.ts';
import { paths } from '../lib/paths.ts';
import { answerRead, type OfflineDomain, rowsIn } from '../offline/offline-domain.ts';
import type { Work } from '../outbox/entry.ts';
import type { Known, OfflineCalls } from '../outbox/offline-calls.ts';
import { boundaryKeys } from './keys.ts';
import { boundaryTarget, removeFromParcel, setOnParcel } from './overlay.ts';

const BOUNDARY = {
  ...PARCEL_CALL,
  target: boundaryTarget,
  base: ({ client }: Known, { params }: Work) =>
    client.getQueryData<Boundary>(boundaryKeys.one(params.id ?? '')),
} as const;

const calls = {
  'PUT /land/{id}/boundary': {
    ...BOUNDARY,
    effect: 'edit',
    label: 'outbox.boundary.set',
    fields: {
      geometry: { label: 'outbox.field.boundary', value: (_, { t }) => t('outbox.value.boundary') },
    },
    merge: { ignored: ['source'] },
    apply: setOnParcel,
    // Only the server knows the neighbours.
    answer: (body) => ({ ...body, overlaps: [] }),
    revision: ({ revision }) => revision,
    correction: { page: ({ params }) => paths.landBoundary(params.id ?? '', 'draw') },
  },
  'DELETE /land/{id}/boundary': {
    ...BOUNDARY,
    effect: 'remove',
    label: 'outbox.boundary.delete',
    apply: removeFromParcel,
  },
} satisfies OfflineCalls<'PUT /land/{id}/boundary' | 'DELETE /land/{id}/boundary'>;

const MAX_BOUNDARIES = 40;

export const boundaryOffline = {
  kind: 'land',
  byRow: true,
  calls,
  overview: () => [
    answerRead(boundaryKeys.list, 'land/boundaries'),
    answerRead(boundaryKeys.ownOverlaps, 'boundaries/overlaps'),
  ],
  details: (client) =>
    rowsIn<Parcel>(client, parcelKeys.list)
      .slice(0, MAX_BOUNDARIES)
      .filter(({ boundary }) => boundary)
      .map(({ _id }) => answerRead(boundaryKeys.one(_id), `land/${_id}/boundary`)),
} satisfies OfflineDomain;
