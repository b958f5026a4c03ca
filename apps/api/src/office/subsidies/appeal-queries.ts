import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { newId } from '../../lib/database/id.ts';
import { listPage, now, onlyRow, type PageRequest, updateRow } from '../../lib/database/rows.ts';
import { type Scope, within } from '../../lib/http/scope.ts';
import { levelOf } from './write-queries.ts';

/** Includes the application, the official who rejected it, and the application opened by the appeal. */
function selectAppeals(db: Db) {
  return db
    .selectFrom('appeals as appeal')
    .innerJoin('subsidies as subsidy', 'subsidy.id', 'appeal.subsidy_id')
    .leftJoin('users as rejecter', 'rejecter.id', 'subsidy.decided_by')
    .leftJoin('users as decider', 'decider.id', 'appeal.decided_by')
    .leftJoin('subsidies as opened', 'opened.appeal_of', 'subsidy.id')
    .select([
      'appeal.id',
      sql<'pending' | 'upheld' | 'dismissed'>`appeal.status`.as('status'),
      'appeal.reason',
      'appeal.created_at',
      'appeal.answer',
      'appeal.decided_at',
      'decider.name as decided_by',
      'subsidy.id as subsidy_id',
      'subsidy.name',
      'subsidy.amount_cents',
      'subsidy.reason as rejection',
      'subsidy.decided_at as rejected_at',
      'rejecter.name as rejected_by',
      'subsidy.decided_by as rejecter_id',
      'subsidy.decided_level',
      'subsidy.county',
      'subsidy.owner_id',
      'subsidy.owner_name',
      'opened.id as new_id',
      sql<string[]>`array(select marked_by from subsidy_marks where subsidy_id = subsidy.id)`.as('markers'),
    ]);
}

export type AppealRow = Awaited<ReturnType<ReturnType<typeof selectAppeals>['execute']>>[number];

export function findAppeal(db: Db, id: string): Promise<AppealRow | undefined> {
  return selectAppeals(db).where('appeal.id', '=', id).executeTakeFirst();
}

/** Oldest first. */
export function listAppeals(
  db: Db,
  scope: Scope,
  state: 'open' | 'all',
  page: PageRequest,
): Promise<AppealRow[]> {
  const matching = selectAppeals(db)
    .$if(state === 'open', (query) => query.where('appeal.status', '=', 'pending'))
    .where(within(scope, sql`subsidy.county`));
  return listPage(matching, ['appeal.created_at', 'appeal.id'], 'asc', page);
}

/** Stops counting at `most`. */
export async function countOpenAppeals(db: Db, scope: Scope, most: number): Promise<number> {
  const { count } = await onlyRow<{ count: number }>(db)`
    select count(*) as count from (
      select from appeals as appeal join subsidies as subsidy on subsidy.id = appeal.subsidy_id
      where appeal.status = 'pending' and ${within(scope, sql`subsidy.county`)} limit ${most}
    ) as counted`;
  return count;
}

export async function insertAppeal(db: Db, subsidyId: string, reason: string): Promise<void> {
  await db.insertInto('appeals').values({ id: newId(), subsidy_id: subsidyId, reason }).execute();
}

export const setAppealDecision = (
  db: Db,
  id: string,
  decision: { status: 'upheld' | 'dismissed'; answer: string; answer_sw: string | null; decided_by: string },
) => updateRow(db, 'appeals', id, { ...decision, decided_at: now });

/** Evaluates the official's level, and whether there is a national office that can decide. */
export const findLevels = (db: Db, officialId: string) =>
  onlyRow<{ level: 'country' | 'county'; country: boolean }>(db)`
      select ${levelOf(officialId)} as level,
        exists (select from current_posts where level = 'country' and 'decide' = any (duties)) as country`;
