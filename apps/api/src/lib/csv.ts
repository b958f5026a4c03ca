/** Tables for spreadsheets. */

/** A spreadsheet would run a cell that begins so; a leading apostrophe makes it text. Plain numbers stay numbers. */
const formula = /^[=+\-@\t\r]/;
const plainNumber = /^-?\d+(\.\d+)?$/;

export function csvLine(cells: (string | number | null | undefined)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number | null | undefined): string {
  const text = value === null || value === undefined ? '' : String(value);
  const safe = formula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  // Some spreadsheets separate by semicolons or tabs, whatever the file does.
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Without it spreadsheets take the file for an older encoding. */
export const BYTE_ORDER_MARK = '\uFEFF';
