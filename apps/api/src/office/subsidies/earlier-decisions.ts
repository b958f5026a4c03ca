/**
 * Decisions that a restore lost. The farmer's phone still knows them and reports them: the farmer may have acted on the
 * first decision, so officials must see it before they decide again.
 */
import type { EarlierDecision } from '@ardhi/contract';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { ownApplication } from './applications.ts';

/** A report that is wrong costs a second official's time and changes no decision. */
export async function reportEarlierDecision(
  { db, env, user, audit }: WriteContext,
  id: string,
  { status, decidedAt }: EarlierDecision,
): Promise<void> {
  const application = await ownApplication(db, user.id, id);
  if (env.epoch === null || application.status !== 'pending') return;
  const reported = await db
    .insertInto('earlier_decisions')
    .values({ subsidy_id: id, status, decided_at: decidedAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('subsidy_id')
    .executeTakeFirst();
  if (reported)
    await audit({ action: 'subsidy.earlier-decision', entity: 'subsidy', entityId: id, after: { status } });
}
