/**
 * Fills an empty, migrated database with demo data. The same seed, date and size give the same rows; only the password
 * hash has its own salt.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { SCORE_VERSION } from '../farm/land/score.ts';
import type { DB } from '../lib/database/database.generated.ts';
import type { Db } from '../lib/database/db.ts';
import { hashPassword } from '../lib/http/password.ts';
import { MIN_DEMO_FARMERS } from '../lib/settings/env.ts';
import { withoutIndexes, withoutTriggers } from './bare-tables.ts';
import { type Fill, fillParcels } from './bulk.ts';
import { type Day, dayOf, isoOf, momentOf } from './calendar.ts';
import { countyNames } from './land/counties.ts';
import { Loader } from './loader.ts';
import { someCounty } from './people/communities.ts';
import { addFarmer, type DemoFarmer, makeFarmer } from './people/farmer.ts';
import { makeHero } from './people/hero.ts';
import { addOfficials } from './people/officials.ts';
import type { OnProgress } from './progress.ts';
import { Random } from './random.ts';
import { addSnapshots } from './story/snapshots.ts';
import { addStories, finishStories } from './story/stories.ts';

export const PASSWORD = 'demo1234';
const PARCELS_PER_FARMER = 2.5;

/** From this many on it is faster to rebuild the indexes than to maintain them. */
const MANY_PARCELS = 20_000;

export interface CountryOptions {
  /** How many farmers, or about how many parcels. */
  farmers?: number;
  parcels?: number;
  seed: number | string;
  /** Today, YYYY-MM-DD; the last entries are from the evening before. */
  asOf: string;
  /**
   * `full`: every domain, every parcel a farm of its own with its history. `parcels`: people, parcels and field records
   * only, copied from a few thousand patterns, for millions of them.
   */
  detail: 'full' | 'parcels';
  /** Of `full`. */
  onProgress?: OnProgress;
}

/** Returns the number of rows by table. */
export async function fillCountry(
  client: pg.ClientBase,
  { seed, asOf: date, detail, onProgress = () => {}, ...size }: CountryOptions,
): Promise<{ rows: Record<string, number> }> {
  const asOf = dayOf(date);
  const estimate = size.farmers ?? (size.parcels ?? 1500) / PARCELS_PER_FARMER;
  const farmers = Math.max(MIN_DEMO_FARMERS, Math.round(estimate));
  const parcels = size.parcels ?? Math.round(farmers * PARCELS_PER_FARMER);
  const passwordHash = await hashPassword('', PASSWORD);
  const db = overConnection(client);
  const loader = new Loader(client);
  const random = new Random(`ardhi/${seed}/${date}`);
  const fill = { loader, random, asOf, passwordHash };
  const load = () =>
    detail === 'full' ? fillEverything(fill, db, farmers, onProgress) : fillParcels(fill, parcels);
  await withoutTriggers(client, parcels < MANY_PARCELS ? load : () => withoutIndexes(client, load));
  // The same numbers for the same seed: setseed makes random() repeatable.
  await client.query('select setseed(0)');
  await client.query('call fill_references()');
  if (detail === 'full') await addSnapshots(db, asOf);
  await addScoreRun(client, asOf);
  await client.query('analyze');
  onProgress('totals', 1);
  return { rows: Object.fromEntries(loader.loaded) };
}

/** Kysely on the connection that loads the rows, within its transaction. */
function overConnection(client: pg.ClientBase): Db {
  const connection = { query: client.query.bind(client), release: () => {} } as PostgresPoolClient;
  const pool = { connect: async () => connection, end: async () => {} };
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

const BATCH = 100;
/** The event loop serves the connection after this many farmers. */
const TURN = 5;
/** Limits memory: only so many farmers take part in the stories. */
const MAX_IN_STORIES = 3000;

async function fillEverything(fill: Fill, db: Db, count: number, onProgress: OnProgress): Promise<void> {
  const { loader, random, asOf, passwordHash } = fill;
  const officials = addOfficials(loader, random.fork('officials'), asOf, passwordHash);
  const { hero, fields } = makeHero(random.fork('hero'), asOf);
  addFarmer(loader, hero, passwordHash);
  const farmers: DemoFarmer[] = [];
  for (let index = 1; index < count; index += 1) {
    const chance = random.fork(`farmer/${index}`);
    // The first 47 are from one county each, the others from where most farms are.
    const county = countyNames[index - 1] ?? someCounty(chance);
    // One of them is a neighbour of the hero, with whom there is a border dispute.
    const town = index <= countyNames.length && county === hero.county ? hero.town : undefined;
    const farmer = makeFarmer(chance, { index, county, town, asOf, fields });
    addFarmer(loader, farmer, passwordHash);
    if (farmers.length < MAX_IN_STORIES) farmers.push(farmer);
    if (index % BATCH === 0) await loader.flushBehind();
    else if (index % TURN === 0) await nextTurn();
    if (index % TURN === 0) onProgress('farms', index / count);
  }
  await loader.flush();
  onProgress('farms', 1);
  onProgress('applications, equipment and messages', 0);
  const demo = { asOf, random: random.fork('stories'), loader, hero, officials, farmers };
  const noticeIds = addStories(demo, fields.overlaps);
  await loader.finish();
  await finishStories(db, noticeIds);
  onProgress('applications, equipment and messages', 1);
  onProgress('totals', 0);
}

/** All scores have this version already, so the job that checks at every start has nothing to do. */
async function addScoreRun(client: pg.ClientBase, asOf: Day): Promise<void> {
  await client.query(
    `insert into score_runs (kind, target, parcels_total, parcels_done, started_at, updated_at, finished_at)
     select 'version', $1, count(*), count(*), $2, $2, $2 from parcels where deleted_at is null
     on conflict (kind, target) do nothing`,
    [SCORE_VERSION, isoOf(momentOf(asOf, 0))],
  );
}
