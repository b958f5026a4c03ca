/** What a query function is handed, and what PostgreSQL's refusals mean. */
import type { Kysely, RawBuilder } from 'kysely';
import type { DB } from './database.generated.ts';

/** The pool or a transaction: a query function does not care which. */
export type Db = Kysely<DB>;

/** A piece of a statement. */
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
  '25006', // a standby, where the one that is written to was a moment ago
  '53300', // too many connections
]);
/**
 * Connection exceptions, a commit that no standby has confirmed among them; a server that stops or starts; and one that
 * refuses the process itself, whose password was changed a moment ago.
 */
const AWAY_CLASS = /^(08|28|57P)/;

/** Whether the database could not be reached, as opposed to having refused a statement. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && (AWAY_CODES.has(code) || AWAY_CLASS.test(code))) return true;
  return /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|not queryable/.test(
    error.message,
  );
}

/** Whether a statement was planned for tables that have changed since. */
export function isPlanOutdated(error: unknown): boolean {
  return (error as { routine?: unknown }).routine === 'RevalidateCachedQuery';
}

/** Deadlock or serialisation: the same again will do. */
export function isConflict(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === '40P01' || code === '40001';
}

/** The name of the constraint that a write broke, if that is what happened. */
export function brokenConstraint(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code?.startsWith('23') && constraint ? constraint : null;
}
