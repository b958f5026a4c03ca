/** What forms check themselves; the server checks everything again. A check answers true or the text for the fault. */
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

/** Whether a figure lies on a step such as 0.1, without floating-point surprises. */
export function isOnStep(value: number, step: number): boolean {
  const steps = value / step;
  return Math.abs(steps - Math.round(steps)) < 1e-6 * Math.max(1, Math.abs(steps));
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
  step?: number;
  /** What is stored already may stay as it is, also off the form's step. */
  stored?: number | null;
}

/** The checks in the texts of one catalogue. */
export function checksIn(texts: 'forms' | 'land.error') {
  return {
    checkText: (text: string | undefined, t: Translate): true | string =>
      (text ?? '').trim() !== '' || t(`${texts}.required`),

    checkNumber(
      given: string | number | undefined,
      { min = 0, max, required = true, decimals, step, stored }: NumberLimits,
      t: Translate,
    ): true | string {
      const value = typeof given === 'string' ? numberIn(given) : given;
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

/** The specification's money: from 0, in steps of 0.01. */
export function checkMoney(text: string | undefined, t: Translate, required = true): true | string {
  return checkNumber(text, { max: MAX_SHILLINGS, decimals: 2, required }, t);
}
