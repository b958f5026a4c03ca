/** The board from its counts. */
import {
  type Board,
  type BoardFigures,
  type BoardRecord,
  MAX_BOARD_ROWS,
  type OfficerFigures,
} from '@ardhi/contract';
import { addDays, DAY_MS } from '@ardhi/contract/dates';
import { initialsOf } from '../../lib/text/initials.ts';
import { fromCents } from '../../lib/text/money.ts';
import type { BoardCounts, CountRow, NamedRow, OverdueRow, RecordRow } from './queries.ts';

/** The value at this rank of the decisions, sorted by their days. */
function nearestRank(counts: readonly { days: number; count: number }[], share: number): number | null {
  const total = sumOf(counts);
  let seen = 0;
  for (const { days, count } of [...counts].sort((a, b) => a.days - b.days)) {
    seen += count;
    if (seen >= share * total) return days;
  }
  return null;
}

const sumOf = (rows: readonly { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0);

function figuresOf(rows: readonly CountRow[]): BoardFigures {
  const countOf = (kind: CountRow['kind']) => sumOf(rows.filter((row) => row.kind === kind));
  const decisions = rows.flatMap(({ kind, days, count }) =>
    kind === 'decided' && days !== null ? [{ days, count }] : [],
  );
  return {
    received: countOf('received'),
    decided: countOf('decided'),
    medianDays: nearestRank(decisions, 0.5),
    p90Days: nearestRank(decisions, 0.9),
    backlog: countOf('backlog'),
    overdue: countOf('overdue'),
    returned: countOf('returned'),
    appealed: countOf('appealed'),
    upheld: countOf('upheld'),
    complaints: countOf('complaints'),
  };
}

function groupsOf(
  rows: readonly CountRow[],
  grouped: CountRow['grouped'],
  key: 'county' | 'programme_id' | 'official_id',
): [string | null, CountRow[]][] {
  const groups = new Map<string | null, CountRow[]>();
  for (const row of rows) {
    if (row.grouped !== grouped) continue;
    const group = groups.get(row[key]);
    if (group) group.push(row);
    else groups.set(row[key], [row]);
  }
  return [...groups];
}

const isEmpty = (figures: OfficerFigures & { received?: number }) =>
  Object.values(figures).every((value) => !value);

const byDecisions = (a: OfficerFigures, b: OfficerFigures) => b.decided - a.decided || b.backlog - a.backlog;

type Named = { _id: string; name: string } | null;
/** The row without a name last. Equal names are in a fixed order too: two reads must not differ. */
const byName = (a: Named, b: Named) =>
  (a?.name ?? '\uFFFF').localeCompare(b?.name ?? '\uFFFF') || (a?._id ?? '').localeCompare(b?._id ?? '');

/** Monday to Sunday, cut at the ends of the period. */
export function weeksOf(from: string, to: string): { monday: string; from: string; to: string }[] {
  const daysSinceMonday = (new Date(from).getUTCDay() + 6) % 7;
  const first = addDays(from, -daysSinceMonday);
  const count = Math.floor((Date.parse(to) - Date.parse(first)) / (7 * DAY_MS)) + 1;
  return Array.from({ length: count }, (_, index) => {
    const monday = addDays(first, 7 * index);
    const sunday = addDays(monday, 6);
    return { monday, from: monday < from ? from : monday, to: sunday > to ? to : sunday };
  });
}

/** Backlog and overdue of a week are those at the end of its last day. */
function weekRows(
  rows: readonly CountRow[],
  { from, to }: { from: string; to: string },
  overdue: readonly OverdueRow[],
  backlogAtEnd: number,
): Board['weeks'] {
  let backlog = backlogAtEnd;
  return weeksOf(from, to)
    .reverse()
    .map((week) => {
      const ofWeek = rows.filter((row) => row.grouped === 'week' && row.week === week.monday);
      const figures = figuresOf(ofWeek);
      const withdrawn = sumOf(ofWeek.filter(({ kind }) => kind === 'withdrawn'));
      const atEnd = backlog;
      backlog += figures.decided + withdrawn - figures.received;
      const late = overdue.filter(({ first, last }) => first <= week.to && week.to <= last);
      return { ...figures, backlog: atEnd, overdue: sumOf(late), from: week.from, to: week.to };
    })
    .reverse();
}

/** Those with the most decisions first; all beyond the limit as one row, so that the rows leave nothing out. */
function ranked<Figures extends OfficerFigures>(
  groups: readonly [id: string | null, rows: readonly CountRow[]][],
  toFigures: (rows: readonly CountRow[]) => Figures,
  names: readonly NamedRow[],
) {
  const nameOf = (id: string) => names.find((row) => row.id === id)?.name ?? '';
  const sorted = groups
    .map(([id, rows]) => ({
      rows,
      figures: toFigures(rows),
      named: id === null ? null : { _id: id, name: nameOf(id) },
    }))
    .filter(({ figures }) => !isEmpty(figures))
    .sort((a, b) => byDecisions(a.figures, b.figures) || byName(a.named, b.named));
  const others = sorted.splice(MAX_BOARD_ROWS);
  return {
    first: sorted,
    others:
      others.length > 0 ? { ...toFigures(others.flatMap(({ rows }) => rows)), count: others.length } : null,
  };
}

function officerFigures(rows: readonly CountRow[]): OfficerFigures {
  const { received: _, ...figures } = figuresOf(
    rows.map((row) => (row.kind === 'complaintsAbout' ? { ...row, kind: 'complaints' as const } : row)),
  );
  return figures;
}

interface BoardParts extends Pick<Board, 'from' | 'to' | 'asOf' | 'county' | 'programme'>, BoardCounts {
  programmes: readonly NamedRow[];
  officials: readonly NamedRow[];
}

export function presentBoard({ counts, overdue, programmes, officials, ...view }: BoardParts): Board {
  // Every event is in one county, or in none.
  const total = figuresOf(counts.filter(({ grouped }) => grouped === 'county'));
  const byProgramme = ranked(groupsOf(counts, 'programme', 'programme_id'), figuresOf, programmes);
  // Of no official: only what is unassigned.
  const ofOfficials = counts.filter(
    ({ official_id, kind }) => official_id !== null || kind === 'backlog' || kind === 'overdue',
  );
  const byOfficer = ranked(groupsOf(ofOfficials, 'official', 'official_id'), officerFigures, officials);
  return {
    ...view,
    total,
    counties: groupsOf(counts, 'county', 'county')
      .map(([county, rows]) => ({ ...figuresOf(rows), county }))
      .filter(({ county, ...figures }) => !isEmpty(figures))
      .sort((a, b) => (a.county ?? '\uFFFF').localeCompare(b.county ?? '\uFFFF')),
    programmes: byProgramme.first.map(({ figures, named }) => ({ ...figures, programme: named })),
    otherProgrammes: byProgramme.others,
    officers: byOfficer.first.map(({ figures, named }) => ({ ...figures, official: named })),
    otherOfficers: byOfficer.others,
    weeks: weekRows(counts, view, overdue, total.backlog),
  };
}

export const presentRecord =
  (isMasked: boolean) =>
  (row: RecordRow): BoardRecord => ({
    _id: row.subsidy_id,
    reference: row.reference,
    name: isMasked ? null : row.name,
    programme: row.programme_name,
    applicant: { _id: row.owner_id, name: isMasked ? initialsOf(row.owner_name) : row.owner_name },
    county: row.county,
    amount: fromCents(row.amount_cents),
    status: row.status,
    at: row.at,
    days: row.days,
    official: row.official_name,
  });
