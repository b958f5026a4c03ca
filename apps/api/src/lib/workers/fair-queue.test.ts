import { expect, it } from 'vitest';
import { fairQueue } from './fair-queue.ts';

/** Submits all tasks at once and returns the names in the order in which they ran. */
async function servedOf(atOnce: number, names: string[]): Promise<string[]> {
  const inQueue = fairQueue(atOnce);
  const served: string[] = [];
  let running = 0;
  await Promise.all(
    names.map((name) =>
      inQueue(name, async () => {
        running += 1;
        expect(running).toBeLessThanOrEqual(atOnce);
        served.push(name);
        await Promise.resolve();
        running -= 1;
      }),
    ),
  );
  return served;
}

it('alternates between names and preserves the order within each', async () => {
  expect(await servedOf(1, ['a', 'a', 'a', 'a', 'b', 'c', 'b'])).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a']);
});

it('runs all tasks, and a busy name does not delay others', async () => {
  const many = Array.from({ length: 1000 }, (_, index) => (index < 990 ? 'many' : `few ${index}`));
  const served = await servedOf(2, many);
  expect(served.length).toBe(1000);
  // Two tasks of `many` are already running, and one more has its turn first.
  expect(served.indexOf('few 999')).toBeLessThan(14);
});

it('rejects only tasks of the name whose queue is full', async () => {
  const inQueue = fairQueue(1, { maxWaiting: 1 });
  let finish = () => {};
  const running = inQueue('a', () => new Promise<void>((resolve) => (finish = resolve)));
  const waiting = inQueue('a', async () => 'waited');
  await expect(inQueue('a', async () => 'too many')).rejects.toMatchObject({ status: 503 });
  const other = inQueue('b', async () => 'other');
  finish();
  await running;
  expect(await Promise.all([waiting, other])).toEqual(['waited', 'other']);
});

it('continues after a failed task', async () => {
  const inQueue = fairQueue(1);
  const failing = inQueue('a', () => Promise.reject(new Error('no')));
  const after = inQueue('a', () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('no');
  expect(await after).toBe('done');
});
