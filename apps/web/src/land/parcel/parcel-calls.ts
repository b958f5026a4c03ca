/** The calls of parcels themselves without a network. */
import type { Parcel, ParcelDetail, QueueableCall } from '@ardhi/contract';
import { paths } from '../../lib/paths.ts';
import { rowsIn } from '../../offline/offline-domain.ts';
import type { Work } from '../../outbox/entry.ts';
import { type Correction, choiceField, type Known, type OfflineCalls } from '../../outbox/offline-calls.ts';
import { overlayRow } from '../../outbox/overlay.ts';
import { parcelKeys } from '../keys.ts';
import { draftParcel, editParcel, type ParcelLike } from './parcel-overlay.ts';

/** The parcel of a piece of work as this device knows it. */
export function knownParcel({ client, entries }: Known, { params }: Work): ParcelLike | undefined {
  const id = params.id ?? '';
  const one = client.getQueryData<ParcelDetail>(parcelKeys.one(id));
  const listed = rowsIn<Parcel>(client, parcelKeys.list).find(({ _id }) => _id === id);
  return overlayRow<ParcelLike>(one ?? listed, entries, id) ?? undefined;
}

/** Of every call that a parcel, its records or its boundary are the object of. */
export const PARCEL_CALL = {
  kind: 'land',
  about: (known: Known, work: Work) => knownParcel(known, work)?.name,
  restorePage: paths.land,
} as const;

export const inForm = (name: keyof typeof import('../corrections.tsx')): Correction => ({
  form: async () => ({ default: (await import('../corrections.tsx'))[name] }),
});

const DECLARED = {
  'rain-fed': 'land.declare.rainFedShort',
  none: 'land.declare.noFertilizerShort',
  recorded: 'outbox.value.recorded',
  unknown: 'outbox.value.unknown',
} as const;

export const parcelCalls = {
  'POST /land': {
    kind: 'land',
    effect: 'create',
    label: 'outbox.land.add',
    draft: draftParcel,
    correction: inForm('CorrectParcel'),
  },
  'PUT /land/{id}': {
    ...PARCEL_CALL,
    effect: 'edit',
    label: 'outbox.land.edit',
    base: knownParcel,
    fields: {
      name: 'land.name',
      size: 'land.size',
      'location.address': 'land.address',
      soilType: choiceField('land.soilType', {
        clay: 'land.soil.clay',
        sandy: 'land.soil.sandy',
        silty: 'land.soil.silty',
        peaty: 'land.soil.peaty',
        chalky: 'land.soil.chalky',
        loamy: 'land.soil.loamy',
      }),
      county: 'land.county',
      'declarations.irrigation': choiceField('outbox.field.irrigation', DECLARED),
      'declarations.fertilizer': choiceField('outbox.field.fertilizer', DECLARED),
      'declarations.pesticide': choiceField('outbox.field.pesticide', DECLARED),
    },
    // The form shows a county only where the farmer has confirmed it; a body has no such mark.
    merge: { shown: { county: ({ county, countyConfirmed = true }) => (countyConfirmed ? county : null) } },
    apply: editParcel,
    correction: inForm('CorrectParcel'),
  },
  'DELETE /land/{id}': {
    ...PARCEL_CALL,
    effect: 'remove',
    label: 'outbox.land.delete',
    base: knownParcel,
  },
  'POST /land/{id}/restore': { ...PARCEL_CALL, effect: 'restore', label: 'outbox.land.restore' },
} satisfies OfflineCalls<
  Extract<QueueableCall, `${string} /land` | `${string} /land/{id}` | `${string} /land/{id}/restore`>
>;
