/**
 * argon2id in low-priority threads that leave one core free, so that many logins at once hardly slow other requests.
 * `from` is the client's address or the signed-in user; the queue is fair between networks and users.
 */
import { availableParallelism } from 'node:os';
import { networkOf } from '../settings/network.ts';
import { fairQueue } from '../workers/fair-queue.ts';
import { workerPool } from '../workers/worker-pool.ts';

type Work = {
  hash: { args: [password: string]; result: string };
  verify: { args: [passwordHash: string, password: string]; result: boolean };
};

const workers = Math.max(1, availableParallelism() - 1);
const inWorker = workerPool<Work>({ file: 'lib/http/password-worker', maxWaiting: workers, workers });
const inQueue = fairQueue(workers);

export async function hashPassword(from: string, password: string): Promise<string> {
  return inQueue(networkOf(from), () => inWorker('hash', password));
}

export async function verifyPassword(from: string, passwordHash: string, password: string): Promise<boolean> {
  return inQueue(networkOf(from), () => inWorker('verify', passwordHash, password));
}

let decoy: Promise<string> | null = null;

/** Takes as long as a real check, so that response times do not reveal whether an email is registered. */
export async function verifyAgainstDecoy(from: string, password: string): Promise<false> {
  decoy ??= hashPassword(from, 'nobody has this password');
  await verifyPassword(from, await decoy, password);
  return false;
}
