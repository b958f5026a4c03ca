/** Stores each exported report as a snapshot for later download. */
import type { Language, Period, RegionFilter } from '@ardhi/contract';
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { newId } from '../../lib/database/id.ts';
import { type Scope, within } from '../../lib/http/scope.ts';

export interface NewReport {
  madeBy: string;
  format: 'csv' | 'pdf';
  period: Period;
  region: RegionFilter;
  /** null for a national report. */
  county: string | null;
  language: Language;
  fileName: string;
  file: Buffer;
}

/** The same report by the same person on the same day replaces the earlier one. */
export async function saveReport(pool: Db, report: NewReport): Promise<void> {
  const { madeBy, format, period, region, county, language, fileName, file } = report;
  await pool.transaction().execute(async (db) => {
    // Serializes concurrent reports of one person.
    await sql`select from users where id = ${madeBy} for no key update`.execute(db);
    const { numUpdatedRows } = await db
      .updateTable('reports')
      .set({ file, created_at: sql`now()` })
      // The file name contains format, period, region or county, and day.
      .where((is) => is.and({ made_by: madeBy, file_name: fileName, language }))
      .executeTakeFirst();
    if (numUpdatedRows > 0) return;
    await db
      .insertInto('reports')
      .values({
        id: newId(),
        made_by: madeBy,
        format,
        period,
        region,
        county,
        language,
        file_name: fileName,
        file,
      })
      .execute();
  });
}

export function listReports(
  db: Db,
  scope: Scope,
  { limit, after }: { limit: number; after: string[] | null },
) {
  return db
    .selectFrom('reports')
    .innerJoin('users', 'users.id', 'reports.made_by')
    .select([
      'reports.id',
      'reports.format',
      'reports.period',
      'reports.region',
      'reports.file_name',
      'reports.created_at',
      'users.name as made_by',
      sql<number>`octet_length(reports.file)`.as('size'),
    ])
    .where(within(scope, sql`reports.county`))
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(reports.created_at, reports.id) < (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`,
      ),
    )
    .orderBy('reports.created_at', 'desc')
    .orderBy('reports.id', 'desc')
    .limit(limit + 1)
    .execute();
}

export function findReport(db: Db, scope: Scope, reportId: string) {
  return db
    .selectFrom('reports')
    .select(['format', 'file_name', 'file'])
    .where('id', '=', reportId)
    .where(within(scope, sql`county`))
    .executeTakeFirst();
}
