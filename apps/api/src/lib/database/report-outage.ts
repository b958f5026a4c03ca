import type { FastifyBaseLogger } from 'fastify';
import { databaseAway, diskFull } from '../logging/outage.ts';
import { isDatabaseAway, isDiskFull } from './db.ts';
import { RETRY_AFTER_SECONDS } from './disk-space.ts';

/** Counts an error that an outage explains instead of logging it. Returns false for other errors. */
export function reportOutage(log: FastifyBaseLogger, error: unknown): boolean {
  if (isDatabaseAway(error)) databaseAway.report(log, error as Error);
  // An external database reports a full disk only by failed writes: it counts as full until none failed for a while.
  else if (isDiskFull(error)) diskFull.report(log, error as Error, RETRY_AFTER_SECONDS * 1000);
  else return false;
  return true;
}
