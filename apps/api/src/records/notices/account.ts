/** A person's notices, for the data download and for account deletion. */
import type { Language } from '@ardhi/contract';
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import type { SignedInUser } from '../../lib/http/session.ts';
import { listNotices } from './queries.ts';
import { noticeTexts } from './texts.ts';

const NOTICES_MAXIMUM = 10_000;

export async function accountNotices(db: Db, user: Pick<SignedInUser, 'id' | 'role' | 'language'>) {
  const rows = await listNotices(db, user, { limit: NOTICES_MAXIMUM, after: null });
  return rows.map((row) => ({
    ...noticeTexts(user.language as Language, row.kind, row.details),
    createdAt: row.created_at,
    read: row.read,
  }));
}

/** Reads of broadcast notices stay counted, without the reader's identity. */
export async function deleteOwnNotices(db: Db, userId: string): Promise<void> {
  // The tautology matches the two partial indexes: withdrawn and not withdrawn.
  await sql`
    delete from notices
    where user_id = ${userId} and (withdrawn_at is null or withdrawn_at is not null)`.execute(db);
  await db.deleteFrom('notice_marks').where('user_id', '=', userId).execute();
}
