/** `npm run demo`: a country to look at, and the accounts to look at it with. */
import { today } from '@ardhi/contract/dates';
import type pg from 'pg';
import { EnvError } from '../lib/env.ts';
import { fillCountry, MIN_FARMERS, PASSWORD } from './fill.ts';
import { HERO_EMAIL } from './people/hero.ts';
import { OFFICIAL_EMAIL } from './people/officials.ts';

const SEED = 1;
const FARMERS = { usual: 600, least: MIN_FARMERS, most: 20_000 };

/** Does nothing where there are people already. Returns what to tell whoever started it. */
export async function fillDemo(pool: pg.Pool, note: (line: string) => void): Promise<string[]> {
  const farmers = wantedFarmers(process.env.ARDHI_DEMO_FARMERS);
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

function wantedFarmers(value: string | undefined): number {
  if (!value) return FARMERS.usual;
  const farmers = Number(value);
  if (Number.isInteger(farmers) && farmers >= FARMERS.least && farmers <= FARMERS.most) return farmers;
  throw new EnvError(
    `ARDHI_DEMO_FARMERS is "${value}": use a whole number from ${FARMERS.least} to ${FARMERS.most}`,
  );
}

const accounts = [
  `Sign in as a farmer: ${HERO_EMAIL}, or as an official: ${OFFICIAL_EMAIL}. The password is ${PASSWORD}.`,
  'Everybody else in the demo has the same password. All of it is made up, and gone when the demo ends.',
];
