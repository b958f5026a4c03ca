/** Logs one line when an outage begins and one when it ends, however many calls and connections fail. */
import type { FastifyBaseLogger } from 'fastify';

/** The outage is over after this time without a failure. */
const QUIET_MS = 10_000;

export class Outage {
  readonly #began: string;
  readonly #ended: string;
  #open: { log: FastifyBaseLogger; since: number; last: number; noticed: number } | null = null;
  #isHeld = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(began: string, ended: string) {
    this.#began = began;
    this.#ended = ended;
  }

  get isOpen(): boolean {
    return this.#open !== null;
  }

  /** Counts a failure. The outage ends when no other one follows. */
  report(log: FastifyBaseLogger, cause: Error, quietMs = QUIET_MS): void {
    const { code, message } = cause as Error & { code?: string };
    // PostgreSQL messages can quote a row.
    this.#begin(log, { code, reason: 'severity' in cause ? undefined : message });
    this.notice();
    if (this.#isHeld) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.end(), quietMs).unref();
  }

  /** Counts a failure of an open outage. */
  notice(): void {
    if (!this.#open) return;
    this.#open.last = Date.now();
    this.#open.noticed += 1;
  }

  /** Keeps the outage open until `end`, for a cause that is measured. */
  hold(log: FastifyBaseLogger, fields: object): void {
    this.#begin(log, fields);
    this.#isHeld = true;
    clearTimeout(this.#timer);
  }

  end(): void {
    clearTimeout(this.#timer);
    if (!this.#open) return;
    const { log, since, last, noticed } = this.#open;
    const until = this.#isHeld ? Date.now() : last;
    this.#open = null;
    this.#isHeld = false;
    log.warn({ seconds: Math.round((until - since) / 1000), noticed }, this.#ended);
  }

  #begin(log: FastifyBaseLogger, fields: object): void {
    if (this.#open) return;
    this.#open = { log, since: Date.now(), last: Date.now(), noticed: 0 };
    log.error(fields, this.#began);
  }
}

export const databaseAway = new Outage('the database is unreachable', 'the database is reachable again');
export const diskFull = new Outage(
  'the disk of the database is full: writes are refused',
  'writes are accepted again',
);
