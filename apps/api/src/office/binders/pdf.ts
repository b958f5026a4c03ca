/** The PDF of a binder. */
import { setImmediate } from 'node:timers/promises';
import type { Language } from '@ardhi/contract';
import { today } from '@ardhi/contract/dates';
import { colours, drawLine, fonts, makePdf, type Sheet } from '../../lib/documents/pdf.ts';
import { facts, heading, paragraph, statTiles } from '../../lib/documents/pdf-parts.ts';
import { translator } from '../../lib/text/i18n.ts';
import { moneyText } from '../../lib/text/money.ts';
import type { BinderSummary } from './csv.ts';
import type { BinderEntry } from './queries.ts';
import { approvalsOf, hasLandElsewhere, landOf, parcelText, rulesMetText, rulesText } from './rows.ts';

/** Drawn without a pause for other requests. */
const ROWS_AT_ONCE = 20;

export function binderPdf(
  language: Language,
  summary: BinderSummary & { csvSha256: string },
  pages: AsyncIterable<BinderEntry[]>,
): Promise<Buffer> {
  const t = translator(language);
  const options = {
    language,
    title: t('binder.title'),
    aside: [summary.reference ?? '', summary.county ?? t('binder.country')].filter(Boolean),
    foot: t('binder.foot', { programme: summary.programme, hash: summary.csvSha256.slice(0, 16) }),
  };
  return makePdf(options, async (sheet) => {
    drawSummary(sheet, summary);
    for await (const page of pages)
      for (const [index, entry] of page.entries()) {
        drawEntry(sheet, entry, summary.county);
        if (index % ROWS_AT_ONCE === 0) await setImmediate();
      }
    drawTotal(sheet, summary);
  });
}

function drawSummary(sheet: Sheet, summary: BinderSummary & { csvSha256: string }): void {
  const { t, left, width } = sheet;
  const title = { font: fonts.serif, size: 18, width };
  sheet.y += sheet.text(summary.programme, left, sheet.y, title) + 2;
  const period = `${sheet.date(summary.from)} – ${sheet.date(summary.until)}`;
  sheet.y += sheet.text(period, left, sheet.y, { colour: colours.muted, width }) + 8;
  statTiles(sheet, [
    { label: t('binder.applications'), value: sheet.number(summary.applications) },
    { label: t('binder.total'), value: moneyText(summary.totalCents) },
  ]);
  sheet.y += 8;
  const evidence: [string, string][] = [
    [t('binder.created'), sheet.date(today())],
    [t('binder.head'), t('binder.head-value', { seal: summary.head.seal, hash: summary.head.hash })],
    [t('binder.csv-hash'), summary.csvSha256],
  ];
  sheet.y += facts(sheet, evidence, left, width);
  paragraph(sheet, t('binder.check'));
  heading(sheet, t('binder.entries'), t('binder.entries-note'));
}

function drawEntry(sheet: Sheet, entry: BinderEntry, county: string | null): void {
  const { t, left, width } = sheet;
  const land = landOf(entry, county);
  const approvals = approvalsOf(entry, t).map(({ name, at }) => t('binder.approval', { name, at }));
  const parcels = (land?.parcels ?? []).map((parcel) =>
    [parcelText(parcel, t), rulesText(parcel, t)].filter(Boolean).join(': '),
  );
  const lines = [
    `${t('binder.approvals')}: ${approvals.join('; ')}`,
    `${t('binder.rules')}: ${rulesMetText(entry.facts, t)}`,
    ...parcels,
    ...(hasLandElsewhere(entry, land) ? [t('subsidy.csv.elsewhere')] : []),
    ...(entry.entry === null ? [] : [t('binder.entry', { number: entry.entry })]),
  ];
  const name = [entry.reference, entry.name].filter(Boolean).join(' · ');
  const head = { font: fonts.bold, width: width * 0.72 };
  const body = { size: 8.5, colour: colours.muted, width };
  sheet.ensureSpace(sheet.heightOf(name, head) + sheet.heightOf(lines[0]!, body) + 20);
  drawLine(sheet.doc, [left, sheet.y], [left + width, sheet.y]);
  sheet.y += 6;
  sheet.text(moneyText(entry.amount_cents), left + width * 0.72, sheet.y, {
    font: fonts.bold,
    width: width * 0.28,
    align: 'right',
  });
  sheet.y += sheet.text(name, left, sheet.y, head) + 2;
  for (const line of lines) {
    sheet.ensureSpace(Math.min(sheet.heightOf(line, body), sheet.bottom / 2));
    sheet.y += sheet.text(line, left, sheet.y, body) + 1;
  }
  sheet.y += 6;
}

function drawTotal(sheet: Sheet, { applications, totalCents }: BinderSummary): void {
  const { t, left, width } = sheet;
  sheet.ensureSpace(30);
  drawLine(sheet.doc, [left, sheet.y], [left + width, sheet.y], 1.2, colours.primary);
  sheet.y += 8;
  const text = t('binder.total-line', { count: applications, total: moneyText(totalCents) });
  sheet.y += sheet.text(text, left, sheet.y, { font: fonts.bold, width, align: 'right' });
}
