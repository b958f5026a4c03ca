/** What the land forms check themselves, in the specification's limits. Each answers true or the words for the fault. */
import { MAX_YEAR, MIN_YEAR } from '@ardhi/contract/limits';
import { isOnStep } from '../../lib/checks.ts';
import type { Translate } from '../../lib/i18n.tsx';

export interface NumberLimits {
  min?: number;
  max: number;
  step?: number;
  /** What is stored already may stay as it is, also off the form's step. */
  stored?: number | null;
}

export function checkText(text: string | undefined, t: Translate): true | string {
  return (text ?? '').trim() !== '' || t('land.error.required');
}

export function checkNumber(
  value: number | undefined,
  { min = 0, max, step, stored }: NumberLimits,
  t: Translate,
): true | string {
  if (value === undefined) return t('land.error.required');
  if (!Number.isFinite(value)) return t('land.error.number');
  if (value < min) return t('land.error.tooSmall', { min });
  if (value > max) return t('land.error.tooLarge', { max: max.toLocaleString('en-KE') });
  if (step !== undefined && value !== stored && !isOnStep(value, step)) return t('land.error.step', { step });
  return true;
}

/** The figure of a text field; undefined when nothing was typed. */
export function numberIn(text: string | undefined): number | undefined {
  const plain = (text ?? '').trim();
  return plain === '' ? undefined : Number(plain);
}

export function checkDate(date: string | undefined, t: Translate): true | string {
  if (!date) return t('land.error.date');
  const year = Number(date.slice(0, 4));
  return (year >= MIN_YEAR && year <= MAX_YEAR) || t('land.error.dateRange');
}

/** The same day is fine. */
export function checkHarvest(planting: string, harvest: string | undefined, t: Translate): true | string {
  const real = checkDate(harvest, t);
  if (real !== true) return real;
  return !planting || (harvest ?? '') >= planting || t('land.error.harvestBeforePlanting');
}
