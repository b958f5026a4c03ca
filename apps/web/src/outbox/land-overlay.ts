/**
 * Parcels as they are once the waiting work is done. Every step may be laid over an answer that already holds it:
 * what is there is not added, what is gone is not taken away.
 */
import type {
  Boundary,
  BoundaryGeometry,
  BoundarySource,
  Crop,
  DeletedParcel,
  FertilizerUsage,
  HarvestToConfirm,
  ListedBoundary,
  Parcel,
  ParcelDetail,
  ParcelEdit,
  ParcelInput,
  PesticideUsage,
  WaterUsage,
} from '@ardhi/contract';
import { today } from '../lib/clock.ts';
import type { Entry } from './entry.ts';

/** A parcel of the list lacks the records that only its own page shows. */
export type ParcelLike = Parcel & Partial<Pick<ParcelDetail, 'fertilizerUsage' | 'pesticideUsage'>>;

/** What only the engine can work out; until it is loaded the last known values stand. */
export interface ParcelFigures {
  boundarySummary: (geometry: BoundaryGeometry) => { areaSquareMetres: number; centre: Boundary['centre'] };
}

type AnyRecord = Crop | WaterUsage | FertilizerUsage | PesticideUsage;
type Rows = Partial<Record<string, unknown>>;

const KINDS = {
  crops: { rows: 'crops', count: 'cropCount', total: null, date: 'plantingDate' },
  water: { rows: 'waterUsage', count: 'waterCount', total: 'totalWater', date: 'date' },
  fertilizer: { rows: 'fertilizerUsage', count: 'fertilizerCount', total: 'totalFertilizer', date: 'date' },
  pesticides: { rows: 'pesticideUsage', count: 'pesticideCount', total: 'totalPesticide', date: 'date' },
} as const;
type Kind = keyof typeof KINDS;

const RECORD_CALL = /^(POST|PUT|DELETE) \/land\/\{id\}\/(crops|water|fertilizer|pesticides)(\/|$)/;

/** Null: it is gone. Undefined: nothing is known of it. */
export function overParcel<L extends ParcelLike>(
  parcel: L | undefined,
  entries: readonly Entry[],
  id: string,
  figures?: ParcelFigures,
): L | null | undefined {
  let shown: L | null | undefined = parcel;
  let deleted: L | null | undefined;
  for (const entry of entries) {
    if (entry.call === 'DELETE /land/{id}' && entry.params.id === id) deleted = shown ?? deleted;
    if (entry.call === 'POST /land/{id}/restore' && entry.params.id === id) shown ??= deleted;
    if (entry.call === 'POST /land' && entry.body?._id === id) shown ??= newParcel(entry) as ParcelLike as L;
    else if (entry.params.id === id && shown) shown = step(shown, entry, figures);
  }
  return shown;
}

function step<L extends ParcelLike>(parcel: L, entry: Entry, figures?: ParcelFigures): L | null {
  if (entry.call === 'DELETE /land/{id}') return null;
  if (entry.call === 'PUT /land/{id}') return edited(parcel, entry.body as ParcelEdit);
  if (entry.call === 'DELETE /land/{id}/boundary') return { ...parcel, boundary: null };
  if (entry.call === 'PUT /land/{id}/boundary') {
    const summary = figures?.boundarySummary(entry.body?.geometry as BoundaryGeometry);
    return summary
      ? { ...parcel, boundary: { ...summary, revision: parcel.boundary?.revision ?? 0 } }
      : parcel;
  }
  const [, method, kind] = RECORD_CALL.exec(entry.call) ?? [];
  if (!kind) return parcel;
  if (method === 'POST') return withRecord(parcel, kind as Kind, newRecord(kind as Kind, entry), 'add');
  const record = recordOf(parcel, kind as Kind, entry);
  if (!record) return parcel;
  if (method === 'DELETE') return withRecord(parcel, kind as Kind, record, 'remove');
  return withRecord(parcel, kind as Kind, corrected(kind as Kind, record, entry), 'replace');
}

