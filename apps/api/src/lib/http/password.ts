/**
 * argon2id in low-priority threads that leave one core free, so that many logins at once hardly slow other requests.
 * `from` is the client's address or the signed-in user; the queue is fair between networks and users.
 */
import { availableParallelism } from 'node:os';
import { networkOf } from '../settings/network.ts';
import { Problem } from '../text/problem.ts';
import { fairQueue } from '../workers/fair-queue.ts';
import { workerPool } from '../workers/worker-pool.ts';

type Work = {
  hash: { args: [password: string]; result: string };
  verify: { args: [passwordHash: string, password: string]; result: boolean };
};

const workers = Math.max(1, availableParallelism() - 1);
const file = 'lib/http/password-worker';
const inWorker = workerPool<Work>({ file, maxWaiting: workers, workers });
/** Stopped at once, so that a server that nobody uses stays small. */
const inTrialWorker = workerPool<Work>({ file, maxWaiting: 1, idleMs: 0 });
const inQueue = fairQueue(workers);

export async function hashPassword(from: string, password: string): Promise<string> {
  return inQueue(networkOf(from), () => observed(inWorker('hash', password)));
}

export async function verifyPassword(from: string, passwordHash: string, password: string): Promise<boolean> {
  return inQueue(networkOf(from), () => observed(inWorker('verify', passwordHash, password)));
}

/** Whether the last use succeeded; false before the first one. */
let isWorking = false;

/** A task that was rejected because of load says nothing about the hasher. */
async function observed<T>(task: Promise<T>): Promise<T> {
  try {
    const result = await task;
    isWorking = true;
    return result;
  } catch (error) {
    if (!(error instanceof Problem)) isWorking = false;
    throw error;
  }
}

let trial: Promise<string | null> | null = null;

/**
 * Why passwords cannot be hashed, or null. Tries it before the first use and after a failure: a sandbox or a lack of
 * memory can stop the workers while everything else works. Callers at the same time share one trial.
 */
export async function passwordHasherFault(): Promise<string | null> {
  if (isWorking) return null;
  trial ??= observed(inTrialWorker('hash', 'trial'))
    .then(
      () => null,
      (error: Error) => (error instanceof Problem ? null : error.message),
    )
    .finally(() => (trial = null));
  return trial;
}

let decoy: Promise<string> | null = null;

/** Takes as long as a real check, so that response times do not reveal whether an email is registered. */
export async function verifyAgainstDecoy(from: string, password: string): Promise<false> {
  decoy ??= hashPassword(from, 'nobody has this password').catch((error) => {
    decoy = null;
    throw error;
  });
  await verifyPassword(from, await decoy, password);
  return false;
}
