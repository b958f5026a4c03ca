/** Parts of a document. Each draws at the sheet's `y` and moves it down. */
import { colours, drawLine, fonts, type Sheet, scoreColour, type TextOptions } from './pdf.ts';

export function heading(sheet: Sheet, text: string, note?: string): void {
  sheet.ensureSpace(60);
  sheet.y += 14;
  sheet.y += sheet.text(text, sheet.left, sheet.y, { font: fonts.serif, size: 12.5, width: sheet.width });
  if (note)
    sheet.y += sheet.text(note, sheet.left, sheet.y + 1, {
      size: 8,
      colour: colours.muted,
      width: sheet.width,
    });
  sheet.y += 6;
}

export function paragraph(sheet: Sheet, text: string, colour = colours.muted): void {
  sheet.ensureSpace(sheet.heightOf(text, { width: sheet.width }) + 6);
  sheet.y += sheet.text(text, sheet.left, sheet.y, { width: sheet.width, colour }) + 4;
}

/** Labels and values in two columns within `width`. Returns the height. */
export function facts(sheet: Sheet, entries: [string, string][], x: number, width: number): number {
  const labelWidth = 92;
  let y = sheet.y;
  for (const [label, value] of entries) {
    sheet.text(label, x, y, { size: 8.5, colour: colours.muted, width: labelWidth - 6 });
    const height = sheet.text(value, x + labelWidth, y, { width: width - labelWidth });
    y += Math.max(height, 11) + 5;
  }
  return y - sheet.y;
}

/** A few numbers side by side between two rules. */
export function statTiles(sheet: Sheet, entries: { label: string; value: string; note?: string }[]): void {
  const height = entries.some(({ note }) => note) ? 58 : 46;
  sheet.ensureSpace(height + 6);
  const { doc, left, width } = sheet;
  const column = width / entries.length;
  rule(sheet);
  for (const [index, { label, value, note }] of entries.entries()) {
    const x = left + index * column;
    const draw = (text: string, top: number, style: TextOptions) =>
      sheet.text(text, x + (index ? 10 : 0), sheet.y + top, { ...style, width: column - 14, lines: 1 });
    draw(label, 8, { size: 8, colour: colours.muted });
    draw(value, 20, { font: fonts.serif, size: 15 });
    if (note) draw(note, 41, { size: 7, colour: colours.muted });
    if (index) drawLine(doc, [x, sheet.y + 8], [x, sheet.y + 38]);
  }
  sheet.y += height;
  rule(sheet);
  sheet.y += 4;
}

function rule({ doc, left, width, y }: Sheet): void {
  drawLine(doc, [left, y], [left + width, y]);
}

export interface Bar {
  label: string;
  note: string;
  /** 0 to 100; null draws an empty bar with `missing` in it. */
  value: number | null;
}

export function bars(sheet: Sheet, entries: Bar[], missing: string): void {
  const { doc, left, width } = sheet;
  const labelWidth = 176;
  const barWidth = width - labelWidth - 40;
  for (const { label, note, value } of entries) {
    sheet.ensureSpace(17);
    sheet.text(label, left, sheet.y, { width: 112, lines: 1 });
    sheet.text(note, left + 114, sheet.y + 1, { size: 7.5, colour: colours.muted, width: 60, lines: 1 });
    const x = left + labelWidth;
    doc.rect(x, sheet.y + 0.5, barWidth, 8).fill('#efece4');
    if (value === null) {
      sheet.text(missing, x + 6, sheet.y + 1.4, { size: 7, colour: colours.muted });
    } else {
      doc.rect(x, sheet.y + 0.5, (barWidth * value) / 100, 8).fill(scoreColour(value));
      sheet.text(sheet.number(value, 0), left + width - 34, sheet.y, {
        width: 34,
        align: 'right',
        font: fonts.bold,
      });
    }
    sheet.y += 17;
  }
}

export interface Column {
  title: string;
  /** Share of the width. */
  share: number;
  align?: 'left' | 'right';
}

const ROW_HEIGHT = 17;
const MAX_CELL_LINES = 2;

/** Draws the rows that fit on `pages` pages in all, and returns how many did not. */
export function table(sheet: Sheet, columns: Column[], rows: string[][], pages: number): number {
  const titles = columns.map(({ title }) => title);
  sheet.ensureSpace(3 * ROW_HEIGHT);
  drawRow(sheet, columns, titles, HEAD);
  for (const [index, row] of rows.entries()) {
    // Leaves space for the note about omitted rows.
    if (sheet.y + rowHeight(sheet, columns, row, BODY) + ROW_HEIGHT > sheet.bottom) {
      if (sheet.doc.bufferedPageRange().count >= pages) return rows.length - index;
      sheet.newPage();
      drawRow(sheet, columns, titles, HEAD);
    }
    drawRow(sheet, columns, row, BODY);
  }
  return 0;
}

const HEAD = { size: 8, font: fonts.bold, colour: colours.muted, lines: MAX_CELL_LINES };
const BODY = { size: 9, font: fonts.sans, colour: colours.ink, lines: MAX_CELL_LINES };

/** The last column has no gap, so that it ends with the rule below it. */
function cellsOf({ left, width }: Sheet, columns: Column[], cells: string[]) {
  let x = left;
  return columns.map(({ share, align }, index) => {
    const cell = {
      x,
      text: cells[index] ?? '',
      width: width * share - (index < columns.length - 1 ? 8 : 0),
      align,
    };
    x += width * share;
    return cell;
  });
}

function rowHeight(sheet: Sheet, columns: Column[], cells: string[], style: TextOptions): number {
  const heights = cellsOf(sheet, columns, cells).map(({ text, width }) =>
    sheet.heightOf(text, { ...style, width }),
  );
  return Math.max(ROW_HEIGHT, Math.max(...heights) + 6);
}

function drawRow(sheet: Sheet, columns: Column[], cells: string[], style: TextOptions): void {
  const height = rowHeight(sheet, columns, cells, style);
  for (const { x, text, width, align } of cellsOf(sheet, columns, cells))
    sheet.text(text, x, sheet.y + 4, { ...style, width, align });
  sheet.y += height;
  rule(sheet);
}
