/** Separate benchmark database filled to any size. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { today } from '@ardhi/contract/dates';
import { migrate, startEmbeddedPostgres } from '@ardhi/embedded-postgres';
import pg from 'pg';
import { type CountryOptions, fillCountry } from '../../apps/api/src/demo/fill.ts';

export interface BenchDatabase {
  connectionString: string;
  /** Data folder, for a server that starts on it. */
  dataDir: string;
  rows: Record<string, number>;
  seconds: number;
  /** Stops PostgreSQL without deleting the data. */
  stop(): Promise<void>;
  /** Stops PostgreSQL and deletes the data. */
  drop(): Promise<void>;
}

/** Sign in as farmer@demo.ardhi or official@demo.ardhi with the password demo1234. */
export async function openBenchDatabase(
  options: Omit<CountryOptions, 'seed' | 'asOf'> & Partial<CountryOptions>,
): Promise<BenchDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ardhi-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const { connectionString } = postgres;
  await migrate(connectionString, 'apps/api/migrations');
  const client = new pg.Client({ connectionString });
  await client.connect();
  const begin = performance.now();
  const { rows } = await fillCountry(client, { seed: 1, asOf: today(), ...options });
  const seconds = (performance.now() - begin) / 1000;
  await client.end();
  return {
    connectionString,
    dataDir,
    rows,
    seconds,
    stop: () => postgres.stop(),
    async drop() {
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
