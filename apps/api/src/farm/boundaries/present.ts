import type { Boundary, ListedBoundary, OfficialOverlap, Overlap, StripConsent } from '@ardhi/contract';
import { toGeometry } from '@ardhi/geo';
import { covers, type Scope } from '../../lib/http/scope.ts';
import type { OfficialRow, OverlapRow } from './overlap-queries.ts';
import { type OwnEdge, roundArea } from './own-edge.ts';
import type { BoundaryRow } from './queries.ts';

function presentRow(row: BoundaryRow) {
  return {
    landId: row.parcel_id,
    geometry: toGeometry(row.coordinates),
    areaSquareMetres: row.area_m2,
    centre: { lat: row.centre_lat, lon: row.centre_lon },
    source: row.source,
    revision: row.revision,
    updatedAt: row.updated_at,
  };
}

/** An overlap with the own edge of the farmer who sees it. */
type SeenOverlap = OverlapRow & { edge: OwnEdge };

export function presentBoundary(row: BoundaryRow, overlaps: SeenOverlap[]): Boundary {
  return {
    ...presentRow(row),
    overlaps: overlaps.map(presentOverlap),
    overlapsFrom: row.overlaps_from,
  };
}

export function presentListed(row: BoundaryRow & { simplified: boolean }): ListedBoundary {
  return { ...presentRow(row), simplified: row.simplified };
}

/** Consent as one of the two farmers sees it. */
export function consentOf(own: boolean, other: boolean, office: boolean): StripConsent {
  if (office || (own && other)) return 'shown';
  if (own) return 'offered';
  return other ? 'asked' : 'hidden';
}

/** Until the strip is shown, nothing that measures the neighbour's land. */
export function presentOverlap(row: SeenOverlap): Overlap {
  const strip = consentOf(row.own_agreed, row.other_agreed, row.office_agreed);
  const isShown = strip === 'shown';
  return {
    _id: row.id,
    landId: row.parcel_id,
    areaSquareMetres: isShown ? row.area_m2 : roundArea(row.area_m2),
    ...row.edge,
    strip,
    geometry: isShown ? toGeometry(row.coordinates) : null,
    status: row.status,
    note: row.note,
    threadId: row.thread_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** An official of one county sees only the farmer and parcel in that county. */
export function presentOfficialOverlap(scope: Scope, row: OfficialRow): OfficialOverlap {
  return {
    _id: row.id,
    areaSquareMetres: row.area_m2,
    geometry: toGeometry(row.coordinates),
    stripShown: consentOf(...row.agreed, row.office_agreed) === 'shown',
    status: row.status,
    note: row.note,
    parties: row.parties
      .filter(({ county }) => covers(scope, county))
      .map((party) => ({ ...party, outline: toGeometry(party.outline) })),
    settledBy: row.settled_by_name,
    settledAt: row.settled_at,
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
