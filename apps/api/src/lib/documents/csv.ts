/** Tables for spreadsheets. */
import { Readable } from 'node:stream';
import type { NoteExport } from '../audit/access-log.ts';
import type { MessageKey, Translate } from '../text/i18n.ts';

type Cell = string | number | null | undefined;

/** A spreadsheet would run a cell that begins so; a leading apostrophe makes it text. Plain numbers stay numbers. */
const formula = /^[=+\-@\t\r]/;
const plainNumber = /^-?\d+(\.\d+)?$/;

export function csvLine(cells: Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: Cell): string {
  const text = value === null || value === undefined ? '' : String(value);
  const safe = formula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  // Some spreadsheets separate by semicolons or tabs, whatever the file does.
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const CSV_TYPE = 'text/csv; charset=utf-8';

/** Without it spreadsheets take the file for an older encoding. */
export const BYTE_ORDER_MARK = '\uFEFF';

export interface CsvColumn<Row> {
  key: MessageKey;
  value: (row: Row, t: Translate) => Cell;
}

interface CsvTable<Row> {
  columns: CsvColumn<Row>[];
  /** The rows after a cursor, one more than `limit` where there are more. */
  list: (paging: { limit: number; after: string[] | null }) => Promise<Row[]>;
  cursorOf: (row: Row) => string[];
  /** Whose data the row has. */
  personOf: (row: Row) => string | null;
  /** Where they are, for a list of more people than are named. */
  area: string;
}

const PAGE = 1000;

/**
 * A list of any length, read page by page while it is sent. Who is in it is noted once its first page is read: the
 * people on it, or where there are more pages the area.
 */
export async function csvFile<Row>(
  table: CsvTable<Row>,
  t: Translate,
  noteExport: NoteExport,
): Promise<Readable> {
  const first = await table.list({ limit: PAGE, after: null });
  await noteExport(first.length > PAGE ? null : first.map(table.personOf), table.area);
  return Readable.from(csvLines(table, t, first), { objectMode: false });
}

async function* csvLines<Row>(
  { columns, list, cursorOf }: CsvTable<Row>,
  t: Translate,
  first: Row[],
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns.map(({ key }) => t(key)));
  let rows = first;
  while (rows.length > 0) {
    const page = rows.slice(0, PAGE);
    yield page.map((row) => csvLine(columns.map(({ value }) => value(row, t)))).join('');
    rows = rows.length > PAGE ? await list({ limit: PAGE, after: cursorOf(page.at(-1)!) }) : [];
  }
}
