/** The farmers whom an announcement reaches. */
import { knownCrops, recogniseCrop } from '@ardhi/agronomy';
import type { AnnouncementFilter } from '@ardhi/contract';
import { MAX_ANNOUNCEMENT_FARMERS } from '@ardhi/contract/limits';
import { sql } from 'kysely';
import type { Db, Sql } from '../../lib/database/db.ts';
import { onlyRow, rowsOf } from '../../lib/database/rows.ts';
import { type Area, countyOf, countyWithin, within } from '../../lib/http/scope.ts';
import { fieldProblem } from '../../lib/text/problem.ts';
import { prefixQuery } from '../../lib/text/search-terms.ts';
import { findManaged } from '../../office/subsidies/queries.ts';
import { areasOf, isOutside } from '../analytics/register-farmers.ts';
import { all } from '../analytics/register-search.ts';

/** A farmer grew the crop on land that the office may see, and in the chosen county. */
async function growers(db: Db, county: string | undefined, crop: string): Promise<Sql> {
  const known = knownCrops().find(({ key }) => key === crop);
  if (!known) throw fieldProblem('audience.crop', 'issue.unknown-crop');
  const names = await namesOf(db, known.key, [known.name, ...known.aliases]);
  return sql`users.id in (
    select owner_id from parcels join crops on parcel_id = parcels.id
    where deleted_at is null and crops.name = any(${names}::text[])
      and (${county ?? null}::text is null or county = ${county ?? null})
      and planting_date <= nairobi_date(now()) and harvest_date >= nairobi_date(now()) - interval '2 years')`;
}

/** Crops are stored as farmers typed them: of the names that contain one of the crop’s, those that are recognised as it. */
async function namesOf(db: Db, key: string, names: string[]): Promise<string[]> {
  const pattern = `(${names.map((name) => name.replace(/[^\p{L}\p{N}]+/gu, '.*')).join('|')})`;
  // `distinct` would read every row of the index, this one entry for each name.
  const typed = await rowsOf<{ name: string }>(db)`
    with recursive names (name) as (
      select min(name) from crops
      union all
      select (select min(crops.name) from crops where crops.name > names.name) from names where names.name is not null
    )
    select name from names where name ~* ${pattern} limit ${MAX_TYPED_NAMES}`;
  return typed.flatMap(({ name }) => (recogniseCrop(name)?.key === key ? [name] : []));
}
const MAX_TYPED_NAMES = 10_000;

async function applicants(db: Db, scope: Area, programmeId: string): Promise<Sql> {
  const programme = await findManaged(db, scope, programmeId);
  if (programme?.kind !== 'programme') throw fieldProblem('audience.programmeId', 'issue.unknown-programme');
  return sql`users.id in (
    select owner_id from subsidies
    where programme_id = ${programmeId} and kind = 'application' and status <> 'withdrawn' and ${within(scope, sql`county`)})`;
}

/** The condition for a row of `users`. Without any filter there is none: policies are for everyone. */
export async function recipients(db: Db, scope: Area, filter: AnnouncementFilter): Promise<Sql> {
  const { county, programmeId, crop, q, region, machines } = filter;
  const isChosen = county || programmeId || crop || q || machines || (region && region !== 'all');
  if (!isChosen && countyOf(scope) === null) throw fieldProblem('audience', 'issue.announcement-everyone');
  const inCounty = countyWithin(scope, county);
  return all([
    sql`users.role = 'farmer' and users.deleted_at is null`,
    ...(isOutside(scope, filter) ? [sql`false`] : []),
    ...areasOf(scope, filter).map(
      (area) => sql`users.id in (select id from farmer_areas where area = ${area})`,
    ),
    ...(machines ? [sql`users.id in (select owner_id from equipment where status <> 'retired')`] : []),
    ...(q
      ? [
          sql`users.id in (select id from farmer_words where words @@ to_tsquery('simple', ${prefixQuery(q)}))`,
        ]
      : []),
    ...(programmeId ? [await applicants(db, scope, programmeId)] : []),
    ...(crop ? [await growers(db, inCounty, crop)] : []),
  ]);
}

/** Counts one more than an announcement may reach, at most. */
export async function countRecipients(db: Db, condition: Sql): Promise<number> {
  const { count } = await onlyRow<{ count: number }>(db)`
    select count(*) as count from (
      select from users where ${condition} limit ${MAX_ANNOUNCEMENT_FARMERS + 1}
    ) as counted`;
  return count;
}
