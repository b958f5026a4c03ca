/** Reads of the farmer's dashboard, fetched in one call after a sign-in. */
import { equipmentKeys } from '../farm/equipment/keys.ts';
import { DASHBOARD_SHOWS, parcelKeys } from '../farm/land/keys.ts';
import type { Language } from '../lib/text/language.ts';
import { policyKeys } from '../office/policies/keys.ts';
import { answerRead, type PersistedRead, pageRead, pagesRead } from '../offline/persisted-reads.ts';
import { messageKeys } from '../records/messages/keys.ts';
import { NOTICES, noticeKeys } from '../records/notices/keys.ts';

export function dashboardReads(language: Language): PersistedRead[] {
  const { activities, advice, harvests } = DASHBOARD_SHOWS;
  return [
    pageRead(parcelKeys.list, 'land'),
    answerRead(parcelKeys.advice(advice), `land/advice?limit=${advice}`),
    answerRead(parcelKeys.activities(activities), `land/activities?limit=${activities}`),
    answerRead(parcelKeys.harvests(harvests), `land/harvests-to-confirm?limit=${harvests}`),
    pageRead(policyKeys.list, 'policies'),
    pageRead(equipmentKeys.list, 'equipment'),
    pagesRead(noticeKeys.list(language), `notices?limit=${NOTICES}`),
    answerRead(noticeKeys.unread, 'notices/unread-count'),
    answerRead(messageKeys.unread, 'messages/unread-count'),
  ];
}
