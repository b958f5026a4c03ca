/** What a query function is handed, and what PostgreSQL's refusals mean. */
import type { Kysely } from 'kysely';
import type { DB } from './database.generated.ts';

/** The pool or a transaction: a query function does not care which. */
export type Db = Kysely<DB>;

const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  '53300', // too many connections
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // cannot connect now
  '08000',
  '08001',
  '08003',
  '08006',
]);

/** Whether the database could not be reached, as opposed to having refused a statement. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && awayCodes.has(code)) return true;
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/.test(
    error.message,
  );
}

/** The name of the constraint that a write broke, if that is what happened. */
export function brokenConstraint(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code?.startsWith('23') && constraint ? constraint : null;
}
