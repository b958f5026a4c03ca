/** CSV exports for spreadsheets. */
import { Readable } from 'node:stream';
import type { Ids } from '@ardhi/contract/disclosures';
import type { LogExport } from '../audit/access-log.ts';
import type { PageRequest } from '../database/rows.ts';
import type { MessageKey, Translate } from '../text/i18n.ts';

type Cell = string | number | null | undefined;

/** Spreadsheets execute cells that start like this; a leading apostrophe makes them text. Plain numbers are safe. */
const formula = /^[=+\-@\t\r]/;
const plainNumber = /^-?\d+(\.\d+)?$/;

export function csvLine(cells: Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: Cell): string {
  const text = value === null || value === undefined ? '' : String(value);
  const safe = formula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  // Some spreadsheets split at semicolons or tabs even in a comma-separated file.
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const CSV_TYPE = 'text/csv; charset=utf-8';

/** Without it spreadsheets assume a legacy encoding. */
export const BYTE_ORDER_MARK = '\uFEFF';

export interface CsvColumn<Row> {
  key: MessageKey;
  value: (row: Row, t: Translate) => Cell;
}

/** A list of any length, with the people in its rows. */
export interface ExportedList<Row> {
  /** Rows after a cursor, one more than `limit` if there is another page. */
  list: (paging: PageRequest) => Promise<Row[]>;
  cursorOf: (row: Row) => string[];
  /** Person or people whose data is in the row. */
  personOf: (row: Row) => Ids[number] | Ids;
  /** Logged instead of the people if there are too many to name. */
  area: string;
  maxPages?: number;
}

const PAGE_SIZE = 1000;

/**
 * Streams a list of any length page by page. The access log entry is written after the first page: its people, or the
 * area if there are more pages.
 */
export async function exportFile<Row>(
  table: ExportedList<Row>,
  noteExport: LogExport,
  linesOf: (pages: AsyncIterable<Row[]>) => AsyncIterable<string>,
): Promise<Readable> {
  const first = await table.list({ limit: PAGE_SIZE, after: null });
  await noteExport(first.length > PAGE_SIZE ? null : first.flatMap(table.personOf), table.area);
  return Readable.from(linesOf(pagesOf(table, first)), { objectMode: false });
}

export const csvFile = <Row>(
  { columns, ...table }: ExportedList<Row> & { columns: CsvColumn<Row>[] },
  t: Translate,
  noteExport: LogExport,
): Promise<Readable> =>
  exportFile(table, noteExport, async function* (pages) {
    yield BYTE_ORDER_MARK + csvLine(columns.map(({ key }) => t(key)));
    for await (const page of pages)
      yield page.map((row) => csvLine(columns.map(({ value }) => value(row, t)))).join('');
  });

async function* pagesOf<Row>(
  { list, cursorOf, maxPages = Number.POSITIVE_INFINITY }: ExportedList<Row>,
  first: Row[],
): AsyncGenerator<Row[]> {
  let rows = first;
  for (let pages = 1; rows.length > 0; pages += 1) {
    const page = rows.slice(0, PAGE_SIZE);
    yield page;
    const hasNext = rows.length > PAGE_SIZE && pages < maxPages;
    rows = hasNext ? await list({ limit: PAGE_SIZE, after: cursorOf(page.at(-1)!) }) : [];
  }
}
