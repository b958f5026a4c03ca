/**
 * Reads from a replica if it has everything that the reader has already seen, otherwise from the primary. Decision 21
 * gives the reasons.
 */
import { setTimeout as pause } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresDialect,
  sql,
} from 'kysely';
import { counters } from '../logging/counters.ts';
import type { DB } from './database.generated.ts';
import type { Database } from './database.ts';
import { type Db, isConflict, isDatabaseAway, isPlanOutdated } from './db.ts';
import { type Position, parsePosition, type WalPositions } from './wal-positions.ts';

/** Maximum wait for the replica to reach the reader's position. */
const MAX_WAIT_MS = 500;
const POLL_MS = 15;
/** After a timed-out wait, or a failed connection, other reads skip the wait, or the replica, for this long. */
const SKIP_WAIT_MS = 1_000;
const SKIP_REPLICA_MS = 2_000;

/** WAL positions of the primary, and the replica for calls and for exports. */
export interface Replicas {
  log: WalPositions;
  calls: Replica;
  exports: Replica;
}

export interface Read<T> {
  result: T;
  /** Everything committed before this time is included. */
  asOf: Date;
}

export class Replica {
  readonly #log: WalPositions;
  readonly #replica: Database;
  readonly #primary: Db;
  /** Connections with a read in progress. */
  #busy = 0;
  #skipWaitUntil = 0;
  #skipReplicaUntil = 0;

  constructor(log: WalPositions, replica: Database, primary: Db) {
    this.#log = log;
    this.#replica = replica;
    this.#primary = primary;
  }

  /** `work` reads one snapshot that includes everything up to `known`. It may run twice. */
  async read<T>(known: Position | null, work: (db: Db) => Promise<T>): Promise<Read<T>> {
    if (Date.now() >= this.#skipReplicaUntil) {
      const required = await this.#log.required(known);
      const found = await this.#readFromReplica(required, work).catch((error) =>
        this.#fallBackOrThrow(error),
      );
      if (found) {
        counters.replicaReads.replica += 1;
        return found;
      }
    }
    counters.replicaReads.primary += 1;
    const asOf = new Date();
    return { asOf, result: await work(this.#primary) };
  }

  /** For files that are streamed while they are read: one snapshot per statement, so that none is held for long. */
  statements(known: Position | null, onRead: (asOf: Date) => void): Db {
    const executeQuery = async <Row>(query: CompiledQuery) => {
      const { result, asOf } = await this.read(known, (db) => db.executeQuery<Row>(query));
      onRead(asOf);
      return result;
    };
    return readOnlyDb(this.#replica, executeQuery);
  }

  /** Replication lag in seconds; null if the replica is unreachable. */
  async age(): Promise<number | null> {
    const asked = Date.now();
    await this.#log.ask();
    const position = await replayedBy(this.#replica.db).catch(() => null);
    if (position === null) return null;
    const moment = this.#log.momentOf(position)?.getTime() ?? 0;
    return Math.max(0, (asked - moment) / 1000);
  }

  async #readFromReplica<T>(required: Position, work: (db: Db) => Promise<T>): Promise<Read<T> | null> {
    const end = Date.now() < this.#skipWaitUntil ? 0 : Date.now() + MAX_WAIT_MS;
    for (;;) {
      const found = await this.#connected(async (connection) => {
        // Read before the transaction starts: its first statement could report a newer position than its snapshot has.
        const position = await replayedBy(connection);
        const asOf = position !== null && position >= required && this.#log.momentOf(position);
        if (!asOf) return null;
        const transaction = connection
          .transaction()
          .setIsolationLevel('repeatable read')
          .setAccessMode('read only');
        return { asOf, result: await transaction.execute(work) };
      });
      if (found) return found;
      if (Date.now() >= end) {
        this.#skipWaitUntil = Date.now() + SKIP_WAIT_MS;
        return null;
      }
      await pause(POLL_MS);
    }
  }

  #connected<T>(work: (connection: Db) => Promise<T>): Promise<T> {
    return this.#replica.db.connection().execute(async (connection) => {
      this.#busy += 1;
      try {
        return await work(connection);
      } finally {
        this.#busy -= 1;
      }
    });
  }

  #fallBackOrThrow(error: unknown): null {
    if (isReplayConflict(error) || isBehind(error)) return null;
    // If all replica connections are busy, falling back would overload the primary with the reads meant for the replica.
    if (!isDatabaseAway(error) || this.#busy >= this.#replica.pool.options.max) throw error;
    this.#skipReplicaUntil = Date.now() + SKIP_REPLICA_MS;
    return null;
  }
}

/** Replay position; null if the server is not a replica. */
async function replayedBy(db: Db): Promise<Position | null> {
  const { rows } = await sql<{ position: string | null }>`
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end as position`.execute(db);
  return parsePosition(rows[0]?.position);
}

/** Replay removed rows or locked a table that the statement needs. Read-only statements have no other conflicts. */
function isReplayConflict(error: unknown): boolean {
  return isConflict(error) || /conflict with recovery/.test((error as { message?: string }).message ?? '');
}

/** An upgrade has just changed the tables, and the replica has not replayed it yet. */
function isBehind(error: unknown): boolean {
  return isPlanOutdated(error) || /^42/.test((error as { code?: string }).code ?? '');
}

/** Runs each statement by `executeQuery`, without transactions. */
function readOnlyDb({ pool }: Database, executeQuery: DatabaseConnection['executeQuery']): Db {
  const throwReadOnly = () => {
    throw new Error('a replica is read-only');
  };
  const connection: DatabaseConnection = { executeQuery, streamQuery: throwReadOnly };
  const driver = Object.assign(new DummyDriver(), {
    acquireConnection: async () => connection,
    beginTransaction: throwReadOnly,
  });
  const dialect = Object.assign(new PostgresDialect({ pool }), { createDriver: () => driver });
  return new Kysely<DB>({ dialect });
}
