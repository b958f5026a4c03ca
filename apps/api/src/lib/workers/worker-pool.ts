/** Work in threads of its own, so that nobody else's request waits for it. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { problem } from '../text/problem.ts';

/** What a worker can be asked for, by name. */
type Works<Work> = { [Name in keyof Work]: { given: unknown[]; answer: unknown } };

export interface WorkerPoolOptions {
  /** The file that a worker runs, from `src` on and without its ending; it calls `serve`. */
  file: string;
  /** Backpressure: more than this are refused. */
  maxWaiting: number;
  /** Each takes its turn, and does one piece of work after another. */
  workers?: number;
  /** What one piece of work may take, and what it is refused with then. */
  maxMs?: number;
  late?: () => Error;
}

const MAX_MS = 15_000;
const tooBusy = () => problem('busy', { retryAfterSeconds: 60 });
const IDLE_MS = 30_000;

type Ask<Work extends Works<Work>> = <Name extends keyof Work & string>(
  name: Name,
  ...given: Work[Name]['given']
) => Promise<Work[Name]['answer']>;

export function workerPool<Work extends Works<Work>>({
  workers = 1,
  ...options
}: WorkerPoolOptions): Ask<Work> {
  const pool = Array.from({ length: workers }, () => singleWorker<Work>(options));
  let next = 0;
  return (name, ...given) => {
    next = (next + 1) % pool.length;
    return pool[next]!(name, ...given);
  };
}

/** Starts the worker when something is asked for, ends it when nothing was for a while. */
function singleWorker<Work extends Works<Work>>({
  file,
  maxWaiting,
  maxMs = MAX_MS,
  late: lateError = tooBusy,
}: WorkerPoolOptions): Ask<Work> {
  let worker: Worker | null = null;
  let ready: Promise<unknown> | null = null;
  let waiting = 0;
  let turn: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | null = null;

  function stop(): void {
    void worker?.terminate();
    worker = null;
  }

  function start(): Worker {
    const started = startWorker(file);
    started.unref();
    ready = once(started, 'message');
    // Also while nobody waits for an answer: an unheard error would end the server.
    started.on('error', () => {
      if (worker === started) worker = null;
    });
    return started;
  }

  /** One that does not answer in time is ended, and the next question starts another. */
  async function ask(order: Order): Promise<unknown> {
    if (idle) clearTimeout(idle);
    worker ??= start();
    const asked = worker;
    // What it takes to start does not count.
    await ready;
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void) => {
        clearTimeout(late);
        asked.off('message', answered).off('error', failed);
        settle();
      };
      const answered = ({ answer, error }: Reply) =>
        finish(() => (error === undefined ? resolve(answer) : reject(new Error(error))));
      const failed = (error: Error) => finish(() => reject(error));
      const late = setTimeout(() => {
        stop();
        finish(() => reject(lateError()));
      }, maxMs);
      asked.on('message', answered).on('error', failed).postMessage(order);
    });
  }

  return (name, ...given) => {
    if (waiting >= maxWaiting) throw problem('busy', { retryAfterSeconds: 5 });
    waiting += 1;
    const mine = turn.then(() => ask({ name, given }));
    turn = mine
      .catch(() => undefined)
      .finally(() => {
        waiting -= 1;
        if (waiting === 0) idle = setTimeout(stop, IDLE_MS).unref();
      });
    return mine;
  };
}

export interface Order {
  name: string;
  given: unknown[];
}

export interface Reply {
  answer?: unknown;
  error?: string;
}

function startWorker(file: string): Worker {
  // Bundled, this file is part of the server's own; unbundled, the worker reads TypeScript as this one does.
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(`./${file}.js`, import.meta.url));
  const source = new URL(`../../${file}.ts`, import.meta.url);
  return new Worker(
    `import(${JSON.stringify(import.meta.resolve('tsx/esm/api'))}).then(({ register }) => {
      register();
      return import(${JSON.stringify(source.href)});
    });`,
    { eval: true },
  );
}
