/** Texts of a binder's applications, the same in CSV and PDF. */
import { cropName } from '@ardhi/agronomy/labels';
import type { EligibilityReport, ParcelEligibility, RuleResult } from '@ardhi/contract';
import { dateInNairobi, NAIROBI_AHEAD_MS } from '@ardhi/contract/dates';
import type { MessageKey, Translate } from '../../lib/text/i18n.ts';
import { isMessageKey } from '../../lib/text/i18n.ts';
import { reportWithin } from '../subsidies/eligibility.ts';
import type { BinderEntry } from './queries.ts';

/** Date and time in Nairobi, for both languages. */
export function momentText(moment: string): string {
  const at = new Date(moment);
  return `${dateInNairobi(at)} ${new Date(at.getTime() + NAIROBI_AHEAD_MS).toISOString().slice(11, 16)}`;
}

export const approvalsOf = ({ approvals }: BinderEntry, t: Translate) =>
  approvals.map(({ name, at }) => ({ name: name || t('deleted.user'), at: momentText(at) }));

/** A county reads nothing about land elsewhere. */
export function landOf(entry: BinderEntry, county: string | null): EligibilityReport | null {
  return entry.facts && reportWithin(county, entry.facts);
}

export const hasLandElsewhere = ({ facts }: BinderEntry, land: EligibilityReport | null) =>
  (facts?.parcels.length ?? 0) > (land?.parcels.length ?? 0);

export function rulesMetText(facts: EligibilityReport | null, t: Translate): string {
  if (!facts || facts.meets === null) return t('binder.rules.none');
  return t(facts.meets ? 'binder.rules.met' : 'binder.rules.unmet');
}

/** Shamba la mto (2.5 acres, Nakuru) */
export const parcelText = ({ name, size, county }: ParcelEligibility, t: Translate) =>
  t('binder.parcel', {
    name: name || t('binder.parcel.unnamed'),
    size: String(size),
    county: county ?? t('binder.parcel.no-county'),
  });

/** Each rule with the required and the actual value, as stored with the decision. */
export const rulesText = ({ rules }: ParcelEligibility, t: Translate): string =>
  rules.map((result) => ruleText(result, t)).join('; ');

function ruleText(result: RuleResult, t: Translate): string {
  const { rule, met, required, actual, wanted, found } = result;
  const named = (names: string[]) => names.map((name) => nameOf(rule, name, t)).join(', ');
  const values =
    required === null
      ? { required: named(wanted), actual: named(found) || '–' }
      : { required: String(required), actual: actual === null ? '–' : String(actual) };
  return t(`binder.rule.${rule}`, { ...values, met: met ? 'yes' : 'no' });
}

function nameOf(rule: RuleResult['rule'], name: string, t: Translate): string {
  if (rule === 'crop') return cropName(name, t);
  const region = `subsidy.region.${name}`;
  return isMessageKey(region) ? t(region as MessageKey) : name;
}
