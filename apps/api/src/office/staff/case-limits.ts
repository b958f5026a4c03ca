/** Maximum of open cases per official. It limits assigning; deciding needs no assignment. */
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { onlyRow, rowsOf } from '../../lib/database/rows.ts';
import { problem } from '../../lib/text/problem.ts';

/** Office of the national limit. */
const NATIONAL = '';

/** The limits of the county, if any, and of the national office. */
export async function findLimits(db: Db, county: string | null) {
  const rows = await rowsOf<{ office: string; max_open: number }>(db)`
    select office, max_open from case_limits where office in (${NATIONAL}, ${county ?? NATIONAL})`;
  const of = (office: string) => rows.find((row) => row.office === office)?.max_open ?? null;
  return { national: of(NATIONAL), county: county === null ? null : of(county) };
}

export async function setLimit(db: Db, office: string, max: number | null): Promise<void> {
  if (max === null) await db.deleteFrom('case_limits').where('office', '=', office).execute();
  else
    await db
      .insertInto('case_limits')
      .values({ office, max_open: max })
      .onConflict((conflict) => conflict.column('office').doUpdateSet({ max_open: max }))
      .execute();
}

/**
 * Before a case of this county is assigned. The advisory lock, taken after the lock of the application, serializes the
 * assignments to one official, so that two of them cannot both take the last place.
 */
export async function assertRoomFor(
  db: Db,
  official: { id: string; name: string },
  county: string | null,
): Promise<void> {
  const limits = await findLimits(db, county);
  if (limits.national === null && limits.county === null) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ardhi-open-cases ${official.id}`}, 0))`.execute(
    db,
  );
  const open = await onlyRow<{ national: number; county: number }>(db)`
    select count(*) as national, count(*) filter (where county = ${county}) as county
    from subsidies
    where kind = 'application' and status = 'pending' and assigned_to is not null and assigned_to = ${official.id}`;
  for (const office of ['county', 'national'] as const) {
    const maximum = limits[office];
    if (maximum !== null && open[office] >= maximum)
      throw problem('case-limit', { values: { name: official.name, maximum } });
  }
}
