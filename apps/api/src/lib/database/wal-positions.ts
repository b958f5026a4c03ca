/**
 * WAL positions of the primary over time. A replica that has replayed up to a position has everything committed before
 * that position was read, so its lag is known without its clock, extra privileges or its own status.
 */
import { sql } from 'kysely';
import type { Db } from './db.ts';

/** WAL position (LSN): later is larger. */
export type Position = bigint;

const LSN_PATTERN = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i;

/** Parses PostgreSQL's notation, `16/B374D848`; null for anything else. */
export function parsePosition(text: unknown): Position | null {
  const [, high, low] = LSN_PATTERN.exec(typeof text === 'string' ? text : '') ?? [];
  return high && low ? (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`) : null;
}

export function formatPosition(position: Position): string {
  return `${(position >> 32n).toString(16)}/${(position & 0xffffffffn).toString(16)}`.toUpperCase();
}

interface Sample {
  at: number;
  position: Position;
}

/** A response is at most 5 s old; one second of that is reserved for producing it. */
const FRESH_MS = 4_000;
const REFRESH_MS = 1_000;
/** Minimum interval between samples, and their retention. */
const MIN_INTERVAL_MS = 250;
const RETENTION_MS = 10 * 60_000;

const max = (one: Position, other: Position) => (one > other ? one : other);
const min = (one: Position, other: Position) => (one < other ? one : other);

export class WalPositions {
  readonly #db: Db;
  /** Oldest first. */
  #samples: Sample[] = [];
  #highest: Position = 0n;
  #isRefreshing = false;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Reads the current position: everything committed before this call is before it. */
  async ask(): Promise<Position> {
    const at = Date.now();
    // With synchronous_commit off a commit may not be flushed yet. Otherwise it is, and replicas need not wait for more.
    const { rows } = await sql<{ position: string }>`
      select case current_setting('synchronous_commit')
        when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as position`.execute(
      this.#db,
    );
    const position = parsePosition(rows[0]?.position)!;
    this.hear(position);
    this.#addSample({ at, position });
    return position;
  }

  /** Position reported by another process, read at an unknown time. */
  hear(position: Position): void {
    this.#highest = max(this.#highest, position);
  }

  /** Position that a replica needs for a reader who has seen `known`, or null if the reader has seen nothing. */
  async required(known: Position | null): Promise<Position> {
    const fresh = await this.#fresh();
    if (known === null) return fresh;
    // Either from before the database was restored, or from a process whose event has not arrived yet.
    if (known > this.#highest) await this.ask();
    return max(fresh, min(known, this.#highest));
  }

  /** Time up to which a replica at this position is complete; undefined if that was too long ago. */
  momentOf(replayed: Position): Date | undefined {
    const found = this.#samples.findLast(({ position }) => position <= replayed);
    return found && new Date(found.at);
  }

  async #fresh(): Promise<Position> {
    const now = Date.now();
    const newest = this.#samples.at(-1);
    if (newest && now - newest.at > REFRESH_MS && !this.#isRefreshing) {
      this.#isRefreshing = true;
      this.ask()
        .catch(() => undefined)
        .finally(() => {
          this.#isRefreshing = false;
        });
    }
    return this.#samples.find(({ at }) => at >= now - FRESH_MS)?.position ?? this.ask();
  }

  #addSample(found: Sample): void {
    const newest = this.#samples.at(-1);
    if (newest && found.at - newest.at < MIN_INTERVAL_MS) return;
    const oldest = this.#samples.findIndex(({ at }) => at > found.at - RETENTION_MS);
    this.#samples = [...this.#samples.slice(Math.max(oldest, 0)), found];
  }
}
