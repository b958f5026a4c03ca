/**
 * Prepared statements for hot paths: parsed and planned once per connection instead of built for each call.
 * `npm run bench -- land subsidies analytics` measures the gain.
 */
import { createHash } from 'node:crypto';
import { ServerClient } from '@ardhi/embedded-postgres';
import { CompiledQuery } from 'kysely';
import { type Db, isPlanOutdated } from './db.ts';

const TAG = /^\/\* prepared: ([\w-]+) \*\//;

/** Part of each name. Incremented when tables have changed, so that no connection uses an outdated plan. */
let generation = 0;

/** Statement with parameters `$1`, `$2`, …. A name must always have the same text. */
export function prepared<Row>(name: string, text: string) {
  const tagged = `/* prepared: ${name} */ ${text}`;
  return async (db: Db, parameters: unknown[]): Promise<Row[]> => {
    const run = async () => (await db.executeQuery<Row>(CompiledQuery.raw(tagged, parameters))).rows;
    const plannedGeneration = generation;
    try {
      return await run();
    } catch (error) {
      if (!isPlanOutdated(error)) throw error;
      if (generation === plannedGeneration) invalidatePlans();
      // The error has aborted the transaction, so it cannot be retried here.
      if (db.isTransaction) throw error;
      return run();
    }
  };
}

/** Each connection stores its prepared statements; a client with a thousand page sizes must not fill it. */
const MAX_STATEMENTS = 300;
const byText = new Map<string, ReturnType<typeof prepared>>();

function preparedOf(text: string) {
  const known = byText.get(text);
  if (known || byText.size >= MAX_STATEMENTS) return known;
  const statement = prepared(createHash('sha1').update(text).digest('base64url'), text);
  byText.set(text, statement);
  return statement;
}

/** Prepares a generated statement under a hash of its text; above the limit it runs unprepared. */
export async function runPrepared<Row>(db: Db, query: CompiledQuery<Row>): Promise<Row[]> {
  const run = preparedOf(query.sql);
  if (!run) return (await db.executeQuery(query)).rows;
  return (await run(db, [...query.parameters])) as Row[];
}

/** Cached, so that a text of a thousand characters is matched once and not at every call. */
const names = new Map<string, string | undefined>();

function nameOf(text: string): string | undefined {
  // Only tagged statements are cached: their number is bounded.
  if (!text.startsWith('/* prepared')) return undefined;
  if (!names.has(text)) {
    const tag = TAG.exec(text)?.[1];
    names.set(text, tag && `${tag}-${generation}`);
  }
  return names.get(text);
}

function invalidatePlans(): void {
  generation += 1;
  names.clear();
}

/** Kysely passes on only text and values, so the name is a tag in the text. */
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
