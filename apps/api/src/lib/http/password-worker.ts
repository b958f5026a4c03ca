/** Worker thread that hashes and verifies passwords. */
import { constants, setPriority } from 'node:os';
import { hashSync, verifySync } from '@node-rs/argon2';
import { serve } from '../workers/worker.ts';

// OWASP's minimum for argon2id, which is the library's default kind: 19 MiB, two passes, one lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// A priority belongs to the thread on Linux, to the whole process elsewhere.
if (process.platform === 'linux') lowerPriority();

serve({
  hash: (password: string) => hashSync(password, options),
  verify: (passwordHash: string, password: string) => verifySync(passwordHash, password),
});

/** Optional: a sandbox may reject the system call, and hashing works without it. */
function lowerPriority(): void {
  try {
    setPriority(0, constants.priority.PRIORITY_LOW);
  } catch {
    // The thread keeps its priority.
  }
}
