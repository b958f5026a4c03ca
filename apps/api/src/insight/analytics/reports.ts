/** Stores each exported report as a snapshot for later download. */
import type { Report } from '@ardhi/contract';
import { type Insertable, sql } from 'kysely';
import type { DB } from '../../lib/database/database.generated.ts';
import type { Db } from '../../lib/database/db.ts';
import { newId } from '../../lib/database/id.ts';
import { listPage, now, type PageRequest } from '../../lib/database/rows.ts';
import { type Scope, within } from '../../lib/http/scope.ts';

/** The same report by the same person on the same day replaces the earlier one. `county` is null for a national one. */
export async function saveReport(
  pool: Db,
  report: Omit<Insertable<DB['reports']>, 'id' | 'made_by'> & { made_by: string },
): Promise<void> {
  const { made_by, file_name, language, file } = report;
  await pool.transaction().execute(async (db) => {
    // Serializes concurrent reports of one person.
    await sql`select from users where id = ${made_by} for no key update`.execute(db);
    const { numUpdatedRows } = await db
      .updateTable('reports')
      .set({ file, created_at: now })
      // The file name contains format, period, region or county, and day.
      .where((is) => is.and({ made_by, file_name, language }))
      .executeTakeFirst();
    if (numUpdatedRows > 0) return;
    await db
      .insertInto('reports')
      .values({ id: newId(), ...report })
      .execute();
  });
}

export function listReports(db: Db, scope: Scope, page: PageRequest) {
  const visible = db
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
    .where('reports.kind', '=', 'analytics')
    .where(within(scope, sql`reports.county`));
  return listPage(visible, ['reports.created_at', 'reports.id'], 'desc', page);
}

export function findReport(db: Db, scope: Scope, reportId: string) {
  return db
    .selectFrom('reports')
    .select(['format', 'file_name', 'file'])
    .where('id', '=', reportId)
    .where('kind', '=', 'analytics')
    .where(within(scope, sql`county`))
    .executeTakeFirst();
}

export function presentReport(row: Awaited<ReturnType<typeof listReports>>[number]): Report {
  return {
    _id: row.id,
    fileType: row.format as Report['fileType'],
    period: row.period as Report['period'],
    region: row.region as Report['region'],
    fileName: row.file_name,
    size: row.size,
    madeBy: row.made_by,
    createdAt: row.created_at,
  };
}
