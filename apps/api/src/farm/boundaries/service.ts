/** Sets and removes the boundary of a parcel. */
import type { Boundary, BoundaryInput } from '@ardhi/contract';
import { today } from '@ardhi/contract/dates';
import { bboxOf } from '@ardhi/geo';
import type * as z from 'zod';
import type { Db } from '../../lib/database/db.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { fieldProblem, problem } from '../../lib/text/problem.ts';
import type { ParcelRow } from '../land/columns.ts';
import { rescore } from '../land/score.ts';
import { lockOwnParcel } from '../land/service.ts';
import { measure, ownEdges } from './geometry.ts';
import type { MeasuredBoundary } from './geometry-tasks.ts';
import { listParcelOverlaps } from './overlap-queries.ts';
import { scheduleResult } from './overlap-results.ts';
import { refreshOverlaps, removeOverlaps } from './overlaps.ts';
import { presentBoundary } from './present.ts';
import { type BoundaryRow, findBoundary, lockPlaces, removeBoundary, saveBoundary } from './queries.ts';
import { assertNearStatedSize } from './rules.ts';

/** Returns undefined if the parcel has no boundary. */
export async function readBoundary(
  db: Db,
  { id, owner_id }: Pick<ParcelRow, 'id' | 'owner_id'>,
): Promise<Boundary | undefined> {
  const row = await findBoundary(db, id);
  return row && presentBoundary(row, await ownEdges(owner_id, await listParcelOverlaps(db, id)));
}

export async function setBoundary(
  context: WriteContext,
  parcelId: string,
  input: z.output<typeof BoundaryInput>,
  boundary: MeasuredBoundary,
): Promise<Boundary> {
  const { db } = context;
  const parcel = await lockOwnParcel(context, parcelId);
  const before = await findBoundary(db, parcelId);
  await assertBase(db, parcel, input.revision, before);
  const source = input.source ?? 'drawn';
  if (!before || before.source !== source || !sameShape(before, boundary)) {
    assertNearStatedSize(boundary.areaSquareMetres, parcel.size_acres);
    await lockPlaces(db, [boundary.bbox, ...(before ? [bboxOf(before.coordinates)] : [])]);
    const overlapsFrom = await scheduleResult(db, parcel, context.env.overlapResultsPerDay);
    await saveBoundary(db, parcelId, boundary, source, overlapsFrom);
    const [centre_lon, centre_lat] = boundary.centre;
    const boundary_area_m2 = boundary.areaSquareMetres;
    await rescore(db, [{ ...parcel, boundary_area_m2, centre_lat, centre_lon }], today());
    const owned = { id: parcelId, ownerId: parcel.owner_id };
    const overlapCount = await refreshOverlaps(context, owned, boundary);
    await recordChange(context, parcel, 'boundary.save', before, {
      ...facts(boundary.areaSquareMetres, source, boundary.shape),
      overlapCount,
    });
  }
  return (await readBoundary(db, parcel))!;
}

export async function deleteBoundary(
  context: WriteContext,
  parcelId: string,
  revision: number | undefined,
): Promise<void> {
  const { db } = context;
  const parcel = await lockOwnParcel(context, parcelId);
  const before = await findBoundary(db, parcelId);
  // Already removed: a repeated call succeeds.
  if (!before) return;
  await assertBase(db, parcel, revision, before);
  await lockPlaces(db, [bboxOf(before.coordinates)]);
  await removeOverlaps(context, parcelId);
  await removeBoundary(db, parcelId);
  await rescore(db, [{ ...parcel, boundary_area_m2: null, centre_lat: null, centre_lon: null }], today());
  await recordChange(context, parcel, 'boundary.delete', before, null);
}

export async function measureOrThrow(personId: string, geometry: unknown): Promise<MeasuredBoundary> {
  const result = await measure(personId, geometry);
  if ('fault' in result) throw fieldProblem('geometry', `issue.boundary-${result.fault.code}`);
  return result.boundary;
}

/** Rejects a change based on another revision and returns the stored boundary with the error. */
async function assertBase(
  db: Db,
  parcel: ParcelRow,
  base: number | undefined,
  before: BoundaryRow | undefined,
): Promise<void> {
  if (base === undefined || base === (before?.revision ?? 0)) return;
  throw problem('stale', { current: before ? await readBoundary(db, parcel) : null });
}

const sameShape = (before: BoundaryRow, { shape }: MeasuredBoundary) =>
  JSON.stringify(before.coordinates) === JSON.stringify(shape);

/** The audit log includes the shape, so that officials can see how a disputed border moved. */
const facts = (area: number, source: string, coordinates: unknown) => ({
  areaSquareMetres: Math.round(area * 100) / 100,
  source,
  coordinates,
});

async function recordChange(
  { audit, emit }: WriteContext,
  parcel: ParcelRow,
  action: 'boundary.save' | 'boundary.delete',
  before: BoundaryRow | undefined,
  after: (ReturnType<typeof facts> & { overlapCount: number }) | null,
): Promise<void> {
  await audit({
    action,
    entity: 'boundary',
    entityId: parcel.id,
    before: before ? facts(before.area_m2, before.source, before.coordinates) : null,
    after,
  });
  emit({ user: parcel.owner_id }, 'land', [parcel.id]);
}
