import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  connectionString: string;
  drop(): Promise<void>;
}

/** A database of the test file's own, migrated or, with `empty`, without anything in it. */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const name = `ardhi_test_${randomBytes(6).toString('hex')}`;
  const source = empty ? 'template0' : inject('template');
  await run(`create database ${name} template ${source} strategy file_copy`);
  const url = new URL(inject('administratorUrl'));
  url.pathname = `/${name}`;
  return {
    connectionString: url.href,
    // Not by force: that would have to end autovacuum too, which only a superuser may. Without, it makes way by itself.
    drop: () => run(`drop database ${name}`),
  };
}

async function run(statement: string) {
  const client = new pg.Client({ connectionString: inject('administratorUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
