/** Registers the domains with the offline engines, which do not import them. Entry points after login import it first. */

import { equipmentCache } from '../farm/equipment/keys.ts';
import { parcelCache } from '../farm/land/keys.ts';
import { registerScoreGoals } from '../farm/land/score/score-goals.ts';
import { queryClient, registerCacheRules } from '../lib/http/query.ts';
import { policyCache } from '../office/policies/keys.ts';
import { earlierDecisions } from '../office/subsidies/earlier-decisions.ts';
import { subsidyCache } from '../office/subsidies/keys.ts';
import { registerPersistedReads } from '../offline/persisted-reads.ts';
import { registerCallScreens } from '../outbox/call-screens.ts';
import { startOutbox } from '../outbox/current.ts';
import { registerOfflineCalls } from '../outbox/offline-calls.ts';
import { parcelViewCache } from '../records/access-log/keys.ts';
import { messageCache } from '../records/messages/keys.ts';
import { noticeCache } from '../records/notices/keys.ts';

const tables = () => import('./offline-tables.ts');

registerCacheRules([
  parcelCache,
  equipmentCache,
  subsidyCache,
  policyCache,
  messageCache,
  noticeCache,
  parcelViewCache,
]);
registerPersistedReads(async () => (await tables()).reads);
registerScoreGoals(async (client, parcel) =>
  (await import('../office/subsidies/score-goals.ts')).programmeGoals(client, parcel),
);
startOutbox(loadCalls, (epoch) => earlierDecisions(queryClient, epoch));

/** Must run before any entry is shown or sent. */
async function loadCalls(): Promise<void> {
  const { calls } = await import('./offline-calls.ts');
  registerOfflineCalls(calls);
}

/** Must run before the sync screens render: they show entries of all domains. */
export async function loadScreens(): Promise<void> {
  const [{ screens }] = await Promise.all([tables(), loadCalls()]);
  registerCallScreens(screens);
}
