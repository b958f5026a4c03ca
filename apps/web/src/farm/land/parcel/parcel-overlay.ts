/** Applies queued changes to parcels. */
import type { Boundary, BoundaryGeometry, Parcel, ParcelDetail, ParcelEdit } from '@ardhi/contract';
import type { EntryOf } from '../../../outbox/offline-calls.ts';

/** List rows lack the records that only the parcel page shows. */
export type ParcelLike = Parcel & Partial<Pick<ParcelDetail, 'fertilizerUsage' | 'pesticideUsage'>>;

/** Computed by the lazy-loaded score and geometry engines; until then the last known values are shown. */
export interface ParcelTools {
  boundarySummary: (geometry: BoundaryGeometry) => { areaSquareMetres: number; centre: Boundary['centre'] };
}

export function draftParcel({ body, madeAt }: EntryOf<'POST /land'>): ParcelDetail {
  // The form always sends every field.
  const stated = body as Required<Omit<ParcelEdit, 'revision'>>;
  return withEdit(
    {
      ...stated,
      _id: body._id,
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
    stated,
  );
}

export function editParcel(parcel: ParcelLike, { body }: EntryOf<'PUT /land/{id}'>): ParcelLike {
  return withEdit(parcel, body);
}

function withEdit<L extends ParcelLike>(parcel: L, edit: ParcelEdit): L {
  const { revision: _, location, declarations, county, ...stated } = edit;
  return {
    ...parcel,
    ...stated,
    name: stated.name?.trim() ?? parcel.name,
    location: location ? { address: location.address.trim() } : parcel.location,
    declarations: { ...parcel.declarations, ...declarations },
    ...(county === undefined ? {} : { county: county || parcel.county, countyConfirmed: Boolean(county) }),
  };
}
