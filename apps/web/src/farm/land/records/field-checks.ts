/** Client-side validation of the land forms. */
import { checksIn } from '../../../lib/forms/checks.ts';
import type { Translate } from '../../../lib/text/i18n.tsx';

export { numberIn } from '../../../lib/forms/checks.ts';
export const { checkText, checkNumber, checkDate } = checksIn('land.error');

/** A harvest on the planting day is valid. */
export function checkHarvest(planting: string, harvest: string | undefined, t: Translate): true | string {
  const real = checkDate(harvest, t);
  if (real !== true) return real;
  return !planting || (harvest ?? '') >= planting || t('land.error.harvestBeforePlanting');
}
