/** PDF report of the analytics of a period and region. */
import { bandOf } from '@ardhi/agronomy';
import type { Analytics, Language, Metrics } from '@ardhi/contract';
import { dateInNairobi, TIME_ZONE } from '@ardhi/contract/dates';
import { colours, fonts, makePdf, type Sheet, scoreColour } from '../../lib/documents/pdf.ts';
import { type Column, heading, paragraph, statTiles, table } from '../../lib/documents/pdf-parts.ts';
import { type MessageKey, translator } from '../../lib/text/i18n.ts';
import { bucketsOf } from './csv.ts';
import { changeOf } from './present.ts';

const MAX_PAGES = 6;

export function analyticsPdf(language: Language, data: Analytics): Promise<Buffer> {
  const t = translator(language);
  const day = new Intl.DateTimeFormat(language === 'sw' ? 'sw-KE' : 'en-KE', {
    dateStyle: 'long',
    timeZone: TIME_ZONE,
  }).format(new Date(data.asOf));
  return makePdf(
    {
      language,
      title: t('analytics.report'),
      aside: [data.county ?? t(`analytics.region.${data.region}`), day],
      foot: t('analytics.foot', { date: day }),
    },
    (sheet) => {
      drawTitle(sheet, data);
      drawScores(sheet, data);
      drawSoils(sheet, data);
      drawRegions(sheet, data);
      drawTrends(sheet, data);
      drawWork(sheet, data);
      drawPolicies(sheet, data);
      drawCounties(sheet, data);
    },
  );
}

const percent = (sheet: Sheet, value: number | null) =>
  value === null ? '–' : `${sheet.number(Math.round(value))}%`;

function drawTitle(sheet: Sheet, data: Analytics): void {
  const { t, left, width } = sheet;
  const title = `${sheet.date(data.from)} – ${sheet.date(data.to)}`;
  sheet.y += sheet.text(title, left, sheet.y, { font: fonts.serif, size: 18, width }) + 8;
  const tile = (metric: keyof Metrics, key: MessageKey, value: string) => {
    const change = changeOf(data, metric);
    return { label: t(key), value, note: change ? changeText(sheet, data, change) : undefined };
  };
  statTiles(sheet, [
    tile('totalFarmers', 'analytics.total-farmers', sheet.number(data.totalFarmers)),
    tile('totalLands', 'analytics.total-lands', sheet.number(data.totalLands)),
    tile(
      'totalLandArea',
      'analytics.total-area',
      `${sheet.number(data.totalLandArea)} ${t('analytics.acres')}`,
    ),
    tile('sustainabilityScore', 'analytics.average', percent(sheet, data.sustainabilityScore)),
  ]);
  statTiles(sheet, [
    tile('landUsage', 'analytics.land-usage', percent(sheet, data.landUsage)),
    tile('equipmentEfficiency', 'analytics.equipment', percent(sheet, data.equipmentEfficiency)),
    tile('subsidyUtilization', 'analytics.subsidy', percent(sheet, data.subsidyUtilization)),
    tile('areaWeightedScore', 'analytics.weighted', percent(sheet, data.areaWeightedScore)),
  ]);
  const money = (amount: number) => sheet.number(amount, 2);
  paragraph(
    sheet,
    [
      t('analytics.machines-note', {
        active: sheet.number(data.activeMachines),
        count: sheet.number(data.machines),
      }),
      t('analytics.subsidy-note', {
        approved: money(data.approvedAmount),
        requested: money(data.requestedAmount),
        undecided: money(data.undecidedAmount),
      }),
    ].join('. '),
  );
}

function changeText(
  sheet: Sheet,
  data: Analytics,
  { by, unit }: { by: number; unit: '%' | 'points' },
): string {
  const amount = `${by > 0 ? '+' : ''}${sheet.number(by)}${unit === '%' ? '%' : ` ${sheet.t('analytics.points')}`}`;
  return sheet.t('analytics.change-since', { amount, date: sheet.date(data.previous!.date) });
}

