import { problem } from '../text/problem.ts';

/**
 * Runs at most `atOnce` tasks. Names take turns, so that hundreds of tasks under one name do not delay the others. Above
 * `maxWaiting` per name, tasks are rejected with a 503.
 */
export function fairQueue(atOnce: number, { maxWaiting = Number.POSITIVE_INFINITY } = {}) {
  /** The first name has the next turn. */
  const queues = new Map<string, (() => void)[]>();
  let running = 0;

  function next(): void {
    const [first] = queues;
    if (!first) {
      running -= 1;
      return;
    }
    const [name, queue] = first;
    const start = queue.shift()!;
    queues.delete(name);
    if (queue.length > 0) queues.set(name, queue);
    // The slot passes directly to the next task, so that no newer one can take it.
    start();
  }

  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1;
    else {
      const queue = queues.get(name) ?? [];
      if (queue.length >= maxWaiting) throw problem('busy', { retryAfterSeconds: 5 });
      await new Promise<void>((start) => queues.set(name, [...queue, start]));
    }
    try {
      return await work();
    } finally {
      next();
    }
  };
}
