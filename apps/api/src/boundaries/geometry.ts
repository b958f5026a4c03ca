/** Small boundaries are measured at once; large ones in a thread of their own, one after another, so that nobody else waits. */
import { Worker } from 'node:worker_threads';
import { cornerCount, MOST_CORNERS, type Shape } from '@ardhi/geo';
import { problem } from '../lib/problem.ts';
import type { Order } from './geometry-worker.ts';
import type { Neighbour } from './overlap.ts';
import { type Work, work } from './work.ts';

/** A few milliseconds of work. */
const SMALL_CORNERS = 400;
const SMALL_TOGETHER = 1500;

/** Each waits with a transaction open, so there are never many. */
const MOST_WAITING = 4;
const LONGEST_MS = 15_000;
const IDLE_MS = 30_000;

export function measure(geometry: unknown): Promise<Work['measure']['answer']> {
  return countPositions(geometry) <= SMALL_CORNERS
    ? Promise.resolve(work.measure(geometry))
    : elsewhere('measure', geometry);
}

export function strips(
  shape: Shape,
  neighbours: Neighbour[],
  toleranceMetres: number,
): Promise<Work['strips']['answer']> {
  const corners = neighbours.reduce((sum, { shape: other }) => sum + cornerCount(other), cornerCount(shape));
  return corners <= SMALL_TOGETHER
    ? Promise.resolve(work.strips(shape, neighbours, toleranceMetres))
    : elsewhere('strips', shape, neighbours, toleranceMetres);
}

/** Of whatever was sent: counted without trust in its form. */
function countPositions(geometry: unknown): number {
  const count = (value: unknown, depth: number): number => {
    if (!Array.isArray(value) || depth === 0) return 0;
    let total = 1;
    for (const inner of value) {
      total += count(inner, depth - 1);
      if (total > MOST_CORNERS) break;
    }
    return total;
  };
  return count((geometry as { coordinates?: unknown } | null)?.coordinates, 4);
}

let worker: Worker | null = null;
let waiting = 0;
let turn: Promise<unknown> = Promise.resolve();
let idle: NodeJS.Timeout | null = null;

function elsewhere<Name extends keyof Work>(
  name: Name,
  ...given: Work[Name]['given']
): Promise<Work[Name]['answer']> {
  if (waiting >= MOST_WAITING) throw problem('busy', { retryAfterSeconds: 5 });
  waiting += 1;
  const mine = turn.then(() => ask({ name, given }) as Promise<Work[Name]['answer']>);
  turn = mine
    .catch(() => undefined)
    .finally(() => {
      waiting -= 1;
      if (waiting === 0) idle = setTimeout(stop, IDLE_MS).unref();
    });
  return mine;
}

/** Asks the thread; one that does not answer in time is ended, and the next question starts another. */
function ask(order: Order): Promise<unknown> {
  if (idle) clearTimeout(idle);
  worker ??= start();
  const asked = worker;
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(late);
      asked.off('message', answered).off('error', failed);
      settle();
    };
    const answered = ({ answer, error }: { answer?: unknown; error?: string }) =>
      finish(() => (error === undefined ? resolve(answer) : reject(new Error(error))));
    const failed = (error: Error) => finish(() => reject(error));
    const late = setTimeout(() => {
      stop();
      finish(() => reject(problem('busy', { retryAfterSeconds: 60 })));
    }, LONGEST_MS);
    asked.on('message', answered).on('error', failed).postMessage(order);
  });
}

function start(): Worker {
  // Bundled, this file is part of the server's own; unbundled, the thread reads TypeScript as this one does.
  const bundled = new URL('./boundaries/geometry-worker.js', import.meta.url);
  const started = import.meta.url.endsWith('.ts') ? startFromSource() : new Worker(bundled);
  started.unref();
  // Also while nobody waits for an answer: an unheard error would end the server.
  started.on('error', () => {
    if (worker === started) worker = null;
  });
  return started;
}

function startFromSource(): Worker {
  const source = new URL('./geometry-worker.ts', import.meta.url);
  return new Worker(
    `import(${JSON.stringify(import.meta.resolve('tsx/esm/api'))}).then(({ register }) => {
      register();
      return import(${JSON.stringify(source.href)});
    });`,
    { eval: true },
  );
}

function stop(): void {
  void worker?.terminate();
  worker = null;
}