const BAR_HEIGHT = 90;

function drawScores(sheet: Sheet, data: Analytics): void {
  const { t, doc, left, width } = sheet;
  heading(
    sheet,
    t('analytics.scores'),
    t('analytics.assessed-of', {
      assessed: sheet.number(data.assessedLands),
      count: sheet.number(data.totalLands),
    }),
  );
  if (data.totalLands === 0) {
    paragraph(sheet, t('analytics.no-scores'));
    return;
  }
  sheet.ensureSpace(BAR_HEIGHT + 34);
  const buckets = bucketsOf(data);
  const most = Math.max(...buckets.map(({ count }) => count));
  const column = width / buckets.length;
  const floor = sheet.y + BAR_HEIGHT + 14;
  for (const [index, { label, lowest, highest, count }] of buckets.entries()) {
    const height = (count / most) * BAR_HEIGHT;
    const x = left + index * column;
    doc.rect(x + 8, floor - height, column - 16, height).fill(scoreColour(lowest || 1));
    if (lowest === UNASSESSED_BUCKET)
      drawUnassessed(
        doc,
        x + 8,
        floor,
        column - 16,
        ((data.totalLands - data.assessedLands) / most) * BAR_HEIGHT,
      );
    sheet.text(sheet.number(count), x, floor - height - 12, {
      size: 9,
      font: fonts.bold,
      width: column,
      align: 'center',
    });
    const word = t(`pdf.score.band.${bandOf(highest)}`);
    sheet.text(`${label} ${word}`, x, floor + 4, { size: 8.5, width: column, align: 'center' });
  }
  sheet.y = floor + 20;
}

/** Unassessed parcels have the placeholder score 50, which is in this bucket. */
const UNASSESSED_BUCKET = 41;
const HATCH_GAP = 5;

/** Grey and hatched, as on screen. */
function drawUnassessed(
  doc: PDFKit.PDFDocument,
  x: number,
  floor: number,
  width: number,
  height: number,
): void {
  if (height <= 0) return;
  doc.rect(x, floor - height, width, height).fill(colours.grey);
  doc
    .save()
    .rect(x, floor - height, width, height)
    .clip();
  for (let from = -height; from < width; from += HATCH_GAP)
    doc.moveTo(x + from, floor).lineTo(x + from + height, floor - height);
  doc.lineWidth(1).strokeColor('#ffffff').stroke().restore();
}

/** A table under its heading, left out if it has no rows. */
function drawTable(
  sheet: Sheet,
  title: string,
  note: string | undefined,
  columns: Column[],
  rows: string[][],
) {
  if (rows.length === 0) return;
  heading(sheet, title, note);
  table(sheet, columns, rows, MAX_PAGES);
}

function drawSoils(sheet: Sheet, data: Analytics): void {
  const { t } = sheet;
  const columns: Column[] = [
    { title: t('analytics.soil'), share: 0.5 },
    { title: t('analytics.parcels'), share: 0.25, align: 'right' },
    { title: t('analytics.total-area'), share: 0.25, align: 'right' },
  ];
  const rows = data.soilDistribution.map(({ _id, count, area }) => [
    t(`analytics.soil.${_id}`),
    sheet.number(count),
    sheet.number(area),
  ]);
  drawTable(sheet, t('analytics.soils'), undefined, columns, rows);
}

function drawRegions(sheet: Sheet, data: Analytics): void {
  const { t } = sheet;
  const columns: Column[] = [
    { title: t('analytics.region'), share: 0.24 },
    { title: t('analytics.total-farmers'), share: 0.19, align: 'right' },
    { title: t('analytics.total-lands'), share: 0.19, align: 'right' },
    { title: t('analytics.mean-compared'), share: 0.19, align: 'right' },
    { title: t('analytics.compared'), share: 0.19, align: 'right' },
  ];
  const rows = data.regions.map((row) => [
    t(`analytics.region.${row.region}`),
    sheet.number(row.farmers),
    sheet.number(row.lands),
    percent(sheet, row.score),
    sheet.number(row.comparedLands),
  ]);
  drawTable(sheet, t('analytics.regions'), t('analytics.comparison-note'), columns, rows);
}

