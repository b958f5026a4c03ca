/** What the land forms check themselves. */
import { checksIn } from '../../../lib/forms/checks.ts';
import type { Translate } from '../../../lib/text/i18n.tsx';

export { numberIn } from '../../../lib/forms/checks.ts';
export const { checkText, checkNumber, checkDate } = checksIn('land.error');

/** The same day is fine. */
export function checkHarvest(planting: string, harvest: string | undefined, t: Translate): true | string {
  const real = checkDate(harvest, t);
  if (real !== true) return real;
  return !planting || (harvest ?? '') >= planting || t('land.error.harvestBeforePlanting');
}
