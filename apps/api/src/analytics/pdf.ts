/** The analytics of a period and region as a document. */
import type { Analytics, Language } from '@ardhi/contract';
import { TIME_ZONE } from '@ardhi/contract/dates';
import { translator } from '../lib/i18n.ts';
import { fonts, makePdf, type Sheet, scoreColour } from '../lib/pdf.ts';
import { heading, paragraph, statTiles, table } from '../lib/pdf-parts.ts';
import { bucketsOf } from './csv.ts';

const PAGES = 6;

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
      aside: [t(`analytics.region.${data.region}`), day],
      foot: t('pdf.made', { date: day }),
    },
    (sheet) => {
      drawTitle(sheet, data);
      drawScores(sheet, data);
      drawSoils(sheet, data);
      drawRegions(sheet, data);
      drawWork(sheet, data);
      drawPolicies(sheet, data);
      drawCounties(sheet, data);
    },
  );
}

const percent = (sheet: Sheet, value: number | null) => (value === null ? '–' : `${sheet.number(value)}%`);

function drawTitle(sheet: Sheet, data: Analytics): void {
  const { t, left, width } = sheet;
  const title = `${sheet.date(data.from)} – ${sheet.date(data.to)}`;
  sheet.y += sheet.text(title, left, sheet.y, { font: fonts.serif, size: 18, width }) + 8;
  statTiles(sheet, [
    { label: t('analytics.total-farmers'), value: sheet.number(data.totalFarmers) },
    { label: t('analytics.total-lands'), value: sheet.number(data.totalLands) },
    {
      label: t('analytics.total-area'),
      value: `${sheet.number(data.totalLandArea)} ${t('analytics.acres')}`,
    },
    { label: t('analytics.average'), value: percent(sheet, data.sustainabilityScore) },
  ]);
  statTiles(sheet, [
    { label: t('analytics.land-usage'), value: percent(sheet, data.landUsage) },
    { label: t('analytics.equipment'), value: percent(sheet, data.equipmentEfficiency) },
    { label: t('analytics.subsidy'), value: percent(sheet, data.subsidyUtilization) },
    { label: t('analytics.weighted'), value: percent(sheet, data.areaWeightedScore) },
  ]);
}

const BAR_HEIGHT = 90;

function drawScores(sheet: Sheet, data: Analytics): void {
  const { t, doc, left, width } = sheet;
  heading(
    sheet,
    t('analytics.scores'),
    t('analytics.assessed-of', { assessed: data.assessedLands, count: data.totalLands }),
  );
  if (data.totalLands === 0) {
    paragraph(sheet, t('analytics.no-scores'));
    return;
  }
  sheet.room(BAR_HEIGHT + 34);
  const buckets = bucketsOf(data);
  const most = Math.max(...buckets.map(({ count }) => count));
  const column = width / buckets.length;
  const floor = sheet.y + BAR_HEIGHT + 14;
  for (const [index, { label, lowest, count }] of buckets.entries()) {
    const height = (count / most) * BAR_HEIGHT;
    const x = left + index * column;
    doc.rect(x + 8, floor - height, column - 16, height).fill(scoreColour(lowest || 1));
    sheet.text(sheet.number(count), x, floor - height - 12, {
      size: 9,
      font: fonts.bold,
      width: column,
      align: 'center',
    });
    sheet.text(label, x, floor + 4, { size: 8.5, width: column, align: 'center' });
  }
  sheet.y = floor + 20;
}

function drawSoils(sheet: Sheet, data: Analytics): void {
  const { t } = sheet;
  if (data.soilDistribution.length === 0) return;
  heading(sheet, t('analytics.soils'));
  table(
    sheet,
    [
      { title: t('analytics.soil'), share: 0.5 },
      { title: t('analytics.parcels'), share: 0.25, align: 'right' },
      { title: t('analytics.total-area'), share: 0.25, align: 'right' },
    ],
    data.soilDistribution.map(({ _id, count, area }) => [
      t(`analytics.soil.${_id}`),
      sheet.number(count),
      sheet.number(area),
    ]),
    PAGES,
  );
}

function drawRegions(sheet: Sheet, data: Analytics): void {
  const { t } = sheet;
  heading(sheet, t('analytics.regions'), t('analytics.comparison-note'));
  table(
    sheet,
    [
      { title: t('analytics.region'), share: 0.24 },
      { title: t('analytics.total-farmers'), share: 0.19, align: 'right' },
      { title: t('analytics.total-lands'), share: 0.19, align: 'right' },
      { title: t('analytics.mean-compared'), share: 0.19, align: 'right' },
      { title: t('analytics.compared'), share: 0.19, align: 'right' },
    ],
    data.regions.map((row) => [
      t(`analytics.region.${row.region}`),
      sheet.number(row.farmers),
      sheet.number(row.lands),
      percent(sheet, row.score),
      sheet.number(row.comparedLands),
    ]),
    PAGES,
  );
}

function drawWork(sheet: Sheet, data: Analytics): void {
  const { t } = sheet;
  if (data.recommendations.length === 0) return;
  heading(sheet, t('analytics.work'));
  table(
    sheet,
    [
      { title: t('analytics.county'), share: 0.3 },
      { title: t('analytics.work'), share: 0.5 },
      { title: t('analytics.csv.value'), share: 0.2, align: 'right' },
    ],
    data.recommendations.map(({ kind, county, count }) => [
      county,
      t(`analytics.work.${kind}`),
      sheet.number(count),
    ]),
    PAGES,
  );
}

function drawPolicies(sheet: Sheet, data: Analytics): void {
  const { t } = sheet;
  if (data.policyEffectiveness.length === 0) return;
  heading(sheet, t('analytics.policies'));
  table(
    sheet,
    [
      { title: t('analytics.policy'), share: 0.46 },
      { title: t('analytics.notified'), share: 0.18, align: 'right' },
      { title: t('analytics.read'), share: 0.18, align: 'right' },
      { title: t('analytics.read-share'), share: 0.18, align: 'right' },
    ],
    data.policyEffectiveness.map((effect) => [
      effect.title,
      sheet.number(effect.notified),
      sheet.number(effect.read),
      percent(sheet, effect.readShare),
    ]),
    PAGES,
  );
}

function drawCounties(sheet: Sheet, data: Analytics): void {
  const { t } = sheet;
  if (data.counties.length === 0) return;
  heading(sheet, t('analytics.counties'), t('analytics.comparison-note'));
  table(
    sheet,
    [
      { title: t('analytics.county'), share: 0.3 },
      { title: t('analytics.total-lands'), share: 0.175, align: 'right' },
      { title: t('analytics.total-area'), share: 0.175, align: 'right' },
      { title: t('analytics.mean-compared'), share: 0.175, align: 'right' },
      { title: t('analytics.compared'), share: 0.175, align: 'right' },
    ],
    data.counties.map((row) => [
      row.county,
      sheet.number(row.lands),
      sheet.number(row.area),
      percent(sheet, row.score),
      sheet.number(row.comparedLands),
    ]),
    PAGES,
  );
}
