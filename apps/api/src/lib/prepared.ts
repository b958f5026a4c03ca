/**
 * Hot statements: parsed and planned once for each connection, and not built anew for each call. What that is worth shows
 * in `npm run bench -- land subsidies analytics`.
 */
import { createHash } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import pg from 'pg';
import type { Db } from './db.ts';

const MARK = /^\/\* prepared: ([\w-]+) \*\//;

/** A statement of that name, with its parameters as `$1`, `$2`, …. The same name is the same text. */
export function prepared<Row>(name: string, text: string) {
  const marked = `/* prepared: ${name} */ ${text}`;
  return async (db: Db, parameters: unknown[]): Promise<Row[]> =>
    (await db.executeQuery<Row>(CompiledQuery.raw(marked, parameters))).rows;
}

/** Each connection keeps what was prepared; whoever asks with a thousand page sizes must not fill it. */
const MAX_TEXTS = 300;
const texts = new Set<string>();

/** A statement that was put together, prepared under a name made from its text; beyond the first few hundred as it is. */
export async function runPrepared<Row>(db: Db, query: CompiledQuery<Row>): Promise<Row[]> {
  const { sql, parameters } = query;
  if (texts.size < MAX_TEXTS) texts.add(sql);
  if (!texts.has(sql)) return (await db.executeQuery(query)).rows;
  const name = createHash('sha1').update(sql).digest('base64url');
  return prepared<Row>(name, sql)(db, [...parameters]);
}

const names = new Map<string, string | undefined>();

function nameOf(text: string): string | undefined {
  // Statements without parameters or mark come and go; only the marked ones are few.
  if (!text.startsWith('/* prepared')) return undefined;
  if (!names.has(text)) names.set(text, MARK.exec(text)?.[1]);
  return names.get(text);
}

/** Kysely hands on text and values only, so the name travels in the text. */
export class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the many forms of pg's own method pass through
  override query(...args: any[]): any {
    const [text, values] = args;
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined;
    // @ts-expect-error: a spread of whatever came in
    return name ? super.query({ name, text, values }, ...args.slice(2)) : super.query(...args);
  }
}
