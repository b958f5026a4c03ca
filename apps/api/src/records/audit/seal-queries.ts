/** The trail's seals and months; the SQL stands in sql/trail.sql. */
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';

/** So many months have their partitions ahead, should the nightly job fail for long. */
const MONTHS_AHEAD = 3;

export async function makeMonths(db: Db): Promise<void> {
  await sql`select make_months(${MONTHS_AHEAD}::int)`.execute(db);
}

/** Returns whether something was sealed, so that there may be more. */
export async function sealTrail(db: Db): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`select seal_trail() as count`.execute(db);
  return rows[0]!.count > 0;
}

export async function noteSignInFailures(db: Db): Promise<void> {
  await sql`select note_sign_in_failures()`.execute(db);
}

/** The newest seal: whoever keeps its hash elsewhere can tell later whether anything before it was changed. */
export async function trailHead(db: Db) {
  const { id, epoch, sealed_at, hash } = await db
    .selectFrom('audit_seals')
    .select(['id', 'epoch', 'sealed_at', 'hash'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { seal: id, epoch, sealedAt: sealed_at, hash: hash.toString('hex') };
}
