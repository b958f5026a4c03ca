import { expect, it } from 'vitest';
import { presentBoard } from './present.ts';
import type { CountRow } from './queries.ts';

it('lists programmes and officials of equal figures in one order, however PostgreSQL returns them', () => {
  const row = (grouped: 'programme' | 'official', id: string | null): CountRow => ({
    kind: 'backlog',
    days: null,
    grouped,
    county: null,
    programme_id: grouped === 'programme' ? id : null,
    official_id: grouped === 'official' ? id : null,
    week: null,
    count: 1,
  });
  const rows = (['programme', 'official'] as const).flatMap((grouped) =>
    [null, 'c', 'b', 'a'].map((id) => row(grouped, id)),
  );
  const names = [
    { id: 'a', name: 'Seed' },
    { id: 'b', name: 'Goats' },
    { id: 'c', name: 'Seed' },
  ];
  const board = (counts: CountRow[]) =>
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
  for (const { programmes, officers } of [board(rows), board(rows.toReversed())]) {
    expect(programmes.map(({ programme }) => programme?._id ?? null)).toEqual(['b', 'a', 'c', null]);
    expect(officers.map(({ official }) => official?._id ?? null)).toEqual(['b', 'a', 'c', null]);
  }
});
