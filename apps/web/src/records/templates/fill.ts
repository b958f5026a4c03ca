import type { Language, TextTemplate } from '@ardhi/contract';
import { fillTemplate, type Placeholder } from '@ardhi/contract/template-text';
import { formatMoney } from '../../lib/text/format.ts';
import { loadMessages, translate } from '../../lib/text/messages.ts';

/** Values of the placeholders, in no language yet. */
export interface TemplateValues extends Partial<Record<Exclude<Placeholder, 'office' | 'amount'>, string>> {
  amount?: number;
  /** County of the office; null: national. */
  county: string | null;
}

/** The text in the language of the farmer, which may not be that of the page. */
export async function filledText(
  template: Pick<TextTemplate, 'english' | 'kiswahili'>,
  language: Language,
  { county, amount, ...values }: TemplateValues,
): Promise<string> {
  await loadMessages(['templates'], language);
  const office =
    county === null
      ? translate(language, 'templates.office.national')
      : translate(language, 'templates.office.county', { county });
  return fillTemplate(language === 'sw' ? template.kiswahili : template.english, {
    ...values,
    office,
    ...(amount !== undefined && { amount: formatMoney(amount, language) }),
  });
}
