/** The audit trail of a parcel: what its farmer did, as the land domain writes it down. */

import type { Crop } from '@ardhi/contract';
import type { AuditAction } from '@ardhi/contract/audit-actions';
import { presentParcel } from '../../farm/land/present.ts';
import {
  type AnyRecord,
  crops,
  fertilizer,
  pesticides,
  type RecordKind,
  water,
} from '../../farm/land/records.ts';
import { type Day, isoOf } from '../calendar.ts';
import type { Loader } from '../loader.ts';
import type { CropEntry, Entry } from './field-book.ts';
import type { ScoreChange } from './history.ts';
import type { DemoParcel } from './parcel.ts';

interface Activity {
  action: AuditAction;
  at: number;
  on: Day;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

export function addActivities(loader: Loader, parcel: DemoParcel, changes: ScoreChange[]): void {
  const { row, book } = parcel;
  const trail = { actorId: row.owner_id, entity: 'land', entityId: row.id };
  loader.audit({ ...trail, at: row.created_at, action: 'land.create', after: createdFields(parcel) });
  const activities = [
    ...book.crops.flatMap(cropActivities),
    ...book.water.map((entry) => created(water, entry)),
    ...book.fertilizer.map((entry) => created(fertilizer, entry)),
    ...book.pesticides.map((entry) => created(pesticides, entry)),
  ].sort((left, right) => left.at - right.at);

  const moves = new Map(changes.map((change) => [change.at, change]));
  let score = 50;
  for (const { action, at, before, after } of activities) {
    const earlier = changes.findLast((change) => change.at < at)?.score ?? score;
    score = moves.get(at)?.score ?? earlier;
    loader.audit({
      ...trail,
      at: isoOf(at),
      action,
      before: { ...before, sustainabilityScore: earlier },
      after: { ...after, sustainabilityScore: score },
    });
  }
  if (row.deleted_at)
    loader.audit({ ...trail, at: row.deleted_at, action: 'land.delete', after: subjectOf(parcel) });
}

function cropActivities(entry: CropEntry): Activity[] {
  const { record, confirmed, expectedYield } = entry;
  if (!confirmed) return [created(crops, entry)];
  const planted: Crop = { ...record, yield: expectedYield, yieldConfirmed: false, revision: 1 };
  return [
    created(crops, { ...entry, record: planted }),
    {
      action: 'crop.harvest',
      at: confirmed.at,
      on: confirmed.on,
      before: fieldsOf(planted),
      after: { ...fieldsOf(record), recordId: record._id, subject: crops.subject(record) },
    },
  ];
}

function created<Stored extends AnyRecord>(kind: RecordKind<never, Stored>, entry: Entry<Stored>): Activity {
  const { record, enteredAt, enteredOn } = entry;
  return {
    action: `${kind.name}.create`,
    at: enteredAt,
    on: enteredOn,
    before: {},
    after: { ...fieldsOf(record), recordId: record._id, subject: kind.subject(record) },
  };
}

function fieldsOf<Stored extends AnyRecord>({ _id, revision, ...fields }: Stored) {
  return fields;
}

function createdFields(parcel: DemoParcel) {
  const { name, size, location, soilType, county, countyConfirmed, declarations } = presentParcel(parcel.row);
  return {
    name,
    size,
    address: location.address,
    soilType,
    county,
    countyConfirmed,
    declarations,
    sustainabilityScore: 50,
    ...subjectOf(parcel),
  };
}

const subjectOf = ({ row }: DemoParcel) => ({
  subject: { name: row.name, date: null, amount: row.size_acres, unit: 'acres' },
});
