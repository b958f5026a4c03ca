import type { Duty, OwnPost } from '@ardhi/contract';
import { type Translate, useFormat, useT } from '../../lib/text/i18n.tsx';

/** Permissions that one manager can grant; an ombudsperson is appointed by two. */
export const DUTIES = ['view', 'decide', 'manage', 'auditor'] as const satisfies readonly Duty[];
export const ALL_DUTIES = [...DUTIES, 'ombudsperson'] as const satisfies readonly Duty[];

/** `null` means the whole country. */
export const areaName = (county: string | null, t: Translate): string =>
  county === null ? t('account.posts.country') : t('account.posts.county', { county });

export function useDutyNames(): (duties: readonly Duty[]) => string {
  const t = useT();
  return (duties) =>
    ALL_DUTIES.filter((duty) => duties.includes(duty))
      .map((duty) => t(`account.posts.duty.${duty}`))
      .join(', ');
}

/** The limit per decision, and the monthly one if the post has one. */
export function useLimitTexts(): (post: Pick<OwnPost, 'limit' | 'monthLimit'>) => string {
  const t = useT();
  const format = useFormat();
  return ({ limit, monthLimit }) =>
    [
      limit === null ? t('account.posts.limitStandard') : format.money(limit),
      monthLimit !== null && t('account.posts.limitMonth', { amount: format.money(monthLimit) }),
    ]
      .filter(Boolean)
      .join(', ');
}
