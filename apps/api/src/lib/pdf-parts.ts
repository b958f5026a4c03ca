/** What documents are put together from. Each part draws at the sheet's `y` and moves it down. */
import { colours, fonts, type Sheet, scoreColour } from './pdf.ts';

export function heading(sheet: Sheet, text: string, note?: string): void {
  sheet.room(60);
  sheet.y += 10;
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
  sheet.room(sheet.heightOf(text, { width: sheet.width }) + 6);
  sheet.y += sheet.text(text, sheet.left, sheet.y, { width: sheet.width, colour }) + 4;
}

/** Label and value in two columns of their own, within `width`. Returns the height. */
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

/** A few figures side by side between two rules. */
export function figures(sheet: Sheet, entries: { label: string; value: string }[]): void {
  sheet.room(52);
  const { doc, left, width } = sheet;
  const column = width / entries.length;
  rule(sheet);
  for (const [index, { label, value }] of entries.entries()) {
    const x = left + index * column;
    sheet.text(label, x + (index ? 10 : 0), sheet.y + 8, {
      size: 8,
      colour: colours.muted,
      width: column - 14,
      oneLine: true,
    });
    sheet.text(value, x + (index ? 10 : 0), sheet.y + 20, {
      font: fonts.serif,
      size: 15,
      width: column - 14,
      oneLine: true,
    });
    if (index)
      doc
        .moveTo(x, sheet.y + 8)
        .lineTo(x, sheet.y + 38)
        .lineWidth(0.5)
        .strokeColor(colours.line)
        .stroke();
  }
  sheet.y += 46;
  rule(sheet);
  sheet.y += 4;
}

function rule({ doc, left, width, y }: Sheet): void {
  doc
    .moveTo(left, y)
    .lineTo(left + width, y)
    .lineWidth(0.5)
    .strokeColor(colours.line)
    .stroke();
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
    sheet.room(17);
    sheet.text(label, left, sheet.y, { width: 112, oneLine: true });
    sheet.text(note, left + 114, sheet.y + 1, {
      size: 7.5,
      colour: colours.muted,
      width: 60,
      oneLine: true,
    });
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

const ROW = 17;

/** Draws the rows that fit on `pages` pages in all, and returns how many did not. */
export function table(sheet: Sheet, columns: Column[], rows: string[][], pages: number): number {
  sheet.room(3 * ROW);
  drawRow(
    sheet,
    columns,
    columns.map(({ title }) => title),
    true,
  );
  for (const [index, row] of rows.entries()) {
    // The line that says how many are left out must fit as well.
    if (sheet.y + 2 * ROW > sheet.bottom) {
      if (sheet.doc.bufferedPageRange().count >= pages) return rows.length - index;
      sheet.room(2 * ROW + 1);
      drawRow(
        sheet,
        columns,
        columns.map(({ title }) => title),
        true,
      );
    }
    drawRow(sheet, columns, row, false);
  }
  return 0;
}

function drawRow(sheet: Sheet, columns: Column[], cells: string[], head: boolean): void {
  let x = sheet.left;
  for (const [index, { share, align }] of columns.entries()) {
    const width = sheet.width * share;
    sheet.text(cells[index] ?? '', x, sheet.y + 4, {
      size: head ? 8 : 9,
      font: head ? fonts.bold : fonts.sans,
      colour: head ? colours.muted : colours.ink,
      width: width - 8,
      align,
      oneLine: true,
    });
    x += width;
  }
  sheet.y += ROW;
  rule(sheet);
}
