/** Monthly reports of the board: one for each office, in both languages and formats, made on the first of the month. */
import type { BoardReport, Language, ReportFormat } from '@ardhi/contract';
import { addDays, addMonths, TIME_ZONE, today } from '@ardhi/contract/dates';
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

/** An outage that lasts longer loses the months before. */
const MAX_MONTHS = 12;

/**
 * Runs every night after midnight in Nairobi and makes what is missing: nothing, except on the first and after an
 * interruption. The unique index makes a repeat or a second process harmless.
 */
export const makeMonthlyReports: Job<Record<string, never>> = async (_payload, { db, longDb }) => {
  for (const { month, county } of await listMissing(db)) await makeReport(longDb, month, county);
};

interface MissingReport {
  month: string;
  /** Null: national. */
  county: string | null;
}

/**
 * Months of offices with an application or a complaint by the end of the month, but without all reports of it: since the
 * first report of the office, so that an outage over a month end loses none; without any report only the last month.
 */
function listMissing(db: Db): Promise<MissingReport[]> {
  const now = today().slice(0, 7);
  const months = Array.from({ length: MAX_MONTHS }, (_, index) => addMonths(now, index - MAX_MONTHS));
  const stored = sql`reports where kind = 'board' and coalesce(reports.county, '') = coalesce(office.county, '')`;
  return rowsOf<MissingReport>(db)`
    select month, county from (
      select null as county, least(
        (select min(created_at) from subsidies where kind = 'application'),
        (select min(created_at) from complaints)) as since
      union all
      select place, least(
        (select min(created_at) from subsidies where kind = 'application' and county = place),
        (select min(created_at) from complaints where county = place))
      from (select distinct place from posts where level = 'county') as places
    ) as office
    join unnest(${months}::text[]) as month
      on since < ((month || '-01')::timestamp + interval '1 month') at time zone ${TIME_ZONE}
    where month >= coalesce((select min(period) from ${stored}), ${months.at(-1)})
      and (select count(*) from ${stored} and period = month) < ${LANGUAGES.length * FORMATS.length}
    order by month, county nulls first`;
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
