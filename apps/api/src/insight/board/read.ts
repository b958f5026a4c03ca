import { type Board, type BoardFigure, DEFAULT_BOARD_DAYS, NONE } from '@ardhi/contract';
import { addDays, DAY_MS, today } from '@ardhi/contract/dates';
import { MAX_BOARD_DAYS } from '@ardhi/contract/limits';
import type { Db } from '../../lib/database/db.ts';
import { type Area, complaintIsOpenTo, countyOf } from '../../lib/http/scope.ts';
import { fieldProblem } from '../../lib/text/problem.ts';
import type { BoardView } from './events.ts';
import { presentBoard } from './present.ts';
import { countBoard, listOfficialNames, listProgrammeNames } from './queries.ts';

interface BoardQuery {
  from?: string;
  to?: string;
  county?: string;
  programmeId?: string;
  figure?: BoardFigure;
}

/** Complaints that the caller may not see are not counted either. */
export function viewOf(user: { id: string }, scope: Area, query: BoardQuery): BoardView {
  const { county, programmeId } = query;
  const now = today();
  const to = query.to === undefined || query.to > now ? now : query.to;
  const from = query.from ?? addDays(to, 1 - DEFAULT_BOARD_DAYS);
  if (from > to) throw fieldProblem('to', 'issue.before-start');
  if (Date.parse(to) - Date.parse(from) >= MAX_BOARD_DAYS * DAY_MS)
    throw fieldProblem('from', 'issue.period-too-long', { days: MAX_BOARD_DAYS });
  return { scope, from, to, county, programmeId, complaints: complaintIsOpenTo({ id: user.id, scope }) };
}

export async function readBoard(db: Db, view: BoardView): Promise<Board> {
  const asOf = new Date().toISOString();
  const { counts, overdue } = await countBoard(db, view);
  const idsOf = (key: 'programme_id' | 'official_id') => [
    ...new Set(counts.flatMap((row) => row[key] ?? [])),
  ];
  const { scope, from, to, county = null, programmeId } = view;
  const isProgramme = programmeId !== undefined && programmeId !== NONE;
  const programmeIds = isProgramme ? [programmeId, ...idsOf('programme_id')] : idsOf('programme_id');
  const [programmes, officials] = await Promise.all([
    listProgrammeNames(db, programmeIds),
    listOfficialNames(db, idsOf('official_id')),
  ]);
  const programme = programmes.find(({ id }) => id === programmeId);
  return presentBoard({
    from,
    to,
    asOf,
    county: countyOf(scope) ?? county,
    programme: programme ? { _id: programme.id, name: programme.name } : null,
    counts,
    overdue,
    programmes,
    officials,
  });
}
