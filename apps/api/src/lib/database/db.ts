/** Database type for query functions, and the classification of PostgreSQL errors. */
import type { Kysely, RawBuilder } from 'kysely';
import type { DB } from './database.generated.ts';

/** The pool or a transaction; query functions work with both. */
export type Db = Kysely<DB>;

/** SQL fragment. */
export type Sql = RawBuilder<unknown>;

const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '25006', // read-only: the primary has just become a standby
  '53300', // too many connections
]);
/**
 * Connection exceptions, including a commit that no standby confirmed; a server that is stopping or starting; a rejected
 * login, for example just after a password change.
 */
const AWAY_CLASS = /^(08|28|57P)/;

/** Whether the database was unreachable, as opposed to rejecting a statement. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && (AWAY_CODES.has(code) || AWAY_CLASS.test(code))) return true;
  return /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|not queryable/.test(
    error.message,
  );
}

/** Whether PostgreSQL found no space for a file, such as a table, its WAL or a large sort. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === '53100';
}

/** Whether a table has changed since the prepared statement was planned. */
export function isPlanOutdated(error: unknown): boolean {
  return (error as { routine?: unknown }).routine === 'RevalidateCachedQuery';
}

/** Deadlock or serialisation failure: the transaction can be retried. */
export function isConflict(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === '40P01' || code === '40001';
}

/** Name of the violated constraint; null for other errors. */
export function brokenConstraint(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code?.startsWith('23') && constraint ? constraint : null;
}
