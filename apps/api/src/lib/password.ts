/**
 * argon2id in threads of low priority, never more than leave a core for everybody else: while many people log in, the
 * others hardly notice, and the many wait for each other.
 */
import { availableParallelism } from 'node:os';
import { workerPool } from './worker-pool.ts';

type Work = {
  hash: { given: [password: string]; answer: string };
  verify: { given: [passwordHash: string, password: string]; answer: boolean };
};

const workers = Math.max(1, availableParallelism() - 1);
const inWorker = workerPool<Work>({ file: 'lib/password-worker', maxWaiting: 256, workers });

export async function hashPassword(password: string): Promise<string> {
  return inWorker('hash', password);
}

export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return inWorker('verify', passwordHash, password);
}

let decoy: Promise<string> | null = null;

/** Takes as long as a real check, so that an unknown e-mail cannot be told from a wrong password by the clock. */
export async function verifyAgainstNothing(password: string): Promise<false> {
  decoy ??= hashPassword('nobody has this password');
  await verifyPassword(await decoy, password);
  return false;
}
