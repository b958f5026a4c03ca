/** A parcel as rows: records, score history and audit log, with the columns that the land domain itself writes. */
import type { Insertable } from 'kysely';
import type { MeasuredBoundary } from '../../farm/boundaries/geometry-tasks.ts';
import type { ParcelRow } from '../../farm/land/columns.ts';
import { presentParcel } from '../../farm/land/present.ts';
import {
  type AnyRecord,
  crops,
  fertilizer,
  pesticides,
  type RecordKind,
  water,
} from '../../farm/land/records.ts';
import { SCORE_VERSION } from '../../farm/land/score.ts';
import { partsOf } from '../../farm/land/score-history.ts';
import type { DB } from '../../lib/database/database.generated.ts';
import { type Day, dateOf, isoOf, momentOf } from '../calendar.ts';
import type { Loader } from '../loader.ts';
import { knownOn } from './field-book.ts';
import { type DemoParcel, scoreOn } from './parcel.ts';

export function addParcel(loader: Loader, parcel: DemoParcel): void {
  const { row, result, boundary } = parcel;
  loader.add('parcels', parcelRow(parcel));
  if (boundary) loader.add('boundaries', boundaryRow(row, boundary));
  loader.add('parcel_scores', { parcel_id: row.id, result: JSON.stringify(result) });
  for (const record of recordRows(parcel)) loader.add(record.table, record.row);
  addHistory(loader, parcel);
}

function boundaryRow(row: ParcelRow, boundary: MeasuredBoundary): Insertable<DB['boundaries']> {
  const { shape, outline, bbox, vertexCount } = boundary;
  return {
    parcel_id: row.id,
    coordinates: JSON.stringify(shape),
    outline: outline && JSON.stringify(outline),
    extent: `((${bbox.east},${bbox.north}),(${bbox.west},${bbox.south}))`,
    corner_count: vertexCount,
    source: 'walked',
    updated_at: row.created_at,
  };
}

export function parcelRow({ row, result, book, scoredOn }: DemoParcel): Insertable<DB['parcels']> {
  const today = dateOf(scoredOn);
  const known = knownOn(book, scoredOn).crops;
  const planted = known.filter(({ plantingDate }) => plantingDate <= today);
  const harvests = planted.map(({ harvestDate }) => harvestDate).sort();
  const due = known
    .filter(({ yieldConfirmed }) => !yieldConfirmed)
    .map(({ harvestDate }) => harvestDate)
    .sort()[0];
  return {
    ...row,
    has_records: book.length > 0,
    inputs_hash: result.inputsHash,
    covered_until: harvests.at(-1) ?? null,
    has_harvest: planted.some(({ yieldConfirmed }) => yieldConfirmed),
    harvest_due: due !== undefined && due < today ? '-infinity' : due,
  };
}

const kinds = { crop: crops, water, fertilizer, pesticide: pesticides };
const kindOf = (kind: keyof typeof kinds) => kinds[kind] as RecordKind<never, AnyRecord>;

/** In the order in which the score names the records: see `withIds` in bulk.ts. */
export function recordRows({ row, book, scoredOn }: DemoParcel) {
  const known = knownOn(book, scoredOn);
  const enteredAt = new Map(book.map(({ record, at }) => [record._id, at] as const).reverse());
  const rowsOf = (kind: keyof typeof kinds, records: readonly AnyRecord[]) =>
    records.map((record) => ({
      table: kindOf(kind).table,
      row: {
        id: record._id,
        parcel_id: row.id,
        revision: record.revision,
        created_at: isoOf(enteredAt.get(record._id)!),
        ...kindOf(kind).columns(record, dateOf(scoredOn), record),
      } as Insertable<DB[RecordKind<never, AnyRecord>['table']]>,
    }));
  return [
    ...rowsOf('crop', known.crops),
    ...rowsOf('water', known.waterUsage),
    ...rowsOf('fertilizer', known.fertilizerUsage),
    ...rowsOf('pesticide', known.pesticideUsage),
  ];
}

const HISTORY_DAYS = 400;
/** The score also changes without records as its window moves, but slowly: it is computed this often. */
const STEP_DAYS = 122;

/** The score history of the last year, and the audit log with the score before and after each entry. */
function addHistory(loader: Loader, parcel: DemoParcel): void {
  const { row, book, scoredOn } = parcel;
  const start = scoredOn - HISTORY_DAYS;
  const lastEntryAt = new Map<Day, number>(book.map(({ on, at }) => [on, at]));
  const days = new Set([...lastEntryAt.keys()].filter((day) => day > start));
  const first = book[0]?.on ?? scoredOn;
  for (let day = scoredOn; day > Math.max(start, first); day -= STEP_DAYS) days.add(day);
  if (first <= start) days.add(start);

  const subject = { name: row.name, date: null, amount: row.size_acres, unit: 'acres' };
  const audit = { actorId: row.owner_id, entity: 'land', entityId: row.id };
  const { name, size, soilType, county, countyConfirmed, declarations } = presentParcel(row);
  const { address } = row;
  const created = { name, size, address, soilType, county, countyConfirmed, declarations, subject };
  const at = Date.parse(row.created_at);
  loader.audit({ ...audit, at, action: 'land.create', after: { ...created, sustainabilityScore: 50 } });

  let score = 50;
  let next = 0;
  for (const day of [...days].sort((left, right) => left - right)) {
    const result = day === scoredOn ? parcel.result : scoreOn(parcel, day);
    // Only the last entry of a day moves the score.
    for (; next < book.length && book[next]!.on <= day; next += 1) {
      const { kind, record, before, at } = book[next]!;
      const change = { recordId: record._id, subject: kindOf(kind).subject(record) };
      const sustainabilityScore = at === lastEntryAt.get(day) ? result.score : score;
      loader.audit({
        ...audit,
        at,
        action: before ? 'crop.harvest' : `${kind}.create`,
        before: { ...(before && fieldsOf(before)), sustainabilityScore: score },
        after: { ...fieldsOf(record), ...change, sustainabilityScore },
      });
    }
    if (result.score === score) continue;
    score = result.score;
    loader.add('score_history', {
      parcel_id: row.id,
      as_of: dateOf(day),
      score,
      confidence: result.confidencePct,
      status: result.status,
      version: SCORE_VERSION,
      parts: JSON.stringify(partsOf(result)),
      created_at: isoOf(lastEntryAt.get(day) ?? momentOf(day, 0)),
    });
  }
  if (row.deleted_at)
    loader.audit({ ...audit, at: Date.parse(row.deleted_at), action: 'land.delete', after: { subject } });
}

const fieldsOf = ({ _id, revision, ...fields }: AnyRecord) => fields;
