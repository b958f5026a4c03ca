/** All work of an area as counts: each is what the list behind it has. */
import type { QueueCounts } from '@ardhi/contract';
import type { Db } from '../../lib/database/db.ts';
import type { Area } from '../../lib/http/scope.ts';
import { countOpenComplaints } from '../complaints/queries.ts';
import { countOpenMessages } from '../contact/queries.ts';
import { countOpenAppeals } from '../subsidies/appeal-queries.ts';
import { countCases, countWork } from './queries.ts';

const COUNTED = 10_000;
/** null where there are more than anybody would count. */
const capped = (count: number) => (count > COUNTED ? null : count);

export async function readCounts(db: Db, scope: Area, userId: string): Promise<QueueCounts> {
  const viewer = { id: userId, scope };
  const most = COUNTED + 1;
  const [cases, appeals, complaints, land, messages] = await Promise.all([
    countCases(db, scope, userId, most),
    countOpenAppeals(db, scope, most),
    countOpenComplaints(db, viewer, most),
    countWork(db, scope),
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