function drawTrends(sheet: Sheet, data: Analytics): void {
  const { t } = sheet;
  const regions = [...new Set(data.trends.map(({ region }) => region))];
  const dates = [...new Set(data.trends.map(({ date }) => date))];
  const columns: Column[] = [
    { title: t('analytics.date'), share: 0.25 },
    ...regions.map((region) => ({
      title: data.county ?? t(`analytics.region.${region}`),
      share: 0.75 / regions.length,
      align: 'right' as const,
    })),
  ];
  const rows = dates.map((date) => [
    sheet.date(date),
    ...regions.map((region) => {
      const point = data.trends.find((one) => one.date === date && one.region === region);
      return point ? `${percent(sheet, point.score)} (${sheet.number(point.lands)})` : '–';
    }),
  ]);
  drawTable(sheet, t('analytics.trends'), t('analytics.trends-note'), columns, rows);
}

function drawWork(sheet: Sheet, data: Analytics): void {
  const { t } = sheet;
  const columns: Column[] = [
    { title: t('analytics.county'), share: 0.3 },
    { title: t('analytics.work'), share: 0.5 },
    { title: t('analytics.csv.value'), share: 0.2, align: 'right' },
  ];
  const rows = data.recommendations.map(({ kind, county, count }) => [
    county,
    t(`analytics.work.${kind}`),
    sheet.number(count),
  ]);
  drawTable(sheet, t('analytics.work'), undefined, columns, rows);
}

function drawPolicies(sheet: Sheet, data: Analytics): void {
  const { t } = sheet;
  const columns: Column[] = [
    { title: t('analytics.policy'), share: 0.28 },
    { title: t('analytics.sent'), share: 0.18 },
    { title: t('analytics.notified'), share: 0.1, align: 'right' },
    { title: t('analytics.read'), share: 0.09, align: 'right' },
    { title: t('analytics.read-share'), share: 0.09, align: 'right' },
    { title: t('analytics.readers-change'), share: 0.13, align: 'right' },
    { title: t('analytics.others-change'), share: 0.13, align: 'right' },
  ];
  const changeOfGroup = (change: number | null, count: number) => {
    if (change === null) return '–';
    const points = `${change > 0 ? '+' : ''}${sheet.number(change)}`;
    return t('analytics.change-of', { change: points, count: sheet.number(count) });
  };
  const rows = data.policyEffectiveness.map((effect) => [
    effect.title,
    effect.sentAt ? sheet.date(dateInNairobi(new Date(effect.sentAt))) : '–',
    sheet.number(effect.notified),
    sheet.number(effect.read),
    percent(sheet, effect.readShare),
    changeOfGroup(effect.readersChange, effect.readers),
    changeOfGroup(effect.othersChange, effect.others),
  ]);
  drawTable(sheet, t('analytics.policies'), t('analytics.policies-note'), columns, rows);
}

function drawCounties(sheet: Sheet, data: Analytics): void {
  const { t } = sheet;
  const columns: Column[] = [
    { title: t('analytics.county'), share: 0.3 },
    { title: t('analytics.total-lands'), share: 0.175, align: 'right' },
    { title: t('analytics.total-area'), share: 0.175, align: 'right' },
    { title: t('analytics.mean-compared'), share: 0.175, align: 'right' },
    { title: t('analytics.compared'), share: 0.175, align: 'right' },
  ];
  const rows = data.counties.map((row) => [
    row.county,
    sheet.number(row.lands),
    sheet.number(row.area),
    percent(sheet, row.score),
    sheet.number(row.comparedLands),
  ]);
  drawTable(sheet, t('analytics.counties'), t('analytics.comparison-note'), columns, rows);
}