export function newParcel({ body, madeAt }: Entry): ParcelDetail {
  const given = body as ParcelInput & { _id: string };
  return edited(
    {
      _id: given._id,
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
    given as ParcelEdit,
  );
}

function edited<L extends ParcelLike>(parcel: L, edit: ParcelEdit): L {
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

function newRecord(kind: Kind, { body }: Entry): AnyRecord {
  const record = { revision: 1, ...body } as unknown as AnyRecord;
  if (kind !== 'crops') return record;
  const crop = record as Crop;
  return { ...crop, areaShare: crop.areaShare ?? null, yieldConfirmed: crop.harvestDate <= today() };
}

/** In a list that does not hold it, the row that was edited stands for it. */
function recordOf(parcel: ParcelLike, kind: Kind, entry: Entry): AnyRecord | undefined {
  const rows = rowsOf(parcel, kind);
  if (!rows) return entry.base as unknown as AnyRecord | undefined;
  return rows.find((record) => record._id === entry.params.recordId);
}

function rowsOf(parcel: ParcelLike, kind: Kind): AnyRecord[] | undefined {
  return parcel[KINDS[kind].rows] as AnyRecord[] | undefined;
}

function corrected(kind: Kind, record: AnyRecord, { call, body }: Entry): AnyRecord {
  const { revision: _, ...fields } = body ?? {};
  const after = { ...record, ...fields } as AnyRecord;
  if (kind !== 'crops') return after;
  const [before, crop] = [record as Crop, after as Crop];
  const restated = before.yield !== crop.yield || before.harvestDate !== crop.harvestDate;
  const confirmed =
    call.endsWith('/harvest') || (crop.harvestDate <= today() && (restated || before.yieldConfirmed));
  return { ...crop, areaShare: crop.areaShare ?? null, yieldConfirmed: confirmed };
}

const amountOf = (record: AnyRecord | undefined) => (record && 'amount' in record ? record.amount : 0);

function withRecord<L extends ParcelLike>(
  parcel: L,
  kind: Kind,
  record: AnyRecord,
  how: 'add' | 'replace' | 'remove',
): L {
  const { rows: name, count, total, date } = KINDS[kind];
  const rows = rowsOf(parcel, kind);
  const known = rows?.find(({ _id }) => _id === record._id);
  if (how === 'add' && known) return parcel;
  const others = rows?.filter(({ _id }) => _id !== record._id);
  const dateOf = (one: AnyRecord) => String((one as unknown as Rows)[date]);
  const next =
    how === 'remove'
      ? others
      : others && [...others, record].sort((one, other) => (dateOf(one) < dateOf(other) ? -1 : 1));
  const gained = how === 'remove' ? 0 : amountOf(record);
  const lost = how === 'add' ? 0 : amountOf(known ?? record);
  return {
    ...parcel,
    ...(next && { [name]: next }),
    [count]: Math.max(0, parcel[count] + (how === 'add' ? 1 : how === 'remove' ? -1 : 0)),
    ...(total && { [total]: Math.max(0, parcel[total] + gained - lost) }),
  };
}

/** The list, oldest first: what waits stands at its end. */
export function overParcels(
  rows: readonly Parcel[],
  entries: readonly Entry[],
  figures?: ParcelFigures,
): Parcel[] {
  const known = new Set(rows.map(({ _id }) => _id));
  const fresh = entries.filter(({ call, body }) => call === 'POST /land' && !known.has(String(body?._id)));
  const ids = [...known, ...fresh.map(({ body }) => String(body?._id))];
  const byId = new Map(rows.map((parcel) => [parcel._id, parcel]));
  return ids.flatMap((id) => overParcel<ParcelLike>(byId.get(id), entries, id, figures) ?? []);
}

export function overDeleted(rows: DeletedParcel[], entries: readonly Entry[]): DeletedParcel[] {
  const back = new Set(
    entries.filter(({ call }) => call === 'POST /land/{id}/restore').map(({ params }) => params.id),
  );
  return back.size === 0 ? rows : rows.filter(({ _id }) => !back.has(_id));
}

export function overHarvests(rows: HarvestToConfirm[], entries: readonly Entry[]): HarvestToConfirm[] {
  const settled = new Set(
    entries
      .filter(({ call }) => RECORD_CALL.test(call) && call.includes('/crops/'))
      .map(({ params }) => params.recordId),
  );
  const gone = new Set(
    entries.filter(({ call }) => call === 'DELETE /land/{id}').map(({ params }) => params.id),
  );
  return rows.filter(({ crop, landId }) => !settled.has(crop._id) && !gone.has(landId));
}

interface Outline {
  geometry: BoundaryGeometry;
  source?: BoundarySource;
  revision?: number;
}

/** Null: it was taken away. */
export function overBoundary(
  boundary: Boundary | undefined,
  entries: readonly Entry[],
  landId: string,
  figures?: ParcelFigures,
): Boundary | null | undefined {
  let shown: Boundary | null | undefined = boundary;
  for (const { call, params, body, madeAt } of entries) {
    if (params.id !== landId) continue;
    if (call === 'DELETE /land/{id}/boundary') shown = null;
    if (call !== 'PUT /land/{id}/boundary' || !figures) continue;
    const { geometry, source = 'drawn' } = body as unknown as Outline;
    shown = {
      ...figures.boundarySummary(geometry),
      landId,
      geometry,
      source,
      revision: shown?.revision ?? 0,
      updatedAt: new Date(madeAt).toISOString(),
      // Only the server knows the neighbours.
      overlaps: shown?.overlaps ?? [],
    };
  }
  return shown;
}

export function overBoundaries(
  rows: readonly ListedBoundary[],
  entries: readonly Entry[],
  figures?: ParcelFigures,
): ListedBoundary[] {
  const changed = entries.filter(({ call }) => call.endsWith('/boundary')).map(({ params }) => params.id);
  const gone = new Set(
    entries.filter(({ call }) => call === 'DELETE /land/{id}').map(({ params }) => params.id),
  );
  const byId = new Map(rows.map((row) => [row.landId, row]));
  const ids = new Set([...byId.keys(), ...changed.filter((id) => id !== undefined)]);
  return [...ids].flatMap((id) => {
    if (gone.has(id)) return [];
    if (!changed.includes(id)) return byId.get(id) ?? [];
    const known = byId.get(id);
    const shown = overBoundary(known && { ...known, overlaps: [] }, entries, id, figures);
    if (!shown) return [];
    const { overlaps: _, ...listed } = shown;
    return { ...listed, simplified: false };
  });
}
