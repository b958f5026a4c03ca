/** `npm run demo`: a country to look at, and the accounts to look at it with. */
import { today } from '@ardhi/contract/dates';
import type pg from 'pg';
import { fillCountry, PASSWORD } from './fill.ts';
import { HERO_EMAIL } from './people/hero.ts';
import { OFFICIAL_EMAIL } from './people/officials.ts';

const SEED = 1;

/** Does nothing where there are people already. Returns what to tell whoever started it. */
export async function fillDemo(
  pool: pg.Pool,
  farmers: number,
  note: (line: string) => void,
): Promise<string[]> {
  const client = await pool.connect();
  try {
    const { rowCount } = await client.query('select from users limit 1');
    if (rowCount) return accounts;
    note(`filling the demo with ${farmers} farmers`);
    await client.query('begin');
    await fillCountry(client, { farmers, seed: SEED, asOf: today(), detail: 'full' });
    await client.query('commit');
    return accounts;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

const accounts = [
  `Sign in as a farmer: ${HERO_EMAIL}, or as an official: ${OFFICIAL_EMAIL}. The password is ${PASSWORD}.`,
  'Everybody else in the demo has the same password. All of it is made up, and gone when the demo ends.',
];
