/** Logs one line when the database goes away and one when it is back, however many calls and connections fail. */
import type { FastifyBaseLogger } from 'fastify';

/** The outage is over after this time without a failure. */
const QUIET_MS = 10_000;

let outage: { since: number; last: number; noticed: number; end?: NodeJS.Timeout } | null = null;

export function reportOutage(log: FastifyBaseLogger, error: Error, quietMs = QUIET_MS): void {
  const now = Date.now();
  if (!outage) {
    outage = { since: now, last: now, noticed: 0 };
    const { code, message } = error as Error & { code?: string };
    // PostgreSQL messages can quote a row.
    log.error({ code, reason: 'severity' in error ? undefined : message }, 'the database is unreachable');
  }
  outage.last = now;
  outage.noticed += 1;
  clearTimeout(outage.end);
  outage.end = setTimeout(() => {
    const { since, last, noticed } = outage!;
    outage = null;
    log.warn({ seconds: Math.round((last - since) / 1000), noticed }, 'the database is reachable again');
  }, quietMs).unref();
}
