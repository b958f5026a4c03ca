/** Runs tasks in worker threads, so that they do not block other requests. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { problem } from '../text/problem.ts';

/** Tasks of a worker, by name. */
type Works<Work> = { [Name in keyof Work]: { args: unknown[]; result: unknown } };

export interface WorkerPoolOptions {
  /** File of the worker, relative to `src` and without extension; it calls `serve`. */
  file: string;
  /** Backpressure: further tasks are rejected. */
  maxWaiting: number;
  /** Used in turn; each runs one task at a time. */
  workers?: number;
  /** Processor time of a task at most, and the error above it. */
  maxMs?: number;
  late?: () => Error;
  /** An idle worker is stopped after this time, because it occupies 30 MB. */
  idleMs?: number;
}

const MAX_MS = 15_000;
/** Longest time of a task on a busy machine, relative to its limit. */
const MAX_DELAY = 4;
const tooBusy = () => problem('busy', { retryAfterSeconds: 60 });
const IDLE_MS = 30_000;

type RunTask<Work extends Works<Work>> = <Name extends keyof Work & string>(
  name: Name,
  ...args: Work[Name]['args']
) => Promise<Work[Name]['result']>;

export function workerPool<Work extends Works<Work>>({
  workers = 1,
  ...options
}: WorkerPoolOptions): RunTask<Work> {
  const pool = Array.from({ length: workers }, () => singleWorker<Work>(options));
  let next = 0;
  return (name, ...args) => {
    next = (next + 1) % pool.length;
    return pool[next]!(name, ...args);
  };
}

/** Starts the worker on demand and stops it when idle. */
function singleWorker<Work extends Works<Work>>({
  file,
  maxWaiting,
  maxMs = MAX_MS,
  late: lateError = tooBusy,
  idleMs = IDLE_MS,
}: WorkerPoolOptions): RunTask<Work> {
  let worker: Worker | null = null;
  let ready: Promise<unknown> | null = null;
  let pending = 0;
  let lastTask: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | null = null;

  function stop(): void {
    void worker?.terminate();
    worker = null;
  }

  function start(): Worker {
    const started = startWorker(file);
    started.unref();
    ready = once(started, 'message');
    // Needed even when idle: an unhandled `error` event would crash the process.
    started.on('error', () => {
      if (worker === started) worker = null;
    });
    return started;
  }

  /** A worker that does not respond in time is terminated; the next task starts another. */
  async function runTask(order: Order): Promise<unknown> {
    if (idle) clearTimeout(idle);
    worker ??= start();
    const busyWorker = worker;
    // The time to start does not count.
    await ready;
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void) => {
        clearTimeout(timeout);
        busyWorker.off('message', onMessage).off('error', onError);
        settle();
      };
      const onMessage = ({ result, error }: Reply) =>
        finish(() => (error === undefined ? resolve(result) : reject(new Error(error))));
      const onError = (error: Error) => finish(() => reject(error));
      const [begin, before] = [performance.now(), process.cpuUsage()];
      // The worker used at most the time of the process: on a busy machine a task may take longer.
      const checkTime = () => {
        const { user, system } = process.cpuUsage(before);
        const left = maxMs - (user + system) / 1000;
        if (left > 0 && performance.now() - begin < MAX_DELAY * maxMs) {
          timeout = setTimeout(checkTime, left);
          return;
        }
        stop();
        finish(() => reject(lateError()));
      };
      let timeout = setTimeout(checkTime, maxMs);
      busyWorker.on('message', onMessage).on('error', onError).postMessage(order);
    });
  }

  return (name, ...args) => {
    if (pending >= maxWaiting) throw problem('busy', { retryAfterSeconds: 5 });
    pending += 1;
    const task = lastTask.then(() => runTask({ name, args }));
    lastTask = task
      .catch(() => undefined)
      .finally(() => {
        pending -= 1;
        if (pending === 0) idle = setTimeout(stop, idleMs).unref();
      });
    return task;
  };
}

export interface Order {
  name: string;
  args: unknown[];
}

export interface Reply {
  result?: unknown;
  error?: string;
}

function startWorker(file: string): Worker {
  // In the bundle the workers are separate JavaScript files; otherwise they load TypeScript with tsx.
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
