import type { Board, BoardFigures } from '@ardhi/contract';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp, signIn } from '../../../test/render.tsx';
import { stubResponses, wanjiru } from '../../../test/server.ts';
import BoardPage from './board-page.tsx';

const figures: BoardFigures = {
  received: 9,
  decided: 4,
  medianDays: 0,
  p90Days: 12,
  backlog: 3,
  overdue: 1,
  returned: 2,
  appealed: 2,
  upheld: 1,
  complaints: 5,
};
const none = Object.fromEntries(Object.keys(figures).map((name) => [name, 0])) as unknown as BoardFigures;
const { received: _, ...ofOfficer } = figures;
const [programmeId, officialId] = [wanjiru._id, wanjiru._id];
const board: Board = {
  from: '2026-10-01',
  to: '2026-10-14',
  asOf: '2026-10-14T08:00:00.000Z',
  county: null,
  programme: null,
  total: figures,
  counties: [{ ...figures, county: 'Nakuru' }],
  programmes: [{ ...figures, programme: { _id: programmeId, name: 'Drip kits' } }],
  otherProgrammes: { ...figures, count: 7 },
  officers: [
    { ...ofOfficer, official: { _id: officialId, name: 'Otieno' } },
    { ...none, medianDays: null, p90Days: null, backlog: 3, official: null },
  ],
  otherOfficers: null,
  weeks: [{ ...figures, from: '2026-10-12', to: '2026-10-14' }],
};

async function openBoard(data: Board) {
  signIn(wanjiru);
  stubResponses({
    'GET /government/board': { body: data },
    'GET /government/board/reports': { body: [] },
  });
  renderApp(<BoardPage />, { path: '/office?from=2026-10-01&to=2026-10-14' });
  await screen.findByText('Days to decide');
  await screen.findByText('No monthly report yet.', { exact: false });
}

const PERIOD = { from: '2026-10-01', to: '2026-10-14' };
const recordsIn = (link: HTMLElement) => {
  const { pathname, searchParams } = new URL((link as HTMLAnchorElement).href);
  return [pathname, Object.fromEntries(searchParams)];
};
const decidedIn = (filter: object) => ['/office/records', { figure: 'decided', ...PERIOD, ...filter }];

it('opens the records of every figure, also of days to decide and of appeals upheld', async () => {
  await openBoard(board);
  const total = (name: string) => recordsIn(screen.getByRole('link', { name }));
  expect(total('Days to decide: 0')).toEqual(decidedIn({}));
  expect(total('90% within 12 working days')).toEqual(decidedIn({}));
  expect(total('1 upheld')).toEqual(['/office/records', { figure: 'upheld', ...PERIOD }]);
  for (const [table, row, filter] of [
    ['By county', /Nakuru/, { county: 'Nakuru' }],
    ['By programme', /Drip kits/, { programmeId }],
    ['By official', /Otieno/, { officialId }],
    ['By week', /12 Oct/, { from: '2026-10-12' }],
  ] as const) {
    const cells = within(screen.getByRole('table', { name: table })).getByRole('row', { name: row });
    for (const days of ['0', '12'])
      expect(recordsIn(within(cells).getByRole('link', { name: days })), table).toEqual(decidedIn(filter));
    // All other figures, and the name that narrows the board.
    const figureCount = table === 'By official' ? 9 : 10;
    const nameLinks = table === 'By county' || table === 'By programme' ? 1 : 0;
    expect(within(cells).getAllByRole('link'), table).toHaveLength(figureCount + nameLinks);
  }
});

it('has no links to records that do not exist, or that are of many programmes', async () => {
  await openBoard({
    ...board,
    total: { ...figures, decided: 0, medianDays: null, p90Days: null, upheld: 0 },
  });
  expect(screen.getByText('No decisions in this period').closest('a')).toBeNull();
  expect(screen.getByText('0 upheld in the period').closest('a')).toBeNull();
  const row = (name: RegExp) => screen.getByRole('row', { name });
  expect(within(row(/Unassigned/)).getAllByRole('link')).toHaveLength(1);
  expect(within(row(/All others \(7\)/)).queryAllByRole('link')).toEqual([]);
});
