/** Work in a thread of its own, one piece after another, so that nobody else's request waits for it. */
import { Worker } from 'node:worker_threads';
import { problem } from './problem.ts';

/** What a thread can be asked for, by name. */
type Works<Work> = { [Name in keyof Work]: { given: unknown[]; answer: unknown } };

export interface WorkerPoolOptions {
  /** The file that the thread runs, from `src` on and without its ending; it calls `serve`. */
  file: string;
  /** More than this are refused. */
  maxWaiting: number;
}

const MAX_MS = 15_000;
const IDLE_MS = 30_000;

/** Starts the thread when something is asked for, ends it when nothing was for a while. */
export function workerPool<Work extends Works<Work>>({ file, maxWaiting }: WorkerPoolOptions) {
  let worker: Worker | null = null;
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
    // Also while nobody waits for an answer: an unheard error would end the server.
    started.on('error', () => {
      if (worker === started) worker = null;
    });
    return started;
  }

  /** One that does not answer in time is ended, and the next question starts another. */
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
      const answered = ({ answer, error }: Reply) =>
        finish(() => (error === undefined ? resolve(answer) : reject(new Error(error))));
      const failed = (error: Error) => finish(() => reject(error));
      const late = setTimeout(() => {
        stop();
        finish(() => reject(problem('busy', { retryAfterSeconds: 60 })));
      }, MAX_MS);
      asked.on('message', answered).on('error', failed).postMessage(order);
    });
  }

  return function elsewhere<Name extends keyof Work & string>(
    name: Name,
    ...given: Work[Name]['given']
  ): Promise<Work[Name]['answer']> {
    if (waiting >= maxWaiting) throw problem('busy', { retryAfterSeconds: 5 });
    waiting += 1;
    const mine = turn.then(() => ask({ name, given }) as Promise<Work[Name]['answer']>);
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
  // Bundled, this file is part of the server's own; unbundled, the thread reads TypeScript as this one does.
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(`./${file}.js`, import.meta.url));
  const source = new URL(`../${file}.ts`, import.meta.url);
  return new Worker(
    `import(${JSON.stringify(import.meta.resolve('tsx/esm/api'))}).then(({ register }) => {
      register();
      return import(${JSON.stringify(source.href)});
    });`,
    { eval: true },
  );
}
