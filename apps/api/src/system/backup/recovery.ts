/**
 * Epoch: begins when the database was restored to an earlier moment. Phones learn it with the marker header and send again
 * what they had sent after that moment.
 */
import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import { changeSuspended } from '../../accounts/officials/service.ts';
import { journalOf, readJournals } from '../../accounts/users/journal.ts';
import { notifyProcesses } from '../../lib/database/change-events.ts';
import { connect } from '../../lib/database/database.ts';
import type { Db } from '../../lib/database/db.ts';
import { storeEpoch, storeMailHold } from '../../lib/database/stored-settings.ts';
import { SYSTEM, transactionOf } from '../../lib/http/write-context.ts';
import { migrateJobs } from '../../lib/jobs/jobs.ts';
import type { Env } from '../../lib/settings/env.ts';
import { initKeyedHash } from '../../lib/settings/keyed-hash.ts';
import { createPartitions } from '../../records/audit/seal-queries.ts';
import { deleteAccount } from '../personal-data/service.ts';
import { listJournals } from './folder.ts';

type Print = (line: string) => void;

interface Recovery {
  /** The moment that the data is of. */
  restoredTo: Date;
  /** The restored file: the journals in its folder apply too. */
  file?: string;
}

export async function beginEpoch(
  connectionString: string,
  env: Env,
  { restoredTo, file }: Recovery,
  print: Print,
): Promise<void> {
  initKeyedHash(env);
  const { db, pool, close } = connect(connectionString, { max: 2 });
  try {
    // A restore drops the jobs, and the backup may be older than this month.
    await createPartitions(db);
    await migrateJobs(pool);
    const transaction = transactionOf({ db, env, changeEvents: { publish: () => undefined } }, SYSTEM);
    await transaction(async (context) => {
      await storeEpoch(context.db, `${randomUUID()} ${restoredTo.toISOString()}`);
      await storeMailHold(context.db, true);
      const setting = `RESTORED_TO=${restoredTo.toISOString()}`;
      await context.audit({ action: 'setting.restore', entityId: null, after: { setting } });
      // A permission that was withdrawn after the restored moment must not be used before it is withdrawn again.
      await sql`delete from sessions using users where users.id = user_id and role = 'government'`.execute(
        context.db,
      );
    });
    print(`Phones send again what they have sent since ${restoredTo.toISOString()}.`);
    print('Officials must sign in again.');
    const journals = [journalOf(env), ...(file ? listJournals(dirname(file)) : [])];
    for (const line of await reapplyJournal(db, env, readJournals(journals))) print(line);
    print('Mail is held: check what is queued, then run "node cli.js release-mail".');
    await notifyProcesses(db, 'restore', [
      { to: { everybody: true }, kind: 'everything', ids: [] },
      { to: { offices: 'all' }, kind: 'settings', ids: [] },
    ]);
  } finally {
    await close();
  }
}

/** One transaction per account: a failure must not undo the others. */
async function reapplyJournal(db: Db, env: Env, states: ReturnType<typeof readJournals>): Promise<string[]> {
  const changeEvents = { publish: () => undefined };
  let erased = 0;
  let suspended = 0;
  const failures: string[] = [];
  for (const [userId, state] of states) {
    if (state === 'active') continue;
    const user = await db
      .selectFrom('users')
      .select(['id', 'role', 'suspended_at'])
      .where('id', '=', userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!user || (state === 'suspended' && user.suspended_at !== null)) continue;
    try {
      if (state === 'erased') {
        const author = { user: { id: user.id, role: user.role as 'farmer' }, requestId: null };
        await transactionOf({ db, env, changeEvents }, author)(deleteAccount);
        erased += 1;
      } else {
        await transactionOf(
          { db, env, changeEvents },
          SYSTEM,
        )((context) => changeSuspended(context, userId, true));
        suspended += 1;
      }
    } catch (error) {
      failures.push(`could not be ${state} again, do it by hand: ${userId} (${(error as Error).message})`);
    }
  }
  return [`Erased again: ${erased} accounts; suspended again: ${suspended}.`, ...failures];
}

/** Lets the queued mails go. */
export async function releaseMail(connectionString: string, print: Print): Promise<void> {
  const { db, close } = connect(connectionString, { max: 1 });
  try {
    await storeMailHold(db, false);
    await notifyProcesses(db, 'release', [{ to: { offices: 'all' }, kind: 'settings', ids: [] }]);
    print('Mail is sent again.');
  } finally {
    await close();
  }
}

/** Parses a moment with its time zone, as PostgreSQL writes it: `2026-11-16 09:30:00+03`. */
export async function parseMoment(connectionString: string, text: string): Promise<Date> {
  if (!/(Z|[+-]\d\d(:?\d\d)?)$/.test(text))
    throw new Error(`${text} has no time zone: write it as 2026-11-16T09:30:00+03`);
  const { db, close } = connect(connectionString, { max: 1 });
  try {
    const { rows } = await sql<{ at: string; is_past: boolean }>`
      select at, at < now() as is_past from (select ${text}::text::timestamptz as at) as moment`.execute(db);
    const { at, is_past } = rows[0]!;
    if (!is_past) throw new Error(`${text} is in the future: use the moment that the data is of`);
    return new Date(at);
  } finally {
    await close();
  }
}
