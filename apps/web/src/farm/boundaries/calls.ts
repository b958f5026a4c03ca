/** Boundary calls that can be queued offline. They are parcel calls, because they change the parcel's card. */
import type { Boundary, QueueableCall } from '@ardhi/contract';
import type { Work } from '../../outbox/entry.ts';
import type { Known, OfflineCalls } from '../../outbox/offline-calls.ts';
import { PARCEL_CALL } from '../land/parcel/parcel-calls.ts';
import { boundaryKeys } from './keys.ts';
import { boundaryTarget, removeFromParcel, setOnParcel } from './overlay.ts';

const BOUNDARY = {
  ...PARCEL_CALL,
  target: boundaryTarget,
  base: ({ client }: Known, { params }: Work) =>
    client.getQueryData<Boundary>(boundaryKeys.one(params.id ?? '')),
} as const;

export const calls = {
  'PUT /land/{id}/boundary': {
    ...BOUNDARY,
    effect: 'edit',
    merge: { ignored: ['source'] },
    apply: setOnParcel,
    // Only the server can compute overlaps with neighbours.
    answer: (body) => ({ ...body, overlaps: [] }),
    row: (answer) => answer,
  },
  'DELETE /land/{id}/boundary': { ...BOUNDARY, effect: 'remove', apply: removeFromParcel },
} satisfies OfflineCalls<Extract<QueueableCall, `${string}/boundary`>>;
