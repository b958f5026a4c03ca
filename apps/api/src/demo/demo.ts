/** `npm run demo`: fills an empty database and prints the accounts to sign in with. */
import { today } from '@ardhi/contract/dates';
import type pg from 'pg';
import { fillCountry, PASSWORD } from './fill.ts';
import { HERO_EMAIL } from './people/hero.ts';
import { OFFICIAL_EMAIL } from './people/officials.ts';
import { showProgress } from './progress.ts';

const SEED = 1;

/** Does nothing where there are users already. Returns the accounts to print. */
export async function fillDemo(pool: pg.Pool, farmers: number): Promise<string[]> {
  const client = await pool.connect();
  try {
    const { rowCount } = await client.query('select from users limit 1');
    if (rowCount) return accounts;
    await client.query('begin');
    const onProgress = showProgress(process.stderr);
    await fillCountry(client, { farmers, seed: SEED, asOf: today(), detail: 'full', onProgress });
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
  'All other accounts have the same password. The data is made up, and deleted when the demo ends.',
];
