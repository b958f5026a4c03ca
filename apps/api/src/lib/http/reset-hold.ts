/**
 * Hold on an account whose password an official reset: for 24 hours it can be neither deleted nor exported, and its
 * contact data not changed. The owner is notified and has that time to object.
 */
import { sql } from 'kysely';
import type { Db } from '../database/db.ts';
import { problem } from '../text/problem.ts';

const HOLD_HOURS = 24;

/** Starts the hold, or extends it. */
export async function holdAccount(db: Db, userId: string): Promise<void> {
  await sql`update users set held_until = now() + make_interval(hours => ${HOLD_HOURS}) where id = ${userId}`.execute(
    db,
  );
}

export async function assertNotHeld(db: Db, userId: string): Promise<void> {
  const { rows } = await sql<{ day: string; time: string }>`
    select to_char(local, 'YYYY-MM-DD') as day, to_char(local, 'HH24:MI') as time
    from users, lateral (select held_until at time zone 'Africa/Nairobi' as local) as moment
    where id = ${userId} and held_until > now()`.execute(db);
  if (rows[0]) throw problem('account-held', { values: rows[0] });
}
