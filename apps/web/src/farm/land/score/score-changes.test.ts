import { expect, it } from 'vitest';
import { changesByDay } from './score-changes.tsx';

it('sums the changes of a day, newest first, and omits changes of unknown cause', () => {
  const entry = { confidence: 80, status: 'assessed' } as const;
  const days = changesByDay([
    { ...entry, date: '2026-03-01', score: 50, status: 'initial' },
    { ...entry, date: '2026-03-02', score: 55 },
    { ...entry, date: '2026-04-01', score: 52, changes: [{ key: 'water', points: -3.1 }] },
    {
      ...entry,
      date: '2026-04-01',
      score: 57,
      changes: [
        { key: 'nitrogen', points: 6.1 },
        { key: 'water', points: -1.2 },
        { key: 'soil', points: 0.1 },
      ],
    },
    { ...entry, date: '2026-05-01', score: 56, changes: [{ key: 'soil', points: -0.9 }] },
  ]);
  expect(days).toEqual([
    { date: '2026-05-01', before: 57, after: 56, changes: [['soil', -0.9]] },
    {
      date: '2026-04-01',
      before: 55,
      after: 57,
      changes: [
        ['nitrogen', 6.1],
        ['water', -4.3],
        ['soil', 0.1],
      ],
    },
  ]);
});
