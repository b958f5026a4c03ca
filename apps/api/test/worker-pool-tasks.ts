/** Worker of worker-pool.test.ts. */
import { serve } from '../src/lib/workers/worker.ts';

const pause = new Int32Array(new SharedArrayBuffer(4));

export const work = {
  /** Occupies the worker without processor time, as on a busy machine. */
  wait: (ms: number) => Atomics.wait(pause, 0, 0, ms),
  compute: () => {
    for (;;);
  },
};

serve(work);
