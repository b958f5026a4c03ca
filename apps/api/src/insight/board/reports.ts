/** Monthly reports of the board: one for each office, in both languages and formats, made on the first of the month. */
import type { BoardReport, Language, ReportFormat } from '@ardhi/contract';
import { addDays, addMonths, today } from '@ardhi/contract/dates';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Db } from '../../lib/database/db.ts';
import { newId } from '../../lib/database/id.ts';
import { listPage, type PageRequest, rowsOf } from '../../lib/database/rows.ts';
import { type Area, NATIONAL_SCOPE, type Scope, within } from '../../lib/http/scope.ts';
import type { Job } from '../../lib/jobs/jobs.ts';
import { translator } from '../../lib/text/i18n.ts';
import { boardCsv } from './csv.ts';
import { boardPdf } from './pdf.ts';
import { readBoard } from './read.ts';

declare module '../../lib/jobs/jobs.ts' {
  interface JobPayloads {
    'monthly-board': Record<string, never>;
  }
}

type Format = z.infer<typeof ReportFormat>;
const FORMATS: readonly Format[] = ['csv', 'pdf'];
const LANGUAGES: readonly Language[] = ['en', 'sw'];

/**
 * Runs every night after midnight in Nairobi and makes what is missing of the last month: nothing, except on the first and
 * after an interruption. The unique index makes a repeat or a second process harmless.
 */
export const makeMonthlyReports: Job<Record<string, never>> = async (_payload, { db, longDb }) => {
  const month = addMonths(today().slice(0, 7), -1);
  for (const county of await listMissing(db, month)) await makeReport(longDb, month, county);
};

/** Offices with an application or a complaint by the end of the month, but without all reports of it. Null: national. */
async function listMissing(db: Db, month: string): Promise<(string | null)[]> {
  const end = sql`(${`${addMonths(month, 1)}-01`}::timestamp at time zone 'Africa/Nairobi')`;
  const rows = await rowsOf<{ county: string | null }>(db)`
    select county from (
      select null as county where exists (select from subsidies where kind = 'application' and created_at < ${end})
        or exists (select from complaints where created_at < ${end})
      union all
      select place from (select distinct place from posts where level = 'county') as offices
      where exists (select from subsidies where kind = 'application' and county = place and created_at < ${end})
        or exists (select from complaints where county = place and created_at < ${end})
    ) as office
    where (select count(*) from reports
      where kind = 'board' and period = ${month} and coalesce(reports.county, '') = coalesce(office.county, '')
    ) < ${LANGUAGES.length * FORMATS.length}
    order by county nulls first`;
  return rows.map(({ county }) => county);
}

/** Everyone in the area reads it, so complaints that are hidden from some of them are left out. */
const isOpenToAll = sql<boolean>`complaint.kind not in ('money', 'conduct')`;

async function makeReport(db: Db, month: string, county: string | null): Promise<void> {
  const scope: Area = county === null ? NATIONAL_SCOPE : { ...NATIONAL_SCOPE, kind: 'county', county };
  const from = `${month}-01`;
  const to = addDays(`${addMonths(month, 1)}-01`, -1);
  const data = await readBoard(db, { scope, from, to, complaints: isOpenToAll });
  for (const language of LANGUAGES)
    for (const format of FORMATS)
      await saveReport(db, { county, month, language, format }, await render[format](language, data));
}

const render = {
  csv: async (language: Language, data: Parameters<typeof boardCsv>[0]) =>
    Buffer.from(boardCsv(data, translator(language))),
  pdf: boardPdf,
};

interface ReportKey {
  county: string | null;
  month: string;
  language: Language;
  format: Format;
}

async function saveReport(
  db: Db,
  { county, month, language, format }: ReportKey,
  file: Buffer,
): Promise<void> {
  await db
    .insertInto('reports')
    .values({
      id: newId(),
      kind: 'board',
      format,
      period: month,
      region: 'all',
      county,
      language,
      file_name: `ardhi-board-${month}-${county ?? 'all'}-${language}.${format}`,
      file,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Of the official's own office; national officials also read those of the counties. */
const reportsIn = (db: Db, scope: Scope) =>
  db.selectFrom('reports').where('kind', '=', 'board').where(within(scope, sql`county`));

export const listReports = (db: Db, scope: Area, language: Language, page: PageRequest) =>
  listPage(
    reportsIn(db, scope)
      .select(['id', 'format', 'period', 'county', 'file_name', 'created_at'])
      .select(sql<number>`octet_length(file)`.as('size'))
      .where('language', '=', language),
    ['created_at', 'id'],
    'desc',
    page,
  );

export const findReport = (db: Db, scope: Scope, id: string) =>
  reportsIn(db, scope).select(['format', 'file_name', 'file']).where('id', '=', id).executeTakeFirst();

export function presentReport(row: Awaited<ReturnType<typeof listReports>>[number]): BoardReport {
  return {
    _id: row.id,
    fileType: row.format as Format,
    month: row.period,
    county: row.county,
    fileName: row.file_name,
    size: row.size,
    createdAt: row.created_at,
  };
}
