/** What every write is done with: its transaction, who acts, and what leaves once it is committed. */
import type { ChangeEvent } from '@ardhi/contract';
import { type AuditEntry, type Author, audit } from '../audit/audit.ts';
import type { AddressedChangeEvent, Audience, ChangeEventBus } from '../database/change-events.ts';
import { type Db, isConflict } from '../database/db.ts';
import { formatPosition } from '../database/primary-log.ts';
import type { Replicas } from '../database/replica.ts';
import type { Env } from '../settings/env.ts';

/** `User` is what must be known of the actor: undefined for nobody and the system itself, unknown where it is all the same. */
export interface WriteContext<User = { id: string }> extends Author<User> {
  /** The transaction. */
  db: Db;
  env: Env;
  /** Leaves an entry in the audit trail, with the actor and the request of this context. */
  audit(entry: AuditEntry): Promise<void>;
  /** Tells of a change: the event leaves when the transaction is committed, and not at all when it is undone. */
  emit(to: Audience, kind: ChangeEvent['kind'], ids?: string[]): void;
}

/** The author of what nobody asked for: a job, a command. */
export const SYSTEM: Author<undefined> = { user: undefined, requestId: null };

interface Store {
  db: Db;
  env: Env;
  changeEvents: Pick<ChangeEventBus, 'publish'>;
  replica?: Pick<Replicas, 'log'>;
  /** Where a replica is read: how far it must be to know of what was just committed. */
  onCommit?: (position: string) => void;
}

/** Of two that wait for each other PostgreSQL ends one; nothing of it is left, and it may try again. */
const ATTEMPTS = 3;

/** Runs `work` in one transaction, again where another one was in its way: it changes nothing but the database. */
export type Transaction<User> = <T>(work: (context: WriteContext<User>) => Promise<T>) => Promise<T>;

export function transactionOf<User extends { id: string } | undefined>(
  { db: pool, env, changeEvents, replica, onCommit }: Store,
  author: Author<User>,
): Transaction<User> {
  const once: Transaction<User> = async (work) => {
    const events: AddressedChangeEvent[] = [];
    const result = await pool.transaction().execute((db) =>
      work({
        ...author,
        db,
        env,
        audit: (entry) => audit(db, author, entry),
        emit: (to, kind, ids = []) => events.push({ to, kind, ids }),
      }),
    );
    const position = replica && (await positionNow(replica));
    if (position) onCommit?.(position);
    changeEvents.publish(position ? events.map((event) => ({ ...event, position })) : events);
    return result;
  };
  return async (work) => {
    for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
      try {
        return await once(work);
      } catch (error) {
        if (!isConflict(error)) throw error;
      }
    }
    return once(work);
  };
}

/** What is committed is answered, also when the database is gone a moment later. */
export async function positionNow({ log }: Pick<Replicas, 'log'>): Promise<string | undefined> {
  return log.ask().then(formatPosition, () => undefined);
}
