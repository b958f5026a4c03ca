/** The reason of a bulk decision for one of its applications. */
import type { Language } from '@ardhi/contract';
import { fillTemplate, type Placeholder, usedPlaceholders } from '@ardhi/contract/template-text';
import type { Db } from '../../lib/database/db.ts';
import { translator } from '../../lib/text/i18n.ts';
import { moneyText } from '../../lib/text/money.ts';
import { problem } from '../../lib/text/problem.ts';
import { type BulkRow, findReasonValues } from './bulk-queries.ts';

/** Fills in placeholders. Throws if one has no value, because the farmer would read its name. */
export async function filledReasons(
  db: Db,
  { official_id: officialId, reason, reason_sw: reasonSw }: BulkRow,
  subsidyId: string,
): Promise<{ reason?: string; reasonSw?: string }> {
  if (!usedPlaceholders(reason ?? '').length && !usedPlaceholders(reasonSw ?? '').length)
    return { reason: reason ?? undefined, reasonSw: reasonSw ?? undefined };
  const row = await findReasonValues(db, officialId, subsidyId);
  const fill = (text: string | null, language: Language): string | undefined => {
    if (!text || !row) return text ?? undefined;
    const { county, amount_cents: cents, ...names } = row;
    const t = translator(language);
    const values: Partial<Record<Placeholder, string>> = {
      office: county === null ? t('bulk.office.national') : t('bulk.office.county', { county }),
      amount: moneyText(cents),
    };
    for (const [name, value] of Object.entries(names)) if (value) values[name as keyof typeof names] = value;
    const missing = usedPlaceholders(text).find((name) => !values[name]);
    if (missing) throw problem('placeholder-without-value', { values: { name: missing } });
    return fillTemplate(text, values);
  };
  return { reason: fill(reason, 'en'), reasonSw: fill(reasonSw, 'sw') };
}
