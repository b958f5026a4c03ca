import type { Duty } from '@ardhi/contract';
import { type Translate, useT } from '../../lib/text/i18n.tsx';

export const DUTIES = ['view', 'decide', 'manage'] as const satisfies readonly Duty[];

/** `null` means the whole country. */
export const areaName = (county: string | null, t: Translate): string =>
  county === null ? t('account.posts.country') : t('account.posts.county', { county });

export function useDutyNames(): (duties: readonly Duty[]) => string {
  const t = useT();
  return (duties) =>
    DUTIES.filter((duty) => duties.includes(duty))
      .map((duty) => t(`account.posts.duty.${duty}`))
      .join(', ');
}
