import { expect, it } from 'vitest';
import { workerPool } from './worker-pool.ts';

interface Tasks {
  wait: { args: [ms: number]; result: string };
  compute: { args: []; result: never };
}

const MAX_MS = 1000;
const pool = () =>
  workerPool<Tasks>({
    file: '../test/worker-pool-tasks',
    maxWaiting: 1,
    maxMs: MAX_MS,
    late: () => new Error('late'),
    idleMs: 0,
  });

it('stops a task that computes longer than its limit', async () => {
  const run = pool();
  await expect(run('compute')).rejects.toThrow('late');
  expect(await run('wait', 0)).toBe('timed-out');
});

it('does not count time in which a busy machine does not run the task', async () => {
  expect(await pool()('wait', 1.5 * MAX_MS)).toBe('timed-out');
});
