/** Loads rows into the database by COPY. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Insertable } from 'kysely';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type AuditEntry, changedFields, type Fields, type LabelledEntry } from '../lib/audit/audit.ts';
import type { DB } from '../lib/database/database.generated.ts';
import { isoOf } from './calendar.ts';

type Table = keyof DB;
type Value = string | number | boolean | null | undefined | readonly string[];
/** `at` is in milliseconds. */
type TimedEntry = AuditEntry & { at: number; entity: string };

/** Referenced tables come before those that refer to them. */
export const TABLES: readonly Table[] = [
  'users',
  'parcels',
  'boundaries',
  'parcel_scores',
  'score_history',
  'score_runs',
  'crops',
  'water_records',
  'fertilizer_records',
  'pesticide_records',
  'subsidies',
  'subsidy_parcels',
  'equipment',
  'equipment_maintenance',
  'equipment_usage',
  'notices',
  'policies',
  'policy_sendings',
  'notice_reads',
  'threads',
  'messages',
  'boundary_overlaps',
  'contact_messages',
  'posts',
  'subsidy_returns',
  'subsidy_marks',
  'appeals',
  'complaints',
  'complaint_subjects',
  'text_templates',
  'case_notes',
  'audit_log',
];

const CHUNK_LINES = 500;

/** The table and the columns of some rows, as COPY names them. */
export const targetOf = (table: Table, columns: string[]) => `${table} (${columns.join(', ')})`;
const tableOf = (target: string) => target.slice(0, target.indexOf(' ')) as Table;

export class Loader {
  readonly #client: pg.ClientBase;
  readonly #pending = new Map<string, string[]>();
  readonly #audit: TimedEntry[] = [];
  #loading: Promise<void> = Promise.resolve();
  /** Rows loaded so far, by table. */
  readonly loaded = new Map<Table, number>();

  constructor(client: pg.ClientBase) {
    this.#client = client;
  }

  /** Columns that a row leaves out get their defaults. */
  add<Name extends Table>(table: Name, row: Insertable<DB[Name]>): void {
    const target = targetOf(table, Object.keys(row));
    const values = Object.values(row as Record<string, Value>);
    this.addLine(target, values.map(encode).join('\t'));
  }

  /** A row that is in the format of COPY already. */
  addLine(target: string, line: string): void {
    const lines = this.#pending.get(target);
    if (lines) lines.push(line);
    else this.#pending.set(target, [line]);
  }

  /** Entries are loaded at the end, because the audit log is read in the order of its numbers. */
  audit<Before extends Fields, After extends Fields>(
    entry: LabelledEntry<Before, After> & { at: number; entity: string },
  ): void {
    this.#audit.push(entry);
  }

  auditRegistration(userId: string, role: 'farmer' | 'government', at: number): void {
    const user = { actorId: userId, entity: 'user', entityId: userId };
    this.audit({ ...user, at, action: 'user.register', after: { role } });
  }

  /** Starts to load what was added, once all earlier rows are in; the caller can go on adding meanwhile. */
  async flushBehind(): Promise<void> {
    await this.#loading;
    this.#loading = this.#load();
    // A failure is thrown at the next call.
    this.#loading.catch(() => undefined);
  }

  async flush(): Promise<void> {
    await this.flushBehind();
    await this.#loading;
  }

  async #load(): Promise<void> {
    const rank = (target: string) => TABLES.indexOf(tableOf(target));
    const batch = [...this.#pending].sort(([left], [right]) => rank(left) - rank(right));
    this.#pending.clear();
    for (const [target, lines] of batch) {
      const stream = this.#client.query(copyFrom(`copy ${target} from stdin`));
      await pipeline(Readable.from(chunks(lines), { objectMode: true, highWaterMark: 1 }), stream);
      const table = tableOf(target);
      this.loaded.set(table, (this.loaded.get(table) ?? 0) + lines.length);
    }
  }

  async finish(): Promise<void> {
    for (const entry of this.#audit.splice(0).sort((left, right) => left.at - right.at)) {
      const { at, actorId: actor_id, action, entity, entityId: entity_id } = entry;
      const [before, after] = changedFields(entry.before, entry.after).map(
        (fields) => fields && JSON.stringify(fields),
      );
      this.add('audit_log', { at: isoOf(at), actor_id, action, entity, entity_id, before, after });
    }
    await this.flush();
  }
}

/** The stream takes the next chunk when the connection has sent the one before. */
function* chunks(lines: string[]): Generator<Buffer> {
  for (let start = 0; start < lines.length; start += CHUNK_LINES)
    yield Buffer.from(`${lines.slice(start, start + CHUNK_LINES).join('\n')}\n`);
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A value in the text format of COPY. */
export function encode(value: Value): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'object')
    return encode(`{${value.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`);
  return String(value).replace(/[\\\t\n\r]/g, (character) => ESCAPES[character]!);
}
