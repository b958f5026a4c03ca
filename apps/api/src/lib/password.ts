/** argon2id on worker threads, never more at once than leaves a core for everybody else. */
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { problem } from './problem.ts';

// OWASP's minimum for argon2id, which is the library's default kind: 19 MiB, two passes, one lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const MAX_AT_ONCE = Math.max(1, availableParallelism() - 1);
const MAX_WAITING = 256;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_AT_ONCE) {
    if (waiting.length >= MAX_WAITING) throw problem('busy', { retryAfterSeconds: 5 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, options));
}

export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return inTurn(() => verify(passwordHash, password));
}

let decoy: Promise<string> | null = null;

/** Takes as long as a real check, so that an unknown e-mail cannot be told from a wrong password by the clock. */
export async function verifyAgainstNothing(password: string): Promise<false> {
  decoy ??= hashPassword('nobody has this password');
  await verifyPassword(await decoy, password);
  return false;
}
