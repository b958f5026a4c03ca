/** Labels of scores and advice in documents, the same as on screen. */
import { type ScoreLabels, scoreLabels } from '@ardhi/agronomy/labels';
import type { ScoreSummary } from '@ardhi/contract';
import type { DocumentFormat } from '../../lib/documents/document-language.ts';
import type { Sheet } from '../../lib/documents/pdf.ts';
import type { MessageKey, Translate } from '../../lib/text/i18n.ts';

/** For example "fair, provisional". */
export function bandLabel({ t }: Sheet, { status, band }: ScoreSummary): string {
  if (status === 'initial') return t('pdf.score.status.initial');
  return `${t(`pdf.score.band.${band}` as MessageKey)}, ${t(`pdf.score.status.${status}`)}`;
}

export function labelsOf({ t, number, date }: DocumentFormat & { t: Translate }): ScoreLabels {
  return scoreLabels(t, { number: (value, maxDecimals = 2) => number(value, maxDecimals), date });
}
