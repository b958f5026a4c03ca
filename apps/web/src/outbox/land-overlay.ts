/**
 * Parcels as they are once the waiting work is done. Every step may be laid over an answer that already holds it:
 * what is there is not added, what is gone is not taken away.
 */
import type {
  Boundary,
  BoundaryGeometry,
  BoundarySource,
  Crop,
  DeletedLand,
  FertilizerUsage,
  HarvestToConfirm,
  Land,
  LandDetail,
  LandEdit,
  LandInput,
  ListedBoundary,
  PesticideUsage,
  WaterUsage,
} from '@ardhi/contract';
import { today } from '../lib/clock.ts';
import type { Entry } from './entry.ts';

/** A parcel of the list lacks the records that only its own page shows. */
export type LandLike = Land & Partial<Pick<LandDetail, 'fertilizerUsage' | 'pesticideUsage'>>;

/** What only the engine can work out; until it is loaded the last known values stand. */
export interface LandFigures {
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
export function overLand<L extends LandLike>(
  land: L | undefined,
  entries: readonly Entry[],
  id: string,
  figures?: LandFigures,
): L | null | undefined {
  let shown: L | null | undefined = land;
  let deleted: L | null | undefined;
  for (const entry of entries) {
    if (entry.call === 'DELETE /land/{id}' && entry.params.id === id) deleted = shown ?? deleted;
    if (entry.call === 'POST /land/{id}/restore' && entry.params.id === id) shown ??= deleted;
    if (entry.call === 'POST /land' && entry.body?._id === id) shown ??= newLand(entry) as LandLike as L;
    else if (entry.params.id === id && shown) shown = step(shown, entry, figures);
  }
  return shown;
}

function step<L extends LandLike>(land: L, entry: Entry, figures?: LandFigures): L | null {
  if (entry.call === 'DELETE /land/{id}') return null;
  if (entry.call === 'PUT /land/{id}') return edited(land, entry.body as LandEdit);
  if (entry.call === 'DELETE /land/{id}/boundary') return { ...land, boundary: null };
  if (entry.call === 'PUT /land/{id}/boundary') {
    const summary = figures?.boundarySummary(entry.body?.geometry as BoundaryGeometry);
    return summary ? { ...land, boundary: { ...summary, revision: land.boundary?.revision ?? 0 } } : land;
  }
  const [, method, kind] = RECORD_CALL.exec(entry.call) ?? [];
  if (!kind) return land;
  if (method === 'POST') return withRecord(land, kind as Kind, newRecord(kind as Kind, entry), 'add');
  const record = recordOf(land, kind as Kind, entry);
  if (!record) return land;
  if (method === 'DELETE') return withRecord(land, kind as Kind, record, 'remove');
  return withRecord(land, kind as Kind, corrected(kind as Kind, record, entry), 'replace');
}

export function newLand({ body, madeAt }: Entry): LandDetail {
  const given = body as LandInput & { _id: string };
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
    given as LandEdit,
  );
}

function edited<L extends LandLike>(land: L, edit: LandEdit): L {
  return {
    ...land,
    name: edit.name?.trim() ?? land.name,
    size: edit.size ?? land.size,
    location: edit.location ? { address: edit.location.address.trim() } : land.location,
    soilType: edit.soilType ?? land.soilType,
    declarations: { ...land.declarations, ...edit.declarations },
    ...(edit.county === undefined
      ? {}
      : { county: edit.county || land.county, countyConfirmed: Boolean(edit.county) }),
  };
}

function newRecord(kind: Kind, { body }: Entry): AnyRecord {
  const record = { revision: 1, ...body } as unknown as AnyRecord;
  if (kind !== 'crops') return record;
  const crop = record as Crop;
  return { ...crop, areaShare: crop.areaShare ?? null, yieldConfirmed: crop.harvestDate <= today() };
}

/** In a list that does not hold it, the row that was edited stands for it. */
function recordOf(land: LandLike, kind: Kind, entry: Entry): AnyRecord | undefined {
  const rows = rowsOf(land, kind);
  if (!rows) return entry.base as unknown as AnyRecord | undefined;
  return rows.find((record) => record._id === entry.params.recordId);
}

function rowsOf(land: LandLike, kind: Kind): AnyRecord[] | undefined {
  return land[KINDS[kind].rows] as AnyRecord[] | undefined;
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

function withRecord<L extends LandLike>(
  land: L,
  kind: Kind,
  record: AnyRecord,
  how: 'add' | 'replace' | 'remove',
): L {
  const { rows: name, count, total, date } = KINDS[kind];
  const rows = rowsOf(land, kind);
  const known = rows?.find(({ _id }) => _id === record._id);
  if (how === 'add' && known) return land;
  const others = rows?.filter(({ _id }) => _id !== record._id);
  const dateOf = (one: AnyRecord) => String((one as unknown as Rows)[date]);
  const next =
    how === 'remove'
      ? others
      : others && [...others, record].sort((one, other) => (dateOf(one) < dateOf(other) ? -1 : 1));
  const gained = how === 'remove' ? 0 : amountOf(record);
  const lost = how === 'add' ? 0 : amountOf(known ?? record);
  return {
    ...land,
    ...(next && { [name]: next }),
    [count]: Math.max(0, land[count] + (how === 'add' ? 1 : how === 'remove' ? -1 : 0)),
    ...(total && { [total]: Math.max(0, land[total] + gained - lost) }),
  };
}

/** The list, oldest first: what waits stands at its end. */
export function overLands(rows: readonly Land[], entries: readonly Entry[], figures?: LandFigures): Land[] {
  const known = new Set(rows.map(({ _id }) => _id));
  const fresh = entries.filter(({ call, body }) => call === 'POST /land' && !known.has(String(body?._id)));
  const ids = [...known, ...fresh.map(({ body }) => String(body?._id))];
  const byId = new Map(rows.map((land) => [land._id, land]));
  return ids.flatMap((id) => overLand<LandLike>(byId.get(id), entries, id, figures) ?? []);
}

export function overDeleted(rows: DeletedLand[], entries: readonly Entry[]): DeletedLand[] {
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
  figures?: LandFigures,
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
  figures?: LandFigures,
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
