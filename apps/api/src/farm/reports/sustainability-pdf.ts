import type { Language, SustainabilityReport } from '@ardhi/contract';
import { fonts, type Sheet } from '../../lib/documents/pdf.ts';
import { heading, paragraph, statTiles, table } from '../../lib/documents/pdf-parts.ts';
import { bandLabel, drawComponents, drawOmittedCount, labelsOf, reportPdf } from './report-parts.ts';

const MAX_PAGES = 4;

type ReportedParcel = SustainabilityReport['lands'][number];

export function sustainabilityReportPdf(language: Language, report: SustainabilityReport): Promise<Buffer> {
  return reportPdf(language, 'pdf.sustainability.title', report.reportDate, (sheet) => {
    drawTitle(sheet, report);
    if (report.lands.length === 0) return paragraph(sheet, sheet.t('pdf.no-lands'));
    drawComponents(sheet, report.components);
    drawParcels(sheet, report);
  });
}

function drawTitle(sheet: Sheet, report: SustainabilityReport): void {
  const { t, left, width } = sheet;
  sheet.y += sheet.text(report.farmer.name, left, sheet.y, { font: fonts.serif, size: 18, width }) + 3;
  sheet.y += sheet.text(report.farmer.email, left, sheet.y, { width }) + 10;
  const percent = (value: number | null) => (value === null ? t('pdf.none') : `${sheet.number(value)}%`);
  statTiles(sheet, [
    { label: t('pdf.average'), value: percent(report.averageScore) },
    { label: t('pdf.area-weighted'), value: percent(report.areaWeightedScore) },
    {
      label: t('pdf.assessed'),
      value: t('pdf.of', { part: report.assessedCount, whole: report.landCount }),
    },
    { label: t('pdf.confidence-short'), value: percent(report.averageConfidence) },
  ]);
}

function drawParcels(sheet: Sheet, report: SustainabilityReport): void {
  const { t } = sheet;
  heading(sheet, t('pdf.by-parcel'));
  const leftOut = table(
    sheet,
    [
      { title: t('pdf.land'), share: 0.19 },
      { title: t('pdf.score-short'), share: 0.24 },
      { title: t('pdf.confidence-short'), share: 0.1, align: 'right' },
      { title: t('pdf.year-change'), share: 0.11, align: 'right' },
      { title: t('pdf.best-step'), share: 0.36 },
    ],
    report.lands.map((parcel) => [
      parcel.name,
      `${parcel.sustainabilityScore}%, ${bandLabel(sheet, parcel.score)}`,
      `${parcel.score.confidence}%`,
      parcel.yearChange === null ? '–' : signed(parcel.yearChange),
      bestStep(sheet, parcel),
    ]),
    MAX_PAGES,
  );
  drawOmittedCount(sheet, leftOut + report.landCount - report.lands.length);
}

function bestStep(sheet: Sheet, { actions, nextEvidence }: ReportedParcel): string {
  const labels = labelsOf(sheet);
  const [best] = actions;
  if (best) {
    const points = sheet.t('pdf.points', { points: sheet.number(best.gainPoints) });
    return `${labels.action(best).title} (${points})`;
  }
  return nextEvidence ? labels.next(nextEvidence) : '–';
}

const signed = (value: number) => (value > 0 ? `+${value}` : value < 0 ? `–${-value}` : '0');
