/** What forms check themselves, and a failed send in words. Texts are in the catalogue `forms`. */
import type { FormProblem } from '../ui/form.tsx';
import { ApiError, NetworkError, StorageFullError, serverMessage } from './api.ts';
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

/** The specification's money: from 0, in steps of 0.01. */
export const MOST_MONEY = 1_000_000_000_000;
export function checkMoney(text: string | undefined, required: boolean, t: Translate): true | string {
  return checkNumber(text, { max: MOST_MONEY, decimals: 2, required }, t);
}

export function checkDate(date: string | undefined, required: boolean, t: Translate): true | string {
  if (!date) return required ? t('forms.date') : true;
  const year = Number(date.slice(0, 4));
  return (year >= 1900 && year <= 2100) || t('forms.dateRange');
}

/** The row was changed elsewhere since the form was opened. */
export function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'stale';
}

export function detailOf(error: unknown, t: Translate): string | undefined {
  if (error instanceof NetworkError) return t('forms.noAnswer');
  if (error instanceof StorageFullError) return t('ui.storageFull');
  return isStale(error) ? t('forms.stale') : serverMessage(error);
}

/** The specification's text as headline, the server's words below it, its issues on their fields. */
export function formProblem(error: unknown, headline: string, t: Translate): FormProblem {
  return { headline, detail: detailOf(error, t), issues: error instanceof ApiError ? error.issues : [] };
}

/** Everything in one line, for a toast. */
export function problemLine(error: unknown, headline: string, t: Translate): string {
  const issues = error instanceof ApiError ? error.issues.map(({ message }) => message) : [];
  const details = issues.length ? issues : [detailOf(error, t)].filter((one) => one !== undefined);
  return [headline, ...details].map((part) => part.replace(/\.?$/, '.')).join(' ');
}
