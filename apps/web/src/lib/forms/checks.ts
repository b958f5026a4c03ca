/** Client-side form checks; the server repeats them all. A check returns true or the error text. */
import { MAX_SHILLINGS, MAX_YEAR, MIN_YEAR } from '@ardhi/contract/limits';
import type { Translate } from '../text/i18n.tsx';

/** The browser's own rule for e-mail addresses, so that form and server agree. */
export function isEmail(text: string): boolean {
  const input = document.createElement('input');
  input.type = 'email';
  input.required = true;
  input.value = text.trim();
  return input.checkValidity();
}

/** Whether a number is a multiple of a step such as 0.1, tolerating floating-point errors. */
export function isOnStep(value: number, step: number): boolean {
  const steps = value / step;
  return Math.abs(steps - Math.round(steps)) < 1e-6 * Math.max(1, Math.abs(steps));
}

/** The number in a text field; undefined if it is empty. */
export function numberIn(text: string | undefined): number | undefined {
  const plain = (text ?? '').trim();
  return plain === '' ? undefined : Number(plain);
}

export interface NumberLimits {
  min?: number;
  max: number;
  required?: boolean;
  /** Maximum decimals: 2 for money. */
  decimals?: number;
  step?: number;
  /** The stored value stays valid even if it is not on the form's step. */
  stored?: number | null;
}

/** The checks with error texts from one catalogue. */
export function checksIn(texts: 'forms' | 'land.error') {
  return {
    checkText: (text: string | undefined, t: Translate): true | string =>
      (text ?? '').trim() !== '' || t(`${texts}.required`),

    checkNumber(
      input: string | number | undefined,
      { min = 0, max, required = true, decimals, step, stored }: NumberLimits,
      t: Translate,
    ): true | string {
      const value = typeof input === 'string' ? numberIn(input) : input;
      if (value === undefined) return !required || t(`${texts}.required`);
      if (!Number.isFinite(value)) return t(`${texts}.number`);
      if (value < min) return t(`${texts}.tooSmall`, { min });
      if (value > max) return t(`${texts}.tooLarge`, { max: max.toLocaleString('en-KE') });
      if (decimals !== undefined && !isOnStep(value, 10 ** -decimals))
        return t('forms.decimals', { decimals });
      if (step !== undefined && value !== stored && !isOnStep(value, step))
        return t('land.error.step', { step });
      return true;
    },

    checkDate(date: string | undefined, t: Translate, required = true): true | string {
      if (!date) return !required || t(`${texts}.date`);
      const year = Number(date.slice(0, 4));
      return (year >= MIN_YEAR && year <= MAX_YEAR) || t(`${texts}.dateRange`);
    },
  };
}

export const { checkText, checkNumber, checkDate } = checksIn('forms');

/** Money as specified: from 0, in steps of 0.01. */
export function checkMoney(text: string | undefined, t: Translate, required = true): true | string {
  return checkNumber(text, { max: MAX_SHILLINGS, decimals: 2, required }, t);
}
