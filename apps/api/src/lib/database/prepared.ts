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
      if (generation === planned) planAgain();
      // A transaction is lost with the statement.
      if (db.isTransaction) throw error;
      return run();
    }
  };
}

/** Each connection keeps what was prepared; whoever asks with a thousand page sizes must not fill it. */
const MAX_TEXTS = 300;
const byText = new Map<string, ReturnType<typeof prepared>>();

function preparedOf(text: string) {
  const known = byText.get(text);
  if (known || byText.size >= MAX_TEXTS) return known;
  const made = prepared(createHash('sha1').update(text).digest('base64url'), text);
  byText.set(text, made);
  return made;
}

/** A statement that was put together, prepared under a name made from its text; beyond the first few hundred as it is. */
export async function runPrepared<Row>(db: Db, query: CompiledQuery<Row>): Promise<Row[]> {
  const run = preparedOf(query.sql);
  if (!run) return (await db.executeQuery(query)).rows;
  return (await run(db, [...query.parameters])) as Row[];
}

/** Kept rather than put together: a text of a thousand characters is looked at once, not at every call. */
const names = new Map<string, string | undefined>();

function nameOf(text: string): string | undefined {
  // Statements without parameters or mark come and go; only the marked ones are few.
  if (!text.startsWith('/* prepared')) return undefined;
  if (!names.has(text)) {
    const mark = MARK.exec(text)?.[1];
    names.set(text, mark && `${mark}-${generation}`);
  }
  return names.get(text);
}

function planAgain(): void {
  generation += 1;
  names.clear();
}

/** Kysely hands on text and values only, so the name travels in the text. */
export class PreparingClient extends ServerClient {
  // biome-ignore lint/suspicious/noExplicitAny: the many forms of pg's own method pass through
  override query(...args: any[]): any {
    const [text, values] = args;
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined;
    const named = name ? [{ name, text, values }, ...args.slice(2)] : args;
    // @ts-expect-error: a spread of whatever came in
    return super.query(...named);
  }
}
