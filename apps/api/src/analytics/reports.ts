/** What officials export is kept as it was, and can be had again. */
import type { Language, Period, RegionFilter } from '@ardhi/contract';
import { sql } from 'kysely';
import type { Db } from '../lib/db.ts';
import { newId } from '../lib/id.ts';

export interface NewReport {
  madeBy: string;
  format: 'csv' | 'pdf';
  period: Period;
  region: RegionFilter;
  language: Language;
  fileName: string;
  file: Buffer;
}

export async function insertReport(db: Db, report: NewReport): Promise<void> {
  await db
    .insertInto('reports')
    .values({
      id: newId(),
      made_by: report.madeBy,
      format: report.format,
      period: report.period,
      region: report.region,
      language: report.language,
      file_name: report.fileName,
      file: report.file,
    })
    .execute();
}

export function listReports(db: Db, { limit, after }: { limit: number; after: string[] | null }) {
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

export function findReport(db: Db, reportId: string) {
  return db
    .selectFrom('reports')
    .select(['format', 'file_name', 'file'])
    .where('id', '=', reportId)
    .executeTakeFirst();
}
