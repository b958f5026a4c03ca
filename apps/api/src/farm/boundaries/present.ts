import type { Boundary, ListedBoundary, OfficialOverlap, Overlap } from '@ardhi/contract';
import { toGeometry } from '@ardhi/geo';
import { covers, type Scope } from '../../lib/http/scope.ts';
import type { OfficialRow, OverlapRow } from './overlap-queries.ts';
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

export function presentBoundary(row: BoundaryRow, overlaps: OverlapRow[]): Boundary {
  return { ...presentRow(row), overlaps: overlaps.map(presentOverlap) };
}

export function presentListed(row: BoundaryRow & { simplified: boolean }): ListedBoundary {
  return { ...presentRow(row), simplified: row.simplified };
}

export function presentOverlap(row: OverlapRow): Overlap {
  return {
    _id: row.id,
    landId: row.parcel_id,
    areaSquareMetres: row.area_m2,
    geometry: row.coordinates && toGeometry(row.coordinates),
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
