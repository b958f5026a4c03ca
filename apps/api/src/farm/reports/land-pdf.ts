import type { ScoreResult } from '@ardhi/agronomy';
import type { Boundary, Language, ParcelReport } from '@ardhi/contract';
import { dateInNairobi } from '@ardhi/contract/dates';
import { HECTARES_PER_ACRE } from '@ardhi/contract/units';
import { colours, fonts, type Sheet, scoreColour } from '../../lib/documents/pdf.ts';
import { facts, heading, paragraph, statTiles, table } from '../../lib/documents/pdf-parts.ts';
import type { MessageKey } from '../../lib/text/i18n.ts';
import type { WholeParcel } from '../land/columns.ts';
import { presentParcel } from '../land/present.ts';
import { drawBoundary } from './boundary-sketch.ts';
import { bandLabel, drawComponents, drawOmittedCount, labelsOf, reportPdf } from './report-parts.ts';

const MAX_PAGES = 2;

export function landReportPdf(
  language: Language,
  parcel: WholeParcel,
  report: ParcelReport,
  result: ScoreResult,
  boundary: Boundary | undefined,
): Promise<Buffer> {
  return reportPdf(language, 'pdf.land.title', report.reportDate, (sheet) => {
    const { t } = sheet;
    drawParcel(sheet, parcel, report);
    const amountIn = (unit: 'pdf.litres' | 'pdf.kilograms', amount: number) =>
      t(unit, { amount: sheet.number(amount) });
    statTiles(sheet, [
      { label: t('pdf.total-water'), value: amountIn('pdf.litres', report.totalWaterUsed) },
      { label: t('pdf.total-fertilizer'), value: amountIn('pdf.kilograms', report.totalFertilizerUsed) },
      { label: t('pdf.total-pesticide'), value: amountIn('pdf.kilograms', report.totalPesticideUsed) },
    ]);
    if (boundary) drawBoundary(sheet, boundary, parcel.size_acres, (acres) => sizeLabel(sheet, acres));
    drawComponents(sheet, result.components);
    drawActions(sheet, result);
    drawCrops(sheet, parcel, report);
  });
}

/** Draws the facts on the left and the score on the right. */
function drawParcel(sheet: Sheet, parcel: WholeParcel, report: ParcelReport): void {
  const { t, left, width } = sheet;
  const scoreWidth = 170;
  sheet.y += sheet.text(parcel.name, left, sheet.y, {
    font: fonts.serif,
    size: 22,
    width: width - scoreWidth - 20,
  });
  sheet.y += 8;
  const top = sheet.y;
  const place = [parcel.county, parcel.region && t(`region.${parcel.region}`)].filter(Boolean).join(', ');
  const height = facts(
    sheet,
    [
      [t('pdf.farmer'), report.farmer.name],
      [t('pdf.email'), report.farmer.email],
      [t('pdf.address'), parcel.address ?? t('pdf.not-specified')],
      [t('pdf.county'), place || t('pdf.not-specified')],
      [t('pdf.size'), sizeLabel(sheet, parcel.size_acres)],
      [t('pdf.soil'), t(`soil.${parcel.soil_type}` as MessageKey)],
      [t('pdf.registered'), sheet.date(dateInNairobi(new Date(parcel.created_at)))],
    ],
    left,
    width - scoreWidth - 24,
  );
  const scoreHeight = drawScore(sheet, parcel, left + width - scoreWidth, top - 34, scoreWidth);
  sheet.y = Math.max(top + height, top - 34 + scoreHeight) + 10;
}

function drawScore(sheet: Sheet, parcel: WholeParcel, x: number, y: number, width: number): number {
  const { doc, t } = sheet;
  const { sustainabilityScore, score } = presentParcel(parcel);
  const isInitial = score.status === 'initial';
  const height = 132;
  doc.roundedRect(x, y, width, height, 5).fill(colours.paper);
  doc.rect(x, y + 8, 3.5, height - 16).fill(isInitial ? colours.grey : scoreColour(sustainabilityScore));
  const inside = { width: width - 28 };
  sheet.text(t('pdf.score'), x + 16, y + 12, { size: 8.5, colour: colours.muted, ...inside });
  sheet.text(`${sustainabilityScore}%`, x + 16, y + 25, {
    font: fonts.serif,
    size: 34,
    colour: isInitial ? colours.muted : colours.ink,
    ...inside,
  });
  sheet.text(bandLabel(sheet, score), x + 16, y + 64, { font: fonts.bold, size: 9.5, ...inside });
  sheet.text(t('pdf.confidence', { percent: score.confidence }), x + 16, y + 79, { size: 8.5, ...inside });
  sheet.text(
    isInitial
      ? t('pdf.initial-note')
      : t('pdf.score-note', { date: sheet.date(parcel.score_as_of), version: parcel.score_version }),
    x + 16,
    y + 93,
    { size: 7, colour: colours.muted, ...inside },
  );
  return height;
}

export function sizeLabel({ t, number }: Sheet, acres: number): string {
  return t('pdf.acres', { acres: number(acres, 2), hectares: number(acres * HECTARES_PER_ACRE, 2) });
}

function drawActions(sheet: Sheet, result: ScoreResult): void {
  if (result.actions.length === 0) return;
  const { t, left, width } = sheet;
  heading(sheet, t('pdf.actions'), t('score.actionsNote'));
  for (const action of result.actions) {
    const { title, text } = labelsOf(sheet).action(action);
    sheet.ensureSpace(sheet.heightOf(text, { width: width - 90 }) + 18);
    sheet.text(t('pdf.points', { points: sheet.number(action.gainPoints) }), left, sheet.y, {
      font: fonts.bold,
      colour: colours.primary,
      width: 84,
    });
    sheet.y += sheet.text(title, left + 90, sheet.y, { font: fonts.bold, width: width - 90 });
    sheet.y += sheet.text(text, left + 90, sheet.y, { size: 9, width: width - 90 }) + 6;
  }
}

function drawCrops(sheet: Sheet, parcel: WholeParcel, report: ParcelReport): void {
  const { t } = sheet;
  heading(sheet, t('pdf.crops'));
  if (report.crops.length === 0) {
    paragraph(sheet, t('pdf.no-crops'));
    return;
  }
  const rows = report.crops
    .toReversed()
    .map((crop) => [
      crop.name,
      sheet.date(crop.plantingDate),
      sheet.date(crop.harvestDate),
      crop.yieldConfirmed
        ? sheet.number(crop.yield, 2, 1)
        : `${sheet.number(crop.yield, 2, 1)} (${t('pdf.expected')})`,
    ]);
  const leftOut = table(
    sheet,
    [
      { title: t('pdf.crop'), share: 0.34 },
      { title: t('pdf.planting-date'), share: 0.22 },
      { title: t('pdf.harvest-date'), share: 0.22 },
      { title: t('pdf.yield'), share: 0.22, align: 'right' },
    ],
    rows,
    MAX_PAGES,
  );
  drawOmittedCount(sheet, leftOut + parcel.crop_count - rows.length);
}
