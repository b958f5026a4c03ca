import type { Db } from '../../lib/database/db.ts';
import type { Env } from '../../lib/settings/env.ts';

export function findEarlierDecision(db: Db, subsidyId: string) {
  return db
    .selectFrom('earlier_decisions')
    .select(['status', 'decided_at'])
    .where('subsidy_id', '=', subsidyId)
    .executeTakeFirst();
}

/** Whether two officials must decide the application, because it was decided before a restore. */
export async function needsTwoAfterRestore(
  { db, env }: { db: Db; env: Pick<Env, 'deployed' | 'requireSecondOfficial'> },
  subsidyId: string,
): Promise<boolean> {
  if (!env.deployed && !env.requireSecondOfficial) return false;
  return (await findEarlierDecision(db, subsidyId)) !== undefined;
}
