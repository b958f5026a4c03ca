/** The thread that measures large boundaries: started by `geometry.ts` when there is one, ended when there is none. */
import { parentPort } from 'node:worker_threads';
import { work } from './work.ts';

export interface Order {
  name: keyof typeof work;
  given: unknown[];
}

parentPort?.on('message', ({ name, given }: Order) => {
  const run = work[name] as (...given: unknown[]) => unknown;
  try {
    parentPort?.postMessage({ answer: run(...given) });
  } catch (error) {
    parentPort?.postMessage({ error: String(error) });
  }
});
