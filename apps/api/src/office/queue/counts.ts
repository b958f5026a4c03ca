/** Counts of all work in an area. Each count equals the length of the list it opens. */
import type { QueueCounts } from '@ardhi/contract';
import type { Db } from '../../lib/database/db.ts';
import type { Area } from '../../lib/http/scope.ts';
import { countOpenComplaints } from '../complaints/queries.ts';
import { countOpenMessages } from '../contact/queries.ts';
import { countOpenAppeals } from '../subsidies/appeal-queries.ts';
import { countCases, countLandWork } from './queries.ts';

const MAX_COUNT = 10_000;
/** Returns null above the limit. */
const capped = (count: number) => (count > MAX_COUNT ? null : count);

export async function readCounts(db: Db, scope: Area, userId: string): Promise<QueueCounts> {
  const viewer = { id: userId, scope };
  const most = MAX_COUNT + 1;
  const [cases, appeals, complaints, land, messages] = await Promise.all([
    countCases(db, scope, userId, most),
    countOpenAppeals(db, scope, most),
    countOpenComplaints(db, viewer, most),
    countLandWork(db, scope),
    scope.kind === 'national' ? countOpenMessages(db, viewer, most) : undefined,
  ]);
  return {
    mine: capped(cases.mine),
    office: capped(cases.office),
    nobody: capped(cases.nobody),
    late: capped(cases.late),
    appeals: capped(appeals),
    complaints: capped(complaints),
    ...land,
    ...(messages !== undefined && { messages: capped(messages) }),
  };
}
