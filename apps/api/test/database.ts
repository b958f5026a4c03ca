import { createDatabase } from '@ardhi/embedded-postgres/test';
import { sql } from 'kysely';
import { inject } from 'vitest';
import type { Db } from '../src/lib/database/db.ts';

export type { TestDatabase } from '@ardhi/embedded-postgres/test';

/** Database for one test file: migrated or, with `empty`, without tables. */
export const createTestDatabase = ({ empty = false } = {}) =>
  createDatabase(inject('administratorUrl'), empty ? undefined : inject('template'));

/** The address of the same database for the role of the server, which the launcher creates. */
export function appUrlOf(connectionString: string): string {
  const url = new URL(connectionString);
  url.username = 'ardhi_app';
  return url.href;
}

/** Runs SQL on the database of a test. */
export interface Queries {
  /** Returns all rows. */
  sql<Row extends object>(text: TemplateStringsArray, ...values: unknown[]): Promise<Row[]>;
  /** Returns the only row, or the first one. */
  row<Row extends object>(text: TemplateStringsArray, ...values: unknown[]): Promise<Row>;
}

export function queriesOf(db: Db): Queries {
  const run: Queries['sql'] = async <Row>(text: TemplateStringsArray, ...values: unknown[]) =>
    (await sql<Row>(text, ...values).execute(db)).rows;
  return {
    sql: run,
    row: async <Row extends object>(...query: Parameters<typeof run>) => (await run<Row>(...query))[0]!,
  };
}
