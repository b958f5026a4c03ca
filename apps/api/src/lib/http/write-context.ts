/** Context of a write: its transaction, its actor, and the events published after commit. */
import type { ChangeEvent, Role } from '@ardhi/contract';
import { type Author, audit, type Fields, type LabelledEntry } from '../audit/audit.ts';
import type { AddressedChangeEvent, Audience, ChangeEventBus } from '../database/change-events.ts';
import { type Db, isConflict } from '../database/db.ts';
import { prepared } from '../database/prepared.ts';
import type { Replicas } from '../database/replica.ts';
import { formatPosition } from '../database/wal-positions.ts';
import type { Env } from '../settings/env.ts';
import { problem } from '../text/problem.ts';

/** `User` is the required actor: undefined for anonymous callers and the system, unknown if it does not matter. */
export interface WriteContext<User = { id: string }> extends Author<User> {
  /** The transaction of this write. */
  db: Db;
  env: Env;
  /** Writes an audit log entry with the actor and request of this context. */
  audit<Before extends Fields, After extends Fields>(entry: LabelledEntry<Before, After>): Promise<void>;
  /** Queues a change event, which is published on commit and discarded on rollback. */
  emit(to: Audience, kind: ChangeEvent['kind'], ids?: string[]): void;
}

/** Author of work without a user: a job, a command. */
export const SYSTEM: Author<undefined> = { user: undefined, requestId: null };

interface Store {
  db: Db;
  env: Env;
  changeEvents: Pick<ChangeEventBus, 'publish'>;
  replica?: Pick<Replicas, 'log'>;
  /** Called if there is a replica, with the position that it needs to include the commit. */
  onCommit?: (position: string) => void;
}

/** PostgreSQL aborts one of two deadlocked transactions; it is rolled back and can be retried. */
const MAX_ATTEMPTS = 3;

/** Runs `work` in one transaction and retries conflicts, so `work` must change nothing but the database. */
export type Transaction<User> = <T>(work: (context: WriteContext<User>) => Promise<T>) => Promise<T>;

const holdActor = prepared<{ is_deleted: boolean; is_suspended: boolean }>(
  'hold-actor',
  `select deleted_at is not null as is_deleted, suspended_at is not null as is_suspended
   from users where id = $1 for key share`,
);

/**
 * The session was checked when the request arrived. Until the write ends, an official's account cannot be suspended or
 * closed: that locks the row for update. Farmers are exempt, so that their writes need no further statement.
 */
async function assertActive(db: Db, user: { id: string; role?: Role } | undefined): Promise<void> {
  if (user?.role !== 'government') return;
  const [actor] = await holdActor(db, [user.id]);
  if (!actor || actor.is_deleted) throw problem('account-deleted');
  if (actor.is_suspended) throw problem('account-suspended');
}

export function transactionOf<User extends { id: string; role?: Role } | undefined>(
  { db: pool, env, changeEvents, replica, onCommit }: Store,
  author: Author<User>,
): Transaction<User> {
  const runOnce: Transaction<User> = async (work) => {
    const events: AddressedChangeEvent[] = [];
    const result = await pool.transaction().execute(async (db) => {
      await assertActive(db, author.user);
      return work({
        ...author,
        db,
        env,
        audit: (entry) => audit(db, author, entry),
        emit: (to, kind, ids = []) => events.push({ to, kind, ids }),
      });
    });
    const position = replica && (await positionNow(replica));
    if (position) onCommit?.(position);
    changeEvents.publish(position ? events.map((event) => ({ ...event, position })) : events);
    return result;
  };
  return async (work) => {
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
      try {
        return await runOnce(work);
      } catch (error) {
        if (!isConflict(error)) throw error;
      }
    }
    return runOnce(work);
  };
}

/** Never throws: a committed write must be acknowledged even if the database fails a moment later. */
export async function positionNow({ log }: Pick<Replicas, 'log'>): Promise<string | undefined> {
  return log.ask().then(formatPosition, () => undefined);
}
