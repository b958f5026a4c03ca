/** Everything that happened beside the fields. */
import { COUNTIES } from '@ardhi/agronomy';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { DB } from '../../lib/database/database.generated.ts';
import {
  countRecipients,
  freezeRecipients,
  insertAudience,
  lockUncounted,
  setFarmers,
} from '../../office/policies/reach-queries.ts';
import { dateOf } from '../calendar.ts';
import type { Country } from '../country.ts';
import { addContactMessages } from './contact.ts';
import { addDesk } from './desk.ts';
import { addEquipment } from './equipment.ts';
import { addMessages } from './messages.ts';
import { addPolicies } from './policies.ts';
import { addSnapshots } from './snapshots.ts';
import { addSubsidies } from './subsidies.ts';

interface Stories {
  /** Notices of policies whose audience is to be written down. */
  noticeIds: string[];
  asOf: string;
  country: Country;
}

export function addStories(country: Country): Stories {
  const noticeIds = addPolicies(country);
  addSubsidies(country);
  addEquipment(country);
  addMessages(country);
  addContactMessages(country);
  return { noticeIds, asOf: dateOf(country.asOf), country };
}

/** What follows from the rows, by the statements of the domains themselves. */
export async function finishStories(
  client: pg.ClientBase,
  { noticeIds, asOf, country }: Stories,
): Promise<void> {
  await client.query(
    `update subsidies set regions = application_regions(id, owner_id) where kind = 'application'`,
  );
  const db = overConnection(client);
  for (const noticeId of noticeIds) await freezeAudience(db, noticeId);
  await addDesk({ ...country, db });
  await addSnapshots(client, asOf);
}

const regions = new Map<string, string>(COUNTIES.map(({ name, region }) => [name, region]));

async function freezeAudience(db: Kysely<DB>, noticeId: string): Promise<void> {
  const sending = await lockUncounted(db, noticeId);
  if (!sending) return;
  const farmers = await freezeRecipients(db, sending);
  const counties = await countRecipients(db, noticeId);
  await insertAudience(
    db,
    noticeId,
    counties.map((row) => ({ ...row, region: (row.county && regions.get(row.county)) ?? null })),
  );
  await setFarmers(db, noticeId, farmers);
}

/** The domains' queries on the connection that the rows went through, within its transaction. */
function overConnection(client: pg.ClientBase): Kysely<DB> {
  const connection = { query: client.query.bind(client), release: () => {} } as PostgresPoolClient;
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { connect: async () => connection, end: async () => {} } }),
  });
}
