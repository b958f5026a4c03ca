/** Everything beside land: policies, applications, equipment, messages, overlaps and the work of officials. */
import { bboxOf } from '@ardhi/geo';
import { sql } from 'kysely';
import type { DemoOverlap } from '../../farm/boundaries/demo.ts';
import type { Db } from '../../lib/database/db.ts';
import { storeAudience } from '../../office/policies/service.ts';
import { isoOf, momentOf } from '../calendar.ts';
import { addApplications } from './applications.ts';
import type { DemoContext } from './context.ts';
import { addEquipment } from './equipment.ts';
import { addMessages } from './messages.ts';
import { addOfficeWork } from './office.ts';
import { addPolicies } from './policies.ts';
import { addProgrammes } from './programmes.ts';

/** Returns the notices of policies whose audience is still to be counted. */
export function addStories(demo: DemoContext, overlaps: DemoOverlap[]): string[] {
  addOverlaps(demo, overlaps);
  const noticeIds = addPolicies(demo);
  addOfficeWork(demo, addApplications(demo, addProgrammes(demo)));
  addEquipment(demo);
  addMessages(demo);
  return noticeIds;
}

/** Everything that is computed from the loaded rows, by the domains' own statements. */
export async function finishStories(db: Db, noticeIds: string[]): Promise<void> {
  await sql`
    update subsidies set regions = application_regions(id, owner_id), county = application_county(id, owner_id),
      due_on = add_working_days(nairobi_date(created_at), decision_days())
    where kind = 'application'`.execute(db);
  // The pause of the clock was shorter than a day.
  await sql`
    update subsidy_returns set due_on = subsidies.due_on from subsidies where subsidies.id = subsidy_id`.execute(
    db,
  );
  await sql`update subsidies set voted_at = marked_at from subsidy_marks where subsidy_id = id`.execute(db);
  await sql`
    update subsidies as programme set approved_cents = (
      select coalesce(sum(amount_cents), 0) from subsidies where programme_id = programme.id and status = 'approved')
    where kind = 'programme'`.execute(db);
  for (const noticeId of noticeIds) await storeAudience({ db, emit: () => {} }, noticeId);
}

const SETTLED = 0.3;
const HOUR_MS = 3_600_000;
const NOTES = [
  'Both walked the border with the chief; the hedge is the border.',
  'The survey plan of 1998 was found. The border runs along the old fence.',
];

/** Officials have settled some; the hero's own stays open to be seen. */
function addOverlaps({ loader, random, officials, hero, asOf }: DemoContext, overlaps: DemoOverlap[]): void {
  const chance = random.fork('overlaps');
  for (const { first, second, strip } of overlaps) {
    const at = Math.max(first.at, second.at);
    const settledAt = at + chance.whole(4 * 24, 40 * 24) * HOUR_MS;
    const isHeros = first.ownerId === hero.id || second.ownerId === hero.id;
    const isSettled = chance.chance(SETTLED) && !isHeros && settledAt < momentOf(asOf, 0);
    const [low, high] = [first.id, second.id].sort();
    const { west, south, east, north } = bboxOf(strip.shape);
    loader.add('boundary_overlaps', {
      id: chance.id(at),
      first_parcel_id: low!,
      second_parcel_id: high!,
      coordinates: JSON.stringify(strip.shape),
      extent: `((${east},${north}),(${west},${south}))`,
      area_m2: strip.areaSquareMetres,
      created_at: isoOf(at),
      updated_at: isoOf(isSettled ? settledAt : at),
      ...(isSettled && {
        status: 'settled',
        note: chance.pick(NOTES),
        settled_by: chance.pick(officials).id,
        settled_at: isoOf(settledAt),
        revision: 2,
      }),
    });
  }
}
