/** Common PDF layout of all documents. pdfkit is loaded at first use. */
import type { Language } from '@ardhi/contract';
import { type Translate, translator } from '../text/i18n.ts';
import { type DocumentFormat, documentFormat } from './document-language.ts';

export const colours = {
  ink: '#1c1f1a',
  muted: '#5b6155',
  line: '#d9d3c5',
  paper: '#faf8f3',
  primary: '#1f5d3a',
  grey: '#c9c6bd',
};

/** The colours of a score, brown to teal, by the buckets 0-20, 21-40, 41-60, 61-80, 81-100 of the number as displayed. */
const scoreRamp = ['#a6611a', '#dfc27d', '#b9b48f', '#5fb5a8', '#01665e'];
export const scoreColour = (score: number) => scoreRamp[Math.max(0, Math.ceil(Math.round(score) / 20) - 1)]!;

const MARGIN = 48;
const FOOT = 54;
const LINE_GAP = 1.5;
export const fonts = { serif: 'Times-Bold', sans: 'Helvetica', bold: 'Helvetica-Bold' };

export interface TextOptions {
  size?: number;
  font?: string;
  colour?: string;
  width?: number;
  align?: 'left' | 'right' | 'center';
  /** Cut with an ellipsis after this many lines. */
  lines?: number;
}

/** Document while it is being drawn. `y` is the position of the next part. */
export interface Sheet extends DocumentFormat {
  doc: PDFKit.PDFDocument;
  t: Translate;
  left: number;
  width: number;
  y: number;
  /** Top of the page footer. */
  bottom: number;
  /** Draws a text and returns its height. */
  text(text: string, x: number, y: number, options?: TextOptions): number;
  heightOf(text: string, options?: TextOptions): number;
  /** Starts a new page when less than `height` is left on this one. */
  ensureSpace(height: number): void;
  newPage(): void;
}

export interface PdfOptions {
  language: Language;
  title: string;
  /** Beside the title: `Report date 15 November 2026`. */
  aside: string[];
  foot: string;
}

export async function makePdf(
  options: PdfOptions,
  draw: (sheet: Sheet) => void | Promise<void>,
): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit');
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 0 },
    bufferPages: true,
    lang: options.language,
    displayTitle: true,
    info: { Title: printable(options.title), Author: 'Ardhi', Creator: 'Ardhi' },
  });
  const pieces: Buffer[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (piece: Buffer) => pieces.push(piece));
    doc.on('end', () => resolve(Buffer.concat(pieces)));
    doc.on('error', reject);
  });
  const sheet = newSheet(doc, options.language);
  drawHead(sheet, options);
  await draw(sheet);
  drawFooters(sheet, options);
  doc.end();
  return finished;
}

function newSheet(doc: PDFKit.PDFDocument, language: Language): Sheet {
  const t = translator(language);
  const apply = ({ size = 9.5, font = fonts.sans, colour = colours.ink }: TextOptions) =>
    doc.font(font).fontSize(size).fillColor(colour);
  const layout = ({ width, align = 'left', lines }: TextOptions) => ({
    width,
    align,
    lineGap: LINE_GAP,
    lineBreak: width !== undefined,
    // The font is applied already, so its line height is known.
    ...(lines ? { height: lines * (doc.currentLineHeight(true) + LINE_GAP), ellipsis: '…' } : {}),
  });
  const sheet: Sheet = {
    doc,
    t,
    left: MARGIN,
    width: doc.page.width - 2 * MARGIN,
    y: MARGIN,
    bottom: doc.page.height - FOOT,
    ...documentFormat(language),
    text(text, x, y, style = {}) {
      const shown = printable(text);
      apply(style).text(shown, x, y, layout(style));
      return sheet.heightOf(text, style);
    },
    heightOf(text, style = {}) {
      const height = apply(style).heightOfString(printable(text), { ...layout(style), height: undefined });
      const maxHeight = (style.lines ?? Number.POSITIVE_INFINITY) * (doc.currentLineHeight(true) + LINE_GAP);
      return Math.min(height, maxHeight);
    },
    ensureSpace(height) {
      if (sheet.y + height > sheet.bottom) sheet.newPage();
    },
    newPage() {
      doc.addPage();
      sheet.y = MARGIN;
    },
  };
  return sheet;
}

function drawHead(sheet: Sheet, { title, aside }: PdfOptions): void {
  const { doc, left, width, t } = sheet;
  drawLogo(doc, left, MARGIN - 4, 30);
  sheet.text('Ardhi', left + 40, MARGIN - 3, { font: fonts.serif, size: 17 });
  sheet.text(t('pdf.tagline'), left + 40, MARGIN + 15, { size: 7.5, colour: colours.muted });
  const atRight = { width: width / 2, align: 'right' } as const;
  const middle = left + width / 2;
  sheet.text(title, middle, MARGIN - 3, { ...atRight, font: fonts.serif, size: 15, colour: colours.primary });
  sheet.text(aside.join('  ·  '), middle, MARGIN + 15, { ...atRight, size: 8, colour: colours.muted });
  drawLine(doc, [left, MARGIN + 34], [left + width, MARGIN + 34], 1.2, colours.primary);
  sheet.y = MARGIN + 50;
}

type Point = [x: number, y: number];

export function drawLine(
  doc: PDFKit.PDFDocument,
  from: Point,
  to: Point,
  width = 0.5,
  colour = colours.line,
) {
  doc
    .moveTo(...from)
    .lineTo(...to)
    .lineWidth(width)
    .strokeColor(colour)
    .stroke();
}

/** Same logo as in the web app: three ridges on green. */
function drawLogo(doc: PDFKit.PDFDocument, x: number, y: number, size: number): void {
  doc
    .save()
    .translate(x, y)
    .scale(size / 32);
  doc.roundedRect(0, 0, 32, 32, 7).fill(colours.primary);
  const ridges: [string, number][] = [
    ['M5 23c5-1 6-9 11.5-9S23 20 27 19', 1],
    ['M5 17.5c4-1 6-8 11.5-8S24 14.5 27 13.5', 0.75],
    ['M5 27.5c6 0 7-8 11.5-8S22 25 27 24.5', 0.5],
  ];
  doc.lineWidth(2).lineCap('round');
  for (const [path, opacity] of ridges) doc.path(path).strokeOpacity(opacity).stroke('#ffffff');
  doc.strokeOpacity(1).restore();
}

function drawFooters(sheet: Sheet, { foot }: PdfOptions): void {
  const { doc, left, width, t } = sheet;
  const { count } = doc.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(index);
    const y = doc.page.height - FOOT + 20;
    drawLine(doc, [left, y - 7], [left + width, y - 7]);
    const style = { size: 7.5, colour: colours.muted };
    const page = t('pdf.page', { page: index + 1, pages: count });
    sheet.text(foot, left, y, { ...style, width: width * 0.75, lines: 1 });
    sheet.text(page, left + width * 0.75, y, { ...style, width: width * 0.25, align: 'right' });
  }
}

const unprintable = /[^\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu;

/**
 * The standard PDF fonts contain only Western European letters. Other letters lose their diacritics (Wanjikũ becomes
 * Wanjiku); the rest become question marks.
 */
export function printable(text: string): string {
  return text.replace(/\s+/g, ' ').replace(unprintable, (letter) => {
    const plain = letter.normalize('NFD').replace(/\p{M}/gu, '');
    return plain.replace(unprintable, '?');
  });
}
