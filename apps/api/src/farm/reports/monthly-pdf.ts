import type { Language, MonthlyReport, MonthlyUse } from '@ardhi/contract';
import { fonts, type Sheet } from '../../lib/documents/pdf.ts';
import { heading, paragraph, statTiles, table } from '../../lib/documents/pdf-parts.ts';
import type { MessageKey } from '../../lib/text/i18n.ts';
import { sizeLabel } from './land-pdf.ts';
import { bandLabel, drawOmittedCount, reportPdf } from './report-parts.ts';

const MAX_PAGES = 4;

export function monthlyReportPdf(language: Language, report: MonthlyReport): Promise<Buffer> {
  return reportPdf(language, 'pdf.monthly.title', report.reportDate, (sheet) => {
    drawTitle(sheet, report);
    drawTotals(sheet, report);
    drawParcels(sheet, report);
    drawCrops(sheet, report);
  });
}

function drawTitle(sheet: Sheet, report: MonthlyReport): void {
  const { t, left, width } = sheet;
  const title = `${sheet.date(report.from)} – ${sheet.date(report.to)}`;
  sheet.y += sheet.text(title, left, sheet.y, { font: fonts.serif, size: 18, width }) + 3;
  const farmerLine = `${t('pdf.farmer')}: ${report.farmer.name} (${report.farmer.email})`;
  sheet.y += sheet.text(farmerLine, left, sheet.y, { width }) + 10;
  statTiles(sheet, [
    { label: t('pdf.parcels'), value: sheet.number(report.landCount) },
    { label: t('pdf.total-area'), value: sizeLabel(sheet, report.totalSize) },
    { label: t('pdf.records'), value: sheet.number(report.total.recordCount) },
  ]);
}

const lines: [keyof MonthlyUse, MessageKey][] = [
  ['totalWaterUsed', 'pdf.water'],
  ['totalFertilizerUsed', 'pdf.fertilizer'],
  ['totalPesticideUsed', 'pdf.pesticide'],
  ['cropsPlanted', 'pdf.planted'],
  ['cropsHarvested', 'pdf.harvested'],
  ['recordCount', 'pdf.records'],
];

function drawTotals(sheet: Sheet, report: MonthlyReport): void {
  const { t } = sheet;
  heading(sheet, t('pdf.figures'));
  table(
    sheet,
    [
      { title: '', share: 0.5 },
      { title: t('pdf.this-month'), share: 0.25, align: 'right' },
      { title: t('pdf.previous-month'), share: 0.25, align: 'right' },
    ],
    lines.map(([key, label]) => [
      t(label),
      sheet.number(report.total[key]),
      sheet.number(report.previousMonth[key]),
    ]),
    MAX_PAGES,
  );
}

function drawParcels(sheet: Sheet, report: MonthlyReport): void {
  const { t } = sheet;
  heading(sheet, t('pdf.by-parcel'));
  if (report.lands.length === 0) {
    paragraph(sheet, t('pdf.no-lands'));
    return;
  }
  const leftOut = table(
    sheet,
    [
      { title: t('pdf.land'), share: 0.25 },
      { title: t('pdf.score-short'), share: 0.27 },
      { title: t('pdf.water'), share: 0.16, align: 'right' },
      { title: t('pdf.fertilizer'), share: 0.16, align: 'right' },
      { title: t('pdf.pesticide'), share: 0.16, align: 'right' },
    ],
    report.lands.map((parcel) => [
      parcel.name,
      `${parcel.sustainabilityScore}%, ${bandLabel(sheet, parcel.score)}`,
      sheet.number(parcel.totalWaterUsed),
      sheet.number(parcel.totalFertilizerUsed),
      sheet.number(parcel.totalPesticideUsed),
    ]),
    MAX_PAGES,
  );
  drawOmittedCount(sheet, leftOut + report.landCount - report.lands.length);
}

function drawCrops(sheet: Sheet, report: MonthlyReport): void {
  const { t } = sheet;
  const events = report.lands.flatMap(({ name, planted, harvested }) => [
    ...planted.map((crop) => ({ date: crop.plantingDate, row: [t('pdf.planted'), crop.name, name, ''] })),
    ...harvested.map((crop) => ({
      date: crop.harvestDate,
      row: [t('pdf.harvested'), crop.name, name, sheet.number(crop.yield, 2, 1)],
    })),
  ]);
  if (events.length === 0) return;
  heading(sheet, t('pdf.crops-of-month'));
  const leftOut = table(
    sheet,
    [
      { title: t('pdf.date'), share: 0.2 },
      { title: t('pdf.event'), share: 0.24 },
      { title: t('pdf.crop'), share: 0.22 },
      { title: t('pdf.land'), share: 0.2 },
      { title: t('pdf.yield'), share: 0.14, align: 'right' },
    ],
    events
      .sort((left, right) => (left.date < right.date ? -1 : 1))
      .map(({ date, row }) => [sheet.date(date), ...row]),
    MAX_PAGES,
  );
  drawOmittedCount(sheet, leftOut);
}
