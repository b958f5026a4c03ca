/** Placeholders of templates in the reasons of decisions and returns. The farmer must never read the name of one. */
import type { Language } from '@ardhi/contract';
import {
  fillTemplate,
  type Placeholder,
  unknownPlaceholders,
  usedPlaceholders,
} from '@ardhi/contract/template-text';
import type { Db } from '../../lib/database/db.ts';
import { translator } from '../../lib/text/i18n.ts';
import { moneyText } from '../../lib/text/money.ts';
import { fieldProblem, problem } from '../../lib/text/problem.ts';
import { findReasonValues } from './bulk-queries.ts';

interface Reasons {
  reason?: string;
  reasonSw?: string;
}

const FIELDS = ['reason', 'reasonSw'] as const;

/** For the calls about one application, whose forms fill them in. Other braces are the official's own text. */
export function assertNoPlaceholders(reasons: Reasons): void {
  for (const field of FIELDS) {
    const [left] = usedPlaceholders(reasons[field] ?? '');
    if (left) throw fieldProblem(field, 'issue.placeholder-left', { name: `{${left}}` });
  }
}

/** For a bulk decision: a misspelt placeholder would reach every farmer as it is. */
export function assertKnownPlaceholders(reasons: Reasons): void {
  for (const field of FIELDS) {
    const [unknown] = unknownPlaceholders('rejection', reasons[field] ?? '');
    if (unknown !== undefined) throw fieldProblem(field, 'issue.placeholder', { name: `{${unknown}}` });
  }
}

/** The reasons of a bulk decision for one of its applications. Throws if a placeholder has no value. */
export async function filledReasons(
  db: Db,
  officialId: string,
  { reason, reasonSw }: Reasons,
  subsidyId: string,
): Promise<Reasons> {
  if (!usedPlaceholders([reason, reasonSw].join(' ')).length) return { reason, reasonSw };
  const row = await findReasonValues(db, officialId, subsidyId);
  const fill = (text: string | undefined, language: Language): string | undefined => {
    if (!text) return text;
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
