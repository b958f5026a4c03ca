/**
 * Reads from a replica of the database, for as long as it knows what the reader knows; else from the primary. Decision 21
 * says why it is done so.
 */
import { setTimeout as pause } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { counters } from '../logging/counters.ts';
import type { DB } from './database.generated.ts';
import type { Database } from './database.ts';
import { type Db, isDatabaseAway, isPlanOutdated } from './db.ts';
import { type Position, type PrimaryLog, parsePosition } from './primary-log.ts';

/** How long a read waits for the replica to come as far as the reader knows. */
const WAIT_MS = 500;
const LOOK_AGAIN_MS = 15;
/** When one has waited in vain, or the replica was not there, the others need not find out for themselves. */
const IMPATIENT_MS = 1_000;
const AWAY_MS = 2_000;

/** The primary's position, and the replica for calls and for exports. */
export interface Replicas {
  log: PrimaryLog;
  calls: Replica;
  exports: Replica;
}

export interface Read<T> {
  result: T;
  /** Nothing that was committed before is missing. */
  asOf: Date;
}

export class Replica {
  readonly #log: PrimaryLog;
  readonly #replica: Database;
  readonly #primary: Db;
  /** Connections that are in the midst of a read. */
  #busy = 0;
  #impatientUntil = 0;
  #awayUntil = 0;

  constructor(log: PrimaryLog, replica: Database, primary: Db) {
    this.#log = log;
    this.#replica = replica;
    this.#primary = primary;
  }

  /** All that `work` reads is of one moment, and holds what was committed before `known`. It may be done twice. */
  async read<T>(known: Position | null, work: (db: Db) => Promise<T>): Promise<Read<T>> {
    if (Date.now() >= this.#awayUntil) {
      const required = await this.#log.required(known);
      const found = await this.#readHere(required, work).catch((error) => this.#unlessPrimaryCan(error));
      if (found) {
        counters.replicaReads.replica += 1;
        return found;
      }
    }
    counters.replicaReads.primary += 1;
    const asOf = new Date();
    return { asOf, result: await work(this.#primary) };
  }

  /** For a file that is read bit by bit while it is sent: each statement by itself, so that no snapshot is held for long. */
  statements(known: Position | null, onRead: (asOf: Date) => void): Db {
    const executeQuery = async <Row>(query: CompiledQuery) => {
      const { result, asOf } = await this.read(known, (db) => db.executeQuery<Row>(query));
      onRead(asOf);
      return result;
    };
    return readingBy(executeQuery);
  }

  /** How old it is, in seconds; null when it is not there. */
  async age(): Promise<number | null> {
    const asked = Date.now();
    await this.#log.ask();
    const position = await replayedBy(this.#replica.db).catch(() => null);
    if (position === null) return null;
    const moment = this.#log.momentOf(position)?.getTime() ?? 0;
    return Math.max(0, (asked - moment) / 1000);
  }

  async #readHere<T>(required: Position, work: (db: Db) => Promise<T>): Promise<Read<T> | null> {
    const end = Date.now() < this.#impatientUntil ? 0 : Date.now() + WAIT_MS;
    for (;;) {
      const found = await this.#connected(async (connection) => {
        // Before the snapshot is taken: what the first statement of the transaction said could be newer than its snapshot.
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
        this.#impatientUntil = Date.now() + IMPATIENT_MS;
        return null;
      }
      await pause(LOOK_AGAIN_MS);
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

  #unlessPrimaryCan(error: unknown): null {
    if (isConflict(error) || isBehind(error)) return null;
    // With all connections in use the primary would drown in what the replica is there to keep from it.
    if (!isDatabaseAway(error) || this.#busy >= this.#replica.pool.options.max) throw error;
    this.#awayUntil = Date.now() + AWAY_MS;
    return null;
  }
}

/** How far the replica is; null for a server that is none. */
async function replayedBy(db: Db): Promise<Position | null> {
  const { rows } = await sql<{ position: string | null }>`
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end as position`.execute(db);
  return parsePosition(rows[0]?.position);
}

/** What is replayed removes rows, or locks a table, that the statement needs. Nothing else does so to one that only reads. */
function isConflict(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string };
  return code === '40001' || code === '40P01' || /conflict with recovery/.test(message);
}

/** Tables as an upgrade made them a moment ago: the replica has not got so far. */
function isBehind(error: unknown): boolean {
  return isPlanOutdated(error) || /^42/.test((error as { code?: string }).code ?? '');
}

function readingBy(executeQuery: DatabaseConnection['executeQuery']): Db {
  const refuse = () => {
    throw new Error('a replica is read, and nothing else');
  };
  const connection: DatabaseConnection = { executeQuery, streamQuery: refuse };
  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
  };
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
  });
}
