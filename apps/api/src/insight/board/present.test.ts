import { MAX_BOARD_ROWS } from '@ardhi/contract';
import { expect, it } from 'vitest';
import { translator } from '../../lib/text/i18n.ts';
import { boardCsv } from './csv.ts';
import { presentBoard } from './present.ts';
import type { CountRow, NamedRow } from './queries.ts';

const row = (
  grouped: 'programme' | 'official',
  id: string | null,
  more: Partial<CountRow> = {},
): CountRow => ({
  kind: 'backlog',
  days: null,
  grouped,
  county: null,
  programme_id: grouped === 'programme' ? id : null,
  official_id: grouped === 'official' ? id : null,
  week: null,
  count: 1,
  ...more,
});

const board = (counts: CountRow[], names: NamedRow[] = []) =>
  presentBoard({
    counts,
    overdue: [],
    programmes: names,
    officials: names,
    from: '2026-01-01',
    to: '2026-01-07',
    asOf: 'moment',
    county: null,
    programme: null,
  });

it('lists programmes and officials of equal figures in one order, however PostgreSQL returns them', () => {
  const rows = (['programme', 'official'] as const).flatMap((grouped) =>
    [null, 'c', 'b', 'a'].map((id) => row(grouped, id)),
  );
  const names = [
    { id: 'a', name: 'Seed' },
    { id: 'b', name: 'Goats' },
    { id: 'c', name: 'Seed' },
  ];
  for (const { programmes, officers } of [board(rows, names), board(rows.toReversed(), names)]) {
    expect(programmes.map(({ programme }) => programme?._id ?? null)).toEqual(['b', 'a', 'c', null]);
    expect(officers.map(({ official }) => official?._id ?? null)).toEqual(['b', 'a', 'c', null]);
  }
});

it('adds up the rows beyond the limit in one row, here and in files', () => {
  // Each has decided in as many days as its number. Those with more decisions come first.
  const decided = (grouped: 'programme' | 'official', index: number) =>
    row(grouped, `id ${index}`, { kind: 'decided', days: index, count: index < 3 ? 1 : 2 });
  const rows = (['programme', 'official'] as const).flatMap((grouped) =>
    Array.from({ length: MAX_BOARD_ROWS + 3 }, (_, index) => decided(grouped, index)),
  );
  const data = board([...rows, row('official', null), row('official', 'id 2', { kind: 'complaintsAbout' })]);
  expect(data.programmes).toHaveLength(MAX_BOARD_ROWS);
  expect(data.otherProgrammes).toMatchObject({ count: 3, decided: 3, medianDays: 1, p90Days: 2, backlog: 0 });
  expect(data.officers).toHaveLength(MAX_BOARD_ROWS);
  // With the unassigned.
  expect(data.otherOfficers).toMatchObject({ count: 4, decided: 3, backlog: 1, complaints: 1 });
  expect(data.otherOfficers).not.toHaveProperty('received');
  const csv = boardCsv(data, translator('en'));
  expect(csv).toContain('By programme,All others (3),0,3,1,2,0,0,0,0,0,0\r\n');
  expect(csv).toContain('By official,All others (4),,3,1,2,1,0,0,0,0,1\r\n');
  expect(boardCsv(data, translator('sw'))).toContain('Kwa mpango,Jumla ya 3 zaidi,');
  expect(board([row('programme', 'a')])).toMatchObject({ otherProgrammes: null, otherOfficers: null });
});
