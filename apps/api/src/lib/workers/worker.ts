/** Worker side of `worker-pool.ts`. */
import { parentPort } from 'node:worker_threads';
import type { Order, Reply } from './worker-pool.ts';

export function serve(work: object): void {
  parentPort?.on('message', ({ name, given }: Order) => {
    const run = (work as Record<string, (...given: unknown[]) => unknown>)[name];
    try {
      const answer = run?.(...given);
      // Byte arrays are transferred, not copied.
      const transferList = answer instanceof Uint8Array ? [answer.buffer as ArrayBuffer] : [];
      parentPort?.postMessage({ answer } satisfies Reply, transferList);
    } catch (error) {
      parentPort?.postMessage({ error: String(error) } satisfies Reply);
    }
  });
  parentPort?.postMessage('ready');
}
