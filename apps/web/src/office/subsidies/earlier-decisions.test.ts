import type { Application } from '@ardhi/contract';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { earlierDecisions } from './earlier-decisions.ts';
import { subsidyKeys } from './keys.ts';

const RESTORED_TO = '2026-11-16T09:00:00.000Z';

it('reports decisions after the restored moment, and no others', () => {
  const client = new QueryClient();
  const row = (_id: string, status: Application['status'], decidedAt: string | null) =>
    ({ _id, name: `Seeds ${_id}`, status, decidedAt }) as Application;
  const rows = [
    row('before', 'approved', '2026-11-16T08:59:00.000Z'),
    row('after', 'approved', '2026-11-16T09:30:00.000Z'),
    row('rejected', 'rejected', '2026-11-17T09:30:00.000Z'),
    row('withdrawn', 'withdrawn', '2026-11-17T09:30:00.000Z'),
    row('pending', 'pending', null),
  ];
  client.setQueryData(subsidyKeys.mine, { rows, total: rows.length, next: undefined });
  const work = earlierDecisions(client, { id: 'a', restoredTo: Date.parse(RESTORED_TO) });
  expect(work.map(({ params, body }) => [params.id, body?.status])).toEqual([
    ['after', 'approved'],
    ['rejected', 'rejected'],
  ]);
  expect(work[0]).toMatchObject({ about: 'Seeds after', body: { decidedAt: '2026-11-16T09:30:00.000Z' } });
});
