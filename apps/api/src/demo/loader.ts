/** Rows on their way into the database, by COPY. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Insertable } from 'kysely';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type AuditEntry, changedFields } from '../lib/audit/audit.ts';
import type { DB } from '../lib/database/database.generated.ts';

type Table = keyof DB;
type Value = string | number | boolean | null | undefined | readonly string[];

/** Who is referred to comes before who refers. */
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
  'subsidy_marks',
  'appeals',
  'complaints',
  'audit_log',
];

const CHUNK_CHARACTERS = 256 * 1024;

interface Waiting {
  columns: string[];
  lines: string[];
}

export class Loader {
  readonly #client: pg.ClientBase;
  readonly #waiting = new Map<Table, Waiting>();
  readonly #audit: (AuditEntry & { at: string })[] = [];
  #behind: Promise<void> = Promise.resolve();
  /** How many went to each table so far. */
  readonly loaded = new Map<Table, number>();

  constructor(client: pg.ClientBase) {
    this.#client = client;
  }

  /** All rows of a table name the same columns; the others get their defaults. */
  add<Name extends Table>(table: Name, row: Insertable<DB[Name]>): void {
    const values = row as Record<string, Value>;
    const columns = this.#waiting.get(table)?.columns ?? Object.keys(values);
    if (Object.keys(values).length !== columns.length) throw new Error(`${table}: other columns than before`);
    this.addLine(table, columns, columns.map((column) => encode(values[column])).join('\t'));
  }

  /** A row that is in the format of COPY already. */
  addLine(table: Table, columns: string[], line: string): void {
    const waiting = this.#waiting.get(table);
    if (waiting) waiting.lines.push(line);
    else this.#waiting.set(table, { columns, lines: [line] });
  }

  /** What happened goes in at the end, because the trail is read in the order of its numbers. */
  audit(entry: AuditEntry & { at: string }): void {
    this.#audit.push(entry);
  }

  /** Starts to load what was added, once all that went before is in; the caller goes on adding meanwhile. */
  async flushBehind(): Promise<void> {
    await this.#behind;
    this.#behind = this.#load();
    // Whoever waits next is told of a failure.
    this.#behind.catch(() => undefined);
  }

  async flush(): Promise<void> {
    await this.flushBehind();
    await this.#behind;
  }

  async #load(): Promise<void> {
    const taken = new Map(this.#waiting);
    this.#waiting.clear();
    for (const table of TABLES) {
      const rows = taken.get(table);
      if (!rows) continue;
      await copy(this.#client, table, rows.columns, rows.lines);
      this.loaded.set(table, (this.loaded.get(table) ?? 0) + rows.lines.length);
      taken.delete(table);
    }
  }

  async finish(): Promise<void> {
    for (const entry of this.#audit.sort((left, right) =>
      left.at < right.at ? -1 : left.at > right.at ? 1 : 0,
    )) {
      const [before, after] = changedFields(entry.before, entry.after);
      this.add('audit_log', {
        at: entry.at,
        actor_id: entry.actorId,
        action: entry.action,
        entity: entry.entity,
        entity_id: entry.entityId,
        before: before && JSON.stringify(before),
        after: after && JSON.stringify(after),
      });
    }
    this.#audit.length = 0;
    await this.flush();
  }
}

async function copy(client: pg.ClientBase, table: Table, columns: string[], lines: string[]): Promise<void> {
  const stream = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
  await pipeline(Readable.from(chunks(lines), { objectMode: true, highWaterMark: 1 }), stream);
}

/** The stream takes the next piece when the connection has sent the one before. */
function* chunks(lines: string[]): Generator<Buffer> {
  let start = 0;
  let characters = 0;
  for (let end = 0; end < lines.length; end += 1) {
    characters += lines[end]!.length + 1;
    if (characters < CHUNK_CHARACTERS && end < lines.length - 1) continue;
    yield Buffer.from(`${lines.slice(start, end + 1).join('\n')}\n`);
    start = end + 1;
    characters = 0;
  }
}

/** A value in the text format of COPY. */
export function encode(value: Value): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (typeof value === 'string') return escaped(value);
  return escaped(`{${value.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`);
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const needsEscape = /[\\\t\n\r]/;

function escaped(text: string): string {
  return needsEscape.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character]!) : text;
}
