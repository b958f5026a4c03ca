/** Captures the SQL statement of a query function, so that the baseline can send the same one. */
import { connect } from '../../apps/api/src/lib/database/database.ts';
import type { Db } from '../../apps/api/src/lib/database/db.ts';

export interface Statement {
  text: string;
  values: unknown[];
}

export async function captureStatement(
  connectionString: string,
  query: (db: Db) => Promise<unknown>,
): Promise<Statement> {
  const { db, pool, close } = connect(connectionString, { max: 1 });
  let sent: Statement | undefined;
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as (text: string, values?: unknown[]) => unknown;
    client.query = ((text: string, values: unknown[] = []) => {
      sent ??= { text, values };
      return send(text, values);
    }) as typeof client.query;
  });
  try {
    await query(db);
  } finally {
    await close();
  }
  if (!sent) throw new Error('The query sent no statement');
  return sent;
}
