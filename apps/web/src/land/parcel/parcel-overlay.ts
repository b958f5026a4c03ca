/** Parcels as they show before what a farmer did with them is sent. */
import type { Boundary, BoundaryGeometry, Parcel, ParcelDetail, ParcelEdit } from '@ardhi/contract';
import type { EntryOf } from '../../outbox/offline-calls.ts';

/** A parcel of the list lacks the records that only its own page shows. */
export type ParcelLike = Parcel & Partial<Pick<ParcelDetail, 'fertilizerUsage' | 'pesticideUsage'>>;

/** What only the engines of score and geometry can work out; until they are loaded the last known values stand. */
export interface ParcelTools {
  boundarySummary: (geometry: BoundaryGeometry) => { areaSquareMetres: number; centre: Boundary['centre'] };
}

export function draftParcel({ body, madeAt }: EntryOf<'POST /land'>): ParcelDetail {
  return withEdit(
    {
      _id: body._id,
      name: '',
      size: 0,
      location: { address: null },
      soilType: 'loamy',
      sustainabilityScore: 50,
      score: { confidence: 0, status: 'initial', band: 'initial' },
      county: null,
      region: null,
      countySource: null,
      countyConfirmed: false,
      declarations: { irrigation: 'unknown', fertilizer: 'unknown', pesticide: 'unknown' },
      boundary: null,
      crops: [],
      cropCount: 0,
      waterUsage: [],
      waterCount: 0,
      fertilizerUsage: [],
      fertilizerCount: 0,
      pesticideUsage: [],
      pesticideCount: 0,
      totalWater: 0,
      totalFertilizer: 0,
      totalPesticide: 0,
      revision: 1,
      createdAt: new Date(madeAt).toISOString(),
    },
    body as ParcelEdit,
  );
}

export function editParcel(parcel: ParcelLike, { body }: EntryOf<'PUT /land/{id}'>): ParcelLike {
  return withEdit(parcel, body);
}

function withEdit<L extends ParcelLike>(parcel: L, edit: ParcelEdit): L {
  return {
    ...parcel,
    name: edit.name?.trim() ?? parcel.name,
    size: edit.size ?? parcel.size,
    location: edit.location ? { address: edit.location.address.trim() } : parcel.location,
    soilType: edit.soilType ?? parcel.soilType,
    declarations: { ...parcel.declarations, ...edit.declarations },
    ...(edit.county === undefined
      ? {}
      : { county: edit.county || parcel.county, countyConfirmed: Boolean(edit.county) }),
  };
}
