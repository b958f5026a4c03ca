/** Parts that the farmers' reports share. Labels of scores and advice are the same as on screen. */
import type { ComponentKey } from '@ardhi/agronomy';
import { type ScoreLabels, scoreLabels } from '@ardhi/agronomy/labels';
import type { Language, ScoreSummary } from '@ardhi/contract';
import { type DocumentFormat, longDate } from '../../lib/documents/document-language.ts';
import { makePdf, type Sheet } from '../../lib/documents/pdf.ts';
import { bars, heading, paragraph } from '../../lib/documents/pdf-parts.ts';
import { type MessageKey, type Translate, translator } from '../../lib/text/i18n.ts';

/** For example "fair, provisional". */
export function bandLabel({ t }: Sheet, { status, band }: ScoreSummary): string {
  if (status === 'initial') return t('pdf.score.status.initial');
  return `${t(`pdf.score.band.${band}` as MessageKey)}, ${t(`pdf.score.status.${status}`)}`;
}

export function labelsOf({ t, number, date }: DocumentFormat & { t: Translate }): ScoreLabels {
  return scoreLabels(t, { number: (value, maxDecimals = 2) => number(value, maxDecimals), date });
}

/** A report with its date beside the title. */
export function reportPdf(
  language: Language,
  title: MessageKey,
  reportDate: string,
  draw: (sheet: Sheet) => void,
): Promise<Buffer> {
  const t = translator(language);
  const date = longDate(language, reportDate);
  const aside = [`${t('pdf.report-date')}: ${date}`];
  return makePdf({ language, title: t(title), aside, foot: t('pdf.made', { date }) }, draw);
}

export function drawComponents(
  sheet: Sheet,
  components: { key: ComponentKey; weight: number; score: number | null }[],
): void {
  const { t } = sheet;
  const labels = labelsOf(sheet);
  heading(sheet, t('pdf.components'), t('pdf.components-note'));
  bars(
    sheet,
    components.map(({ key, weight, score }) => ({
      label: labels.component(key),
      note: t('pdf.weight', { weight }),
      value: score,
    })),
    t('pdf.no-evidence'),
  );
}

export function drawOmittedCount(sheet: Sheet, count: number): void {
  if (count === 0) return;
  sheet.y += 5;
  paragraph(sheet, sheet.t('pdf.more-rows', { count }));
}
