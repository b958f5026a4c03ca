/**
 * Where the primary's log stood at which moment. A replica that has replayed as far as the log was at a moment knows all
 * that was committed before it; so its age is known without its clock, its privileges or its own word that it is well.
 */
import { sql } from 'kysely';
import type { Db } from './db.ts';

/** A place in PostgreSQL's log (LSN): later is larger. */
export type Position = bigint;

const WRITTEN = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i;

/** As PostgreSQL writes it, `16/B374D848`; null for anything else. */
export function parsePosition(text: unknown): Position | null {
  const [, high, low] = WRITTEN.exec(typeof text === 'string' ? text : '') ?? [];
  return high && low ? (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`) : null;
}

export function formatPosition(position: Position): string {
  return `${(position >> 32n).toString(16)}/${(position & 0xffffffffn).toString(16)}`.toUpperCase();
}

interface Noted {
  at: number;
  position: Position;
}

/** An answer is at most 5 s old: a second of that is left for the answer itself. */
const FRESH_MS = 4_000;
const ASK_AGAIN_MS = 1_000;
/** More often than this nothing is noted, and nothing is remembered for longer than that. */
const NOTE_MS = 250;
const REMEMBER_MS = 10 * 60_000;

const max = (one: Position, other: Position) => (one > other ? one : other);
const min = (one: Position, other: Position) => (one < other ? one : other);

export class PrimaryLog {
  readonly #db: Db;
  /** Oldest first. */
  #noted: Noted[] = [];
  #highest: Position = 0n;
  #isAsking = false;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Asked now: everything that was committed before the call lies before it. */
  async ask(): Promise<Position> {
    const at = Date.now();
    // What is not waited for at a commit is not yet written; what is, is: and no further has a replica to wait.
    const { rows } = await sql<{ position: string }>`
      select case current_setting('synchronous_commit')
        when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as position`.execute(
      this.#db,
    );
    const position = parsePosition(rows[0]?.position)!;
    this.hear(position);
    this.#note({ at, position });
    return position;
  }

  /** From another process: as far the log reaches, at a moment that is not known. */
  hear(position: Position): void {
    this.#highest = max(this.#highest, position);
  }

  /** How far a replica must be for a reader who knows of `known`, and for anybody who knows of nothing. */
  async required(known: Position | null): Promise<Position> {
    const fresh = await this.#fresh();
    if (known === null) return fresh;
    // It is from another life of the database, or from a process that has not been heard of yet.
    if (known > this.#highest) await this.ask();
    return max(fresh, min(known, this.#highest));
  }

  /** The latest moment of which a replica that is so far knows everything; undefined: it is too long ago. */
  momentOf(replayed: Position): Date | undefined {
    const found = this.#noted.findLast(({ position }) => position <= replayed);
    return found && new Date(found.at);
  }

  async #fresh(): Promise<Position> {
    const now = Date.now();
    const newest = this.#noted.at(-1);
    if (newest && now - newest.at > ASK_AGAIN_MS && !this.#isAsking) {
      this.#isAsking = true;
      this.ask()
        .catch(() => undefined)
        .finally(() => {
          this.#isAsking = false;
        });
    }
    return this.#noted.find(({ at }) => at >= now - FRESH_MS)?.position ?? this.ask();
  }

  #note(found: Noted): void {
    const newest = this.#noted.at(-1);
    if (newest && found.at - newest.at < NOTE_MS) return;
    const oldest = this.#noted.findIndex(({ at }) => at > found.at - REMEMBER_MS);
    this.#noted = [...this.#noted.slice(Math.max(oldest, 0)), found];
  }
}
