/** `npm run verify`: recounts everything by full scans and compares the result with the rollups. */
import { ServerClient } from '@ardhi/embedded-postgres';

export interface Verified {
  parcels: number;
  differences: { what: string; counted: unknown; stored: unknown }[];
}

/** A single statement sees one snapshot, so this works while the server is running. */
export async function verifyRollups(connectionString: string): Promise<Verified> {
  const client = new ServerClient({ connectionString });
  await client.connect();
  try {
    await client.query('set statement_timeout = 0');
    const { rows: differences } = await client.query('select what, counted, stored from verify_rollups()');
    const { rows } = await client.query(
      'select coalesce(sum(parcels), 0)::float8 as parcels from live_parcels',
    );
    return { parcels: rows[0].parcels, differences };
  } finally {
    await client.end();
  }
}

/** Returns the lines to print; throws on any difference. */
export async function runVerify(connectionString: string): Promise<string[]> {
  const { parcels, differences } = await verifyRollups(connectionString);
  if (differences.length === 0) return [`every figure equals a full recount (${parcels} parcels)`];
  const lines = differences
    .slice(0, 50)
    .map(
      ({ what, counted, stored }) =>
        `${what}: counted ${JSON.stringify(counted)}, stored ${JSON.stringify(stored)}`,
    );
  throw new Error(`${differences.length} figures differ from a full recount\n${lines.join('\n')}`);
}
