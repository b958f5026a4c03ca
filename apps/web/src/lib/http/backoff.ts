const MAX_WAIT_MS = 30_000;

/** Exponential backoff with jitter: all browsers would otherwise reconnect in the same second (thundering herd). */
export function backoff(attempt: number, random: number = Math.random()): number {
  return Math.min(MAX_WAIT_MS, 1_000 * 2 ** attempt) * (0.5 + random / 2);
}
