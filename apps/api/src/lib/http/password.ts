/**
 * argon2id in threads of low priority, never more than leave a core for everybody else: while many people log in, the
 * others hardly notice, and the many wait for each other. `from` is the address of
 * whoever asks, or the person who is signed in: these take turns.
 */
import { availableParallelism } from 'node:os';
import { fairQueue } from '../workers/fair-queue.ts';
import { workerPool } from '../workers/worker-pool.ts';

type Work = {
  hash: { given: [password: string]; answer: string };
  verify: { given: [passwordHash: string, password: string]; answer: boolean };
};

const workers = Math.max(1, availableParallelism() - 1);
const inWorker = workerPool<Work>({ file: 'lib/http/password-worker', maxWaiting: workers, workers });
const inQueue = fairQueue(workers);

export async function hashPassword(from: string, password: string): Promise<string> {
  return inQueue(from, () => inWorker('hash', password));
}

export async function verifyPassword(from: string, passwordHash: string, password: string): Promise<boolean> {
  return inQueue(from, () => inWorker('verify', passwordHash, password));
}

let decoy: Promise<string> | null = null;

/** Takes as long as a real check, so that an unknown e-mail cannot be told from a wrong password by the clock. */
export async function verifyAgainstNothing(from: string, password: string): Promise<false> {
  decoy ??= hashPassword(from, 'nobody has this password');
  await verifyPassword(from, await decoy, password);
  return false;
}
