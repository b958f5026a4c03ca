/** Worker side of `worker-pool.ts`. */
import { parentPort } from 'node:worker_threads';
import type { Order, Reply } from './worker-pool.ts';

export function serve(work: object): void {
  parentPort?.on('message', ({ name, args }: Order) => {
    const run = (work as Record<string, (...args: unknown[]) => unknown>)[name];
    try {
      const result = run?.(...args);
      // Byte arrays are transferred, not copied.
      const transferList = result instanceof Uint8Array ? [result.buffer as ArrayBuffer] : [];
      parentPort?.postMessage({ result } satisfies Reply, transferList);
    } catch (error) {
      parentPort?.postMessage({ error: String(error) } satisfies Reply);
    }
  });
  parentPort?.postMessage('ready');
}
