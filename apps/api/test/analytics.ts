/** Compares the rollups with the stored rows. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../src/lib/database/db.ts';

export interface Difference {
  what: string;
  counted: unknown;
  stored: unknown;
}

export async function differences(db: Db): Promise<Difference[]> {
  const { rows } = await sql<Difference>`select what, counted, stored from verify_rollups()`.execute(db);
  return rows;
}

export async function expectExact(db: Db): Promise<void> {
  expect(await differences(db)).toEqual([]);
}
