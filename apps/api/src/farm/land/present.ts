import { type Activity, type BoundarySummary, Parcel, type ParcelDetail } from '@ardhi/contract';
import { Json, jsonWriter } from '../../lib/http/serialize.ts';
import { type ListedParcel, type ParcelRow, parsed, type WholeParcel } from './columns.ts';
import { presentStated } from './parcel-fields.ts';
import type { listActivities } from './queries.ts';

/** A parcel without its records. */
export function presentParcel(row: ParcelRow) {
  return {
    _id: row.id,
    ...presentStated(row),
    sustainabilityScore: row.score,
    score: { confidence: row.confidence, status: row.score_status, band: row.score_band },
    region: row.region,
    countySource: row.county_source,
    boundary: presentBoundarySummary(row),
    cropCount: row.crop_count,
    waterCount: row.water_count,
    fertilizerCount: row.fertilizer_count,
    pesticideCount: row.pesticide_count,
    totalWater: row.water_litres,
    totalFertilizer: row.fertilizer_kg,
    totalPesticide: row.pesticide_kg,
    revision: row.revision,
    createdAt: row.created_at,
  };
}

function presentBoundarySummary(row: ParcelRow): BoundarySummary | null {
  const { boundary_area_m2, centre_lat, centre_lon, boundary_revision } = row;
  if (boundary_area_m2 === null || centre_lat === null || centre_lon === null) return null;
  return {
    areaSquareMetres: boundary_area_m2,
    centre: { lat: centre_lat, lon: centre_lon },
    revision: boundary_revision,
  };
}

export function presentDetail(row: WholeParcel): ParcelDetail {
  return {
    ...presentParcel(row),
    crops: parsed(row.crops),
    waterUsage: parsed(row.water_usage),
    fertilizerUsage: parsed(row.fertilizer_usage),
    pesticideUsage: parsed(row.pesticide_usage),
  };
}

const parcelJson = jsonWriter(Parcel.omit({ crops: true, waterUsage: true }));

/** Response text of a parcel; the records are inserted as produced by the database (see `hot-statements.ts`). */
function parcelText(row: ListedParcel): string {
  return `${parcelJson(presentParcel(row)).slice(0, -1)},"crops":${row.crops},"waterUsage":${row.water_usage}}`;
}

export function parcelsJson(rows: ListedParcel[]): Json<Parcel[]> {
  return new Json(`[${rows.map(parcelText).join(',')}]`);
}

function detailText(row: WholeParcel): string {
  const others = `"fertilizerUsage":${row.fertilizer_usage},"pesticideUsage":${row.pesticide_usage}`;
  return `${parcelText(row).slice(0, -1)},${others}}`;
}

/** The same response as `presentDetail`, for callers that do not need its fields. */
export const detailJson = (row: WholeParcel) => new Json<ParcelDetail>(detailText(row));

export const detailsJson = (rows: WholeParcel[]) =>
  new Json<ParcelDetail[]>(`[${rows.map(detailText).join(',')}]`);

/** Describes the changed item in the audit entry of a parcel change, in addition to its fields. */
export interface ActivitySubject {
  name: string | null;
  date: string | null;
  amount: number | null;
  unit: Activity['unit'];
}

interface AuditedFields {
  subject?: ActivitySubject;
  sustainabilityScore?: number;
}

type ActivityRow = Awaited<ReturnType<typeof listActivities>>[number];

export function presentActivity(row: ActivityRow): Activity {
  const before = (row.before ?? {}) as AuditedFields;
  const after = (row.after ?? {}) as AuditedFields;
  const subject = after.subject;
  return {
    _id: String(row.id),
    at: row.at,
    kind: row.action as Activity['kind'],
    landId: row.entity_id ?? '',
    landName: row.parcel_name,
    landDeleted: row.parcel_deleted,
    name: subject?.name ?? null,
    date: subject?.date ?? null,
    amount: subject?.amount ?? null,
    unit: subject?.unit ?? null,
    // Audit entries contain only changed fields, so both values exist if the score changed.
    scoreFrom: before.sustainabilityScore ?? null,
    scoreTo: before.sustainabilityScore === undefined ? null : (after.sustainabilityScore ?? null),
  };
}
