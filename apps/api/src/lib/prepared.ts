/**
 * Hot statements: parsed and planned once for each connection, and not built anew for each call. What that is worth shows
 * in `npm run bench -- land subsidies analytics`.
 */
import { createHash } from 'node:crypto';
import { ServerClient } from '@ardhi/embedded-postgres';
import { CompiledQuery } from 'kysely';
import { type Db, isPlanOutdated } from './db.ts';

const MARK = /^\/\* prepared: ([\w-]+) \*\//;

/** Part of each name: counted on when tables have changed, so that no connection runs a plan from before. */
let generation = 0;

/** A statement of that name, with its parameters as `$1`, `$2`, …. The same name is the same text. */
export function prepared<Row>(name: string, text: string) {
  const marked = `/* prepared: ${name} */ ${text}`;
  return async (db: Db, parameters: unknown[]): Promise<Row[]> => {
    const run = async () => (await db.executeQuery<Row>(CompiledQuery.raw(marked, parameters))).rows;
    const planned = generation;
    try {
      return await run();
    } catch (error) {
      if (!isPlanOutdated(error)) throw error;
      if (generation === planned) generation += 1;
      // A transaction is lost with the statement.
      if (db.isTransaction) throw error;
      return run();
    }
  };
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
export class PreparingClient extends ServerClient {
  // biome-ignore lint/suspicious/noExplicitAny: the many forms of pg's own method pass through
  override query(...args: any[]): any {
    const [text, values] = args;
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined;
    const named = name ? [{ name: `${name}-${generation}`, text, values }, ...args.slice(2)] : args;
    // @ts-expect-error: a spread of whatever came in
    return super.query(...named);
  }
}
