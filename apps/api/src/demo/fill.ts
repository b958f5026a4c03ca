/**
 * Fills an empty, migrated database with a country. The same seed, date and size give the same rows; only the password
 * hash has a salt of its own.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import { DemoFields } from '../farm/boundaries/demo.ts';
import { SCORE_VERSION } from '../farm/land/score.ts';
import { hashPassword } from '../lib/http/password.ts';
import { MIN_DEMO_FARMERS } from '../lib/settings/env.ts';
import { withoutIndexes, withoutTriggers } from './bare-tables.ts';
import { fillParcels } from './bulk.ts';
import { type Day, dayOf, isoOf, momentOf } from './calendar.ts';
import type { Country } from './country.ts';
import { countyNames, someCounty } from './land/places.ts';
import { Loader } from './loader.ts';
import { type DemoFarmer, makeFarmer, planFarmer } from './people/farmer.ts';
import { makeHero } from './people/hero.ts';
import { makeOfficials } from './people/officials.ts';
import { addFarmer, addOfficial } from './people/rows.ts';
import type { OnProgress } from './progress.ts';
import { Random } from './random.ts';
import { addOverlaps } from './story/overlaps.ts';
import { addStories, finishStories } from './story/stories.ts';

export const PASSWORD = 'demo1234';
const PARCELS_PER_FARMER = 2.5;

/** From so many on it is quicker to make the indexes anew than to keep them up. */
const MANY_PARCELS = 20_000;

export interface CountryOptions {
  /** How many farmers, or about how many parcels. */
  farmers?: number;
  parcels?: number;
  seed: number | string;
  /** The day that it is, YYYY-MM-DD; the last entries are of the evening before. */
  asOf: string;
  /**
   * `full`: every domain, every parcel a farm of its own with its history. `parcels`: people, parcels and field records
   * only, copied from some thousand patterns, for millions of them.
   */
  detail: 'full' | 'parcels';
  /** Of `parcels`: false leaves the field records out, though the parcels count them. To measure what reads parcels. */
  records?: boolean;
  password?: string;
  /** Of `full`. */
  onProgress?: OnProgress;
}

interface Filled {
  /** Rows by table. */
  rows: Record<string, number>;
}

export async function fillCountry(client: pg.ClientBase, options: CountryOptions): Promise<Filled> {
  const asOf = dayOf(options.asOf);
  const farmers = Math.max(
    MIN_DEMO_FARMERS,
    Math.round(options.farmers ?? (options.parcels ?? 1500) / PARCELS_PER_FARMER),
  );
  const parcels = options.parcels ?? Math.round(farmers * PARCELS_PER_FARMER);
  const passwordHash = await hashPassword('', options.password ?? PASSWORD);
  const loader = new Loader(client);
  const random = new Random(`ardhi/${options.seed}/${options.asOf}`);
  const onProgress = options.onProgress ?? (() => {});
  const load = () =>
    options.detail === 'full'
      ? fillEverything({ client, loader, random, asOf, farmers, passwordHash, onProgress })
      : fillParcels({ loader, random, asOf, parcels, passwordHash, records: options.records ?? true });
  await withoutTriggers(client, parcels < MANY_PARCELS ? load : () => withoutIndexes(client, load));
  await noteScoreRun(client, asOf);
  await client.query('analyze');
  onProgress('totals', 1);
  return { rows: Object.fromEntries(loader.loaded) };
}

interface Fill {
  client: pg.ClientBase;
  loader: Loader;
  random: Random;
  asOf: Day;
  farmers: number;
  passwordHash: string;
  onProgress: OnProgress;
}

const BATCH = 100;
/** So that the connection is served meanwhile. */
const TURN = 5;
/** So many take part in the stories; those of a very large country need not all be kept in memory. */
const MAX_IN_STORIES = 3000;

async function fillEverything({
  client,
  loader,
  random,
  asOf,
  farmers,
  passwordHash,
  onProgress,
}: Fill): Promise<void> {
  const officials = makeOfficials(random.fork('officials'), asOf);
  for (const official of officials) addOfficial(loader, official, passwordHash);
  let fields = new DemoFields();
  const hero = makeHero(random.fork('hero'), asOf, (heroId) => {
    fields = new DemoFields(heroId);
    return fields;
  });
  addFarmer(loader, hero, passwordHash);

  const cast: DemoFarmer[] = [];
  for (let index = 1; index < farmers; index += 1) {
    const farmer = farmerNumber(random, index, asOf, fields);
    addFarmer(loader, farmer, passwordHash);
    if (cast.length < MAX_IN_STORIES) cast.push(farmer);
    if (index % BATCH === 0) await loader.flushBehind();
    else if (index % TURN === 0) await nextTurn();
    if (index % TURN === 0) onProgress('farms', index / farmers);
  }
  await loader.flush();
  onProgress('farms', 1);
  onProgress('applications, equipment and messages', 0);
  const country: Country = {
    asOf,
    random: random.fork('stories'),
    loader,
    hero,
    official: officials[0]!,
    officials,
    farmers: cast,
  };
  addOverlaps(country, fields.overlaps);
  const stories = addStories(country);
  await loader.finish();
  await finishStories(client, stories);
  onProgress('applications, equipment and messages', 1);
  onProgress('totals', 0);
}

/** The first 47 live in one county each, the others where most farms are. */
function farmerNumber(random: Random, index: number, asOf: Day, fields: DemoFields): DemoFarmer {
  const chance = random.fork(`farmer/${index}`);
  const county = countyNames[index - 1] ?? someCounty(chance);
  return makeFarmer(chance, planFarmer(chance, index, county, asOf), asOf, fields);
}

/** All scores are of this version already: the job that looks at every start has nothing to do. */
async function noteScoreRun(client: pg.ClientBase, asOf: Day): Promise<void> {
  const at = isoOf(momentOf(asOf, 0));
  await client.query(
    `insert into score_runs (kind, target, parcels_total, parcels_done, started_at, updated_at, finished_at)
     select 'version', $1, count(*), count(*), $2, $2, $2 from parcels where deleted_at is null
     on conflict (kind, target) do nothing`,
    [SCORE_VERSION, at],
  );
}
