/** Reads of the farmer's dashboard, fetched in one call after a sign-in. */
import { equipmentKeys } from '../farm/equipment/keys.ts';
import { DASHBOARD_LIMITS, parcelKeys } from '../farm/land/keys.ts';
import type { Language } from '../lib/text/language.ts';
import { policyKeys } from '../office/policies/keys.ts';
import { subsidyKeys } from '../office/subsidies/keys.ts';
import { type PersistedRead, pageRead, pagesRead, responseRead } from '../offline/persisted-reads.ts';
import { messageKeys } from '../records/messages/keys.ts';
import { NOTICES_PAGE_SIZE, noticeKeys } from '../records/notices/keys.ts';

export function dashboardReads(language: Language): PersistedRead[] {
  const { activities, advice, harvests } = DASHBOARD_LIMITS;
  return [
    pageRead(parcelKeys.list, 'land'),
    responseRead(parcelKeys.advice(advice), `land/advice?limit=${advice}`),
    responseRead(parcelKeys.activities(activities), `land/activities?limit=${activities}`),
    responseRead(parcelKeys.harvests(harvests), `land/harvests-to-confirm?limit=${harvests}`),
    pageRead(policyKeys.list, 'policies'),
    pageRead(subsidyKeys.mine, 'subsidies'),
    pageRead(equipmentKeys.list, 'equipment'),
    pagesRead(noticeKeys.list(language), `notices?limit=${NOTICES_PAGE_SIZE}`),
    responseRead(noticeKeys.unread, 'notices/unread-count'),
    responseRead(messageKeys.unread, 'messages/unread-count'),
  ];
}
