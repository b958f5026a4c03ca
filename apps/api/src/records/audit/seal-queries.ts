/** Seals and monthly partitions of the audit log. The SQL functions are defined in sql/trail.sql. */
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';

/** Partitions are created this far ahead, so that inserts survive a long outage of the nightly job. */
const MONTHS_AHEAD = 3;

export async function createPartitions(db: Db): Promise<void> {
  await sql`select make_months(${MONTHS_AHEAD}::int)`.execute(db);
}

/** Returns whether anything was sealed; if so, there may be more. */
export async function sealAuditLog(db: Db): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`select seal_trail() as count`.execute(db);
  return rows[0]!.count > 0;
}

/** Age of the oldest entry that no seal covers. An entry of an earlier day counts from the last seal: demo data is old. */
export async function secondsUnsealed(db: Db): Promise<number> {
  const { rows } = await sql<{ age: number }>`
    with last as (select epoch, until_xid, sealed_at from audit_seals order by id desc limit 1)
    select coalesce(extract(epoch from now() - min(greatest(at, sealed_at))), 0)::float8 as age
    from audit_log, last where audit_log.epoch = last.epoch and xid >= last.until_xid`.execute(db);
  return rows[0]!.age;
}

export async function logSignInFailures(db: Db): Promise<void> {
  await sql`select note_sign_in_failures()`.execute(db);
}

/** The newest seal. A copy of its hash outside the database proves later that no earlier row was changed. */
export async function auditLogHead(db: Db) {
  const { id, epoch, sealed_at, hash } = await db
    .selectFrom('audit_seals')
    .select(['id', 'epoch', 'sealed_at', 'hash'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { seal: id, epoch, sealedAt: sealed_at, hash: hash.toString('hex') };
}
