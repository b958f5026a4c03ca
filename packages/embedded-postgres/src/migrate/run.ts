import type pg from 'pg';

/** Runs the SQL of a file. Errors include the file and the line. */
export async function runFile(client: pg.Client, name: string, sql: string): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    const { message, position } = error as pg.DatabaseError;
    const line = position ? ` at line ${sql.slice(0, Number(position)).split('\n').length}` : '';
    throw new Error(`${name} failed${line}: ${message}`, { cause: error });
  }
}
