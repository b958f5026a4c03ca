/** Catches the statement that a query function sends, so that the baseline can send the very same. */
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DB } from '../../apps/api/src/lib/database.generated.ts';
import type { Db } from '../../apps/api/src/lib/db.ts';

export interface Statement {
  text: string;
  values: unknown[];
}

export async function statementOf(
  connectionString: string,
  query: (db: Db) => Promise<unknown>,
): Promise<Statement> {
  let sent: Statement | undefined;
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString, max: 1 }) }),
    log: ({ query }) => {
      sent ??= { text: query.sql, values: [...query.parameters] };
    },
  });
  try {
    await query(db);
  } finally {
    await db.destroy();
  }
  if (!sent) throw new Error('The query sent no statement');
  return sent;
}
