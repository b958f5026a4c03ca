/** Sketch of a parcel in a PDF: outline, north arrow, scale and overlaps. */
import type { Boundary } from '@ardhi/contract';
import {
  acresOf,
  type Bbox,
  type BoundaryGeometry,
  bboxOf,
  type Position,
  perimeterOf,
  type Shape,
  simplifyShape,
  toShape,
} from '@ardhi/geo';
import { colours, fonts, type Sheet } from '../../lib/documents/pdf.ts';
import { facts, heading } from '../../lib/documents/pdf-parts.ts';

const HEIGHT = 150;
const WIDTH = 230;
const PADDING = 14;
/** More vertices are indistinguishable on paper. */
const MAX_VERTICES = 1500;
const MIN_SHOWN_DIFFERENCE = 0.1;
const OVERLAP_FILL = '#e9a594';

export function drawBoundary(
  sheet: Sheet,
  boundary: Boundary,
  statedAcres: number,
  size: (acres: number) => string,
) {
  const { t } = sheet;
  heading(sheet, t('pdf.boundary'));
  sheet.ensureSpace(HEIGHT + 10);
  const top = sheet.y;
  drawSketch(sheet, boundary, sheet.left, top);

  const acres = acresOf(boundary.areaSquareMetres);
  const difference = statedAcres > 0 ? (acres - statedAcres) / statedAcres : 0;
  const open = boundary.overlaps.filter(({ status }) => status === 'open').length;
  const x = sheet.left + WIDTH + 24;
  const width = sheet.width - WIDTH - 24;
  sheet.y = top + 4;
  const perimeter = perimeterOf(toShape(boundary.geometry as BoundaryGeometry));
  sheet.y += facts(sheet, [[t('pdf.boundary-area'), size(acres)]], x, width);
  const lines = [
    t('pdf.boundary-length', { metres: sheet.number(perimeter, 0) }),
    ...(Math.abs(difference) > MIN_SHOWN_DIFFERENCE
      ? [t('pdf.boundary-difference', { percent: sheet.number(Math.abs(difference) * 100, 0) })]
      : []),
    ...(open > 0 ? [t('pdf.boundary-overlap', { count: open })] : []),
  ];
  for (const line of lines) sheet.y += sheet.text(line, x, sheet.y, { size: 9, width }) + 4;
  sheet.y = Math.max(sheet.y, top + HEIGHT) + 6;
}

function drawSketch(sheet: Sheet, boundary: Boundary, left: number, top: number): void {
  const { doc } = sheet;
  const shape = simplifyShape(toShape(boundary.geometry as BoundaryGeometry), MAX_VERTICES);
  const frame = fit(bboxOf(shape), left, top);
  doc.roundedRect(left, top, WIDTH, HEIGHT, 5).fill(colours.paper);
  doc.save();
  doc.roundedRect(left, top, WIDTH, HEIGHT, 5).clip();
  trace(doc, shape, frame.place);
  doc.fillColor('#dcebe1').fill('even-odd');
  for (const { geometry, status } of boundary.overlaps) {
    if (status !== 'open' || !geometry) continue;
    trace(doc, toShape(geometry as BoundaryGeometry), frame.place);
    doc.fillColor(OVERLAP_FILL).fill('even-odd');
  }
  trace(doc, shape, frame.place);
  doc.lineWidth(1.2).lineJoin('round').strokeColor(colours.primary).stroke();
  for (const { stretch, status } of boundary.overlaps) {
    if (status !== 'open') continue;
    for (const line of stretch)
      drawLine(
        doc,
        line.map((position) => frame.place(position as Position)),
      );
  }
  doc.restore();
  drawNorth(sheet, left + WIDTH - 20, top + 12);
  drawScale(sheet, frame.pointsPerMetre, left + 12, top + HEIGHT - 12);
}

/** Equirectangular projection, accurate enough for a drawing at these latitudes. */
function fit({ west, south, east, north }: Bbox, left: number, top: number) {
  const middle: Position = [(west + east) / 2, (south + north) / 2];
  const metresPerDegree: Position = [111_320 * Math.cos((middle[1] * Math.PI) / 180), 110_574];
  const wide = Math.max(1, (east - west) * metresPerDegree[0]);
  const high = Math.max(1, (north - south) * metresPerDegree[1]);
  const pointsPerMetre = Math.min((WIDTH - 2 * PADDING - 24) / wide, (HEIGHT - 2 * PADDING - 16) / high);
  const place = ([lon, lat]: Position): Position => [
    left + WIDTH / 2 + (lon - middle[0]) * metresPerDegree[0] * pointsPerMetre,
    top + (HEIGHT - 14) / 2 - (lat - middle[1]) * metresPerDegree[1] * pointsPerMetre,
  ];
  return { pointsPerMetre, place };
}

function trace(doc: PDFKit.PDFDocument, shape: Shape, place: (position: Position) => Position): void {
  for (const ring of shape.flat()) {
    for (const [index, position] of ring.entries()) {
      const [x, y] = place(position);
      if (index === 0) doc.moveTo(x, y);
      else doc.lineTo(x, y);
    }
    doc.closePath();
  }
}

function drawLine(doc: PDFKit.PDFDocument, [start, ...others]: Position[]): void {
  doc.moveTo(...start!);
  for (const position of others) doc.lineTo(...position);
  doc.lineWidth(3).lineCap('round').strokeColor(OVERLAP_FILL).stroke();
}

function drawNorth(sheet: Sheet, x: number, y: number): void {
  const { doc, t } = sheet;
  doc
    .moveTo(x, y)
    .lineTo(x + 4, y + 12)
    .lineTo(x, y + 9)
    .lineTo(x - 4, y + 12)
    .closePath()
    .fill(colours.ink);
  sheet.text(t('pdf.north'), x - 6, y + 14, { size: 7.5, font: fonts.bold, width: 12, align: 'center' });
}

function drawScale(sheet: Sheet, pointsPerMetre: number, x: number, y: number): void {
  const { doc, t } = sheet;
  const metres = roundLength(60 / pointsPerMetre);
  const length = metres * pointsPerMetre;
  doc
    .moveTo(x, y - 4)
    .lineTo(x, y)
    .lineTo(x + length, y)
    .lineTo(x + length, y - 4)
    .lineWidth(0.8)
    .strokeColor(colours.ink)
    .stroke();
  sheet.text(t('pdf.scale', { metres: sheet.number(metres, 0) }), x + length + 5, y - 7, {
    size: 7.5,
    colour: colours.muted,
  });
}

/** Rounds down to 1, 2 or 5 times a power of ten. */
function roundLength(metres: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, metres)));
  const step = [5, 2, 1].find((factor) => factor * power <= metres) ?? 1;
  return step * power;
}
