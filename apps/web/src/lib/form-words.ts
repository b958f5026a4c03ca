/** What forms check themselves. Texts are in the catalogue `forms`. */
import { MAX_SHILLINGS, MAX_YEAR, MIN_YEAR } from '@ardhi/contract/limits';
import { isOnStep } from './checks.ts';
import type { Translate } from './i18n.tsx';

export function checkText(text: string | undefined, t: Translate): true | string {
  return (text ?? '').trim() !== '' || t('forms.required');
}

/** The figure of a text field; undefined when nothing was typed. */
export function numberIn(text: string | undefined): number | undefined {
  const plain = (text ?? '').trim();
  return plain === '' ? undefined : Number(plain);
}

export interface NumberLimits {
  min?: number;
  max: number;
  required?: boolean;
  /** How many decimals may be typed: 2 for money. */
  decimals?: number;
}

/** Each answers true or the words for the fault. */
export function checkNumber(
  text: string | undefined,
  { min = 0, max, required = false, decimals }: NumberLimits,
  t: Translate,
): true | string {
  const value = numberIn(text);
  if (value === undefined) return required ? t('forms.required') : true;
  if (!Number.isFinite(value)) return t('forms.number');
  if (value < min) return t('forms.tooSmall', { min });
  if (value > max) return t('forms.tooLarge', { max: max.toLocaleString('en-KE') });
  if (decimals !== undefined && !isOnStep(value, 10 ** -decimals)) return t('forms.decimals', { decimals });
  return true;
}

export function checkMoney(text: string | undefined, required: boolean, t: Translate): true | string {
  return checkNumber(text, { max: MAX_SHILLINGS, decimals: 2, required }, t);
}

export function checkDate(date: string | undefined, required: boolean, t: Translate): true | string {
  if (!date) return required ? t('forms.date') : true;
  const year = Number(date.slice(0, 4));
  return (year >= MIN_YEAR && year <= MAX_YEAR) || t('forms.dateRange');
}
