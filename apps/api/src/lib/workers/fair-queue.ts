import { problem } from '../text/problem.ts';

/**
 * So much work at a time. Different names take turns, so that hundreds under one name keep nobody else waiting; more
 * than `maxWaiting` of one name are told to come back later.
 */
export function fairQueue(atOnce: number, { maxWaiting = Number.POSITIVE_INFINITY } = {}) {
  /** Whose turn is next stands first. */
  const lines = new Map<string, (() => void)[]>();
  let running = 0;

  function next(): void {
    const [first] = lines;
    if (!first) {
      running -= 1;
      return;
    }
    const [name, line] = first;
    const start = line.shift()!;
    lines.delete(name);
    if (line.length > 0) lines.set(name, line);
    // The place goes straight to the next, so that nobody slips in between.
    start();
  }

  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1;
    else {
      const line = lines.get(name) ?? [];
      if (line.length >= maxWaiting) throw problem('busy', { retryAfterSeconds: 5 });
      await new Promise<void>((start) => lines.set(name, [...line, start]));
    }
    try {
      return await work();
    } finally {
      next();
    }
  };
}
