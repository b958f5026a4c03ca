/** Reads a CSV file from a spreadsheet. */

/**
 * Lines of cells, without empty lines. Cells are separated by the first comma, semicolon or tab outside of quotes:
 * spreadsheets choose by the language of the computer. `line` is the line of the file where the row begins.
 */
export function readCsv(file: string): { line: number; cells: string[] }[] {
  const text = file.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const separator = /[,;\t]/.exec(text.replace(/"[^"]*"/g, ''))?.[0] ?? ',';
  const rows: { line: number; cells: string[] }[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 1;
  let begin = 1;
  const endRow = () => {
    cells.push(cell.trim());
    if (cells.some(Boolean)) rows.push({ line: begin, cells });
    cells = [];
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    if (character === '\n') line += 1;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell.trim() === '') {
      cell = '';
      isQuoted = true;
    } else if (character === separator) {
      cells.push(cell.trim());
      cell = '';
    } else if (character === '\n') {
      endRow();
      begin = line;
    } else cell += character;
  }
  endRow();
  return rows;
}
