import type {
  Appeal,
  Application,
  Board,
  Case,
  HarvestToConfirm,
  ManagedSubsidy,
  OfficialComplaint,
  Parcel,
  Post,
  QueueCounts,
  Role,
  ThreadSummary,
} from '@ardhi/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../test/app.ts';
import { createTestDatabase } from '../../test/database.ts';
import { type ParcelRow, parcelColumns } from '../farm/land/columns.ts';
import { presentParcel } from '../farm/land/present.ts';
import { NO_RECORDS, scoreOf } from '../farm/land/score.ts';
import { loadScoredRecords } from '../farm/land/score-queries.ts';
import { computeEffects } from '../insight/analytics/history.ts';
import { connect } from '../lib/database/database.ts';
import type { Db } from '../lib/database/db.ts';
import { isChannelAllowed } from '../records/messages/policy.ts';
import { type CountryOptions, fillCountry, PASSWORD } from './fill.ts';

const full: CountryOptions = { farmers: 50, seed: 1, asOf: '2026-03-20', detail: 'full' };
const bulk: CountryOptions = { parcels: 300, seed: 1, asOf: '2026-03-20', detail: 'parcels' };

async function fill(connectionString: string, options: CountryOptions) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return fillCountry(client, options).finally(() => client.end());
}

type Read<Result> = (db: Db, rows: Record<string, number>) => Promise<Result>;

/** Reads from a database of its own. */
async function inNew<Result>(options: CountryOptions, read: Read<Result>): Promise<Result> {
  const database = await createTestDatabase();
  const { db, close } = connect(database.connectionString);
  try {
    const { rows } = await fill(database.connectionString, options);
    return await read(db, rows);
  } finally {
    await close();
    await database.drop();
  }
}

/** A hash of each table, without the salt of the password. */
async function contentOf(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'migrations'`.execute(db);
  const content: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ hash: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(line, '|' order by line)), '') as hash
      from (select (to_jsonb(one) - 'password_hash')::text as line from ${sql.table(name)} as one) as lines
    `.execute(db);
    content[name] = rows[0]!.hash;
  }
  return content;
}

async function count(db: Db, query: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (${query}) as found`.execute(db);
  return rows[0]!.n;
}

/** The stored scores are what the engine computes from the records of that day. */
async function expectScores(db: Db, every: number): Promise<void> {
  const { rows } = await sql<ParcelRow & { inputs_hash: string; result: unknown }>`
    select ${parcelColumns}, boundary_area_m2, centre_lat, centre_lon, boundary_revision, inputs_hash,
      (select result from parcel_scores where parcel_id = parcels.id) as result
    from parcels order by id`.execute(db);
  for (const row of rows.filter((_, index) => index % every === 0)) {
    const records = (await loadScoredRecords(db, [row.id], row.score_as_of)).get(row.id) ?? NO_RECORDS;
    const engine = scoreOf(presentParcel(row), records, row.score_as_of);
    const { score, confidencePct, status, band, county, inputsHash } = engine;
    expect([row.score, row.confidence, row.score_status]).toEqual([score, confidencePct, status]);
    expect([row.score_band, row.county, row.inputs_hash]).toEqual([band, county, inputsHash]);
    if (row.result !== null) expect(row.result).toEqual(JSON.parse(JSON.stringify(engine)));
  }
}

const wrongTotals = sql`
  select id from parcels where
    crop_count <> (select count(*) from crops where parcel_id = parcels.id)
    or (water_count, water_litres) is distinct from
      (select (count(*)::int, coalesce(sum(litres), 0)) from water_records where parcel_id = parcels.id)
    or (fertilizer_count, fertilizer_kg) is distinct from
      (select (count(*)::int, coalesce(sum(kg), 0)) from fertilizer_records where parcel_id = parcels.id)
    or (pesticide_count, pesticide_kg) is distinct from
      (select (count(*)::int, coalesce(sum(amount), 0)) from pesticide_records where parcel_id = parcels.id)
    or has_records <> (crop_count + water_count + fertilizer_count + pesticide_count > 0)`;
const countiesWithLand = sql`select distinct county from parcels where county is not null`;

const app = testApp();
let db: Db;

beforeAll(async () => {
  db = app.db;
  await fill(app.connectionString, full);
});

describe('the seed', () => {
  test('one seed gives the same data, another seed other data', async () => {
    const again = await inNew(full, contentOf);
    const other = await inNew({ ...full, seed: 2 }, contentOf);
    const here = await contentOf(db);
    expect(again).toEqual(here);
    for (const table of ['users', 'parcels', 'crops', 'subsidies', 'messages'])
      expect(other[table], table).not.toBe(here[table]);
  });
});

describe('land', () => {
  test('is in all 47 counties', async () => {
    expect(await count(db, countiesWithLand)).toBe(47);
  });

  test('every score is what the engine says, and the end of its history', async () => {
    await expectScores(db, 2);
    const ends = sql`
      select parcels.id from parcels where score <> coalesce(
        (select score from score_history where parcel_id = parcels.id order by id desc limit 1), 50)`;
    expect(await count(db, ends)).toBe(0);
    expect(
      await count(db, sql`select from score_history group by parcel_id having count(*) > 2`),
    ).toBeGreaterThan(20);
  });

  test('the totals of a parcel are those of its records', async () => {
    expect(await count(db, wrongTotals)).toBe(0);
  });

  test('nothing is entered before its parcel, after its deletion, or after the day', async () => {
    for (const table of ['crops', 'water_records', 'fertilizer_records', 'pesticide_records']) {
      const astray = sql`
        select from ${sql.table(table)} as record join parcels on parcels.id = record.parcel_id
        where record.created_at < parcels.created_at or record.created_at > parcels.deleted_at`;
      expect(await count(db, astray), table).toBe(0);
    }
    const { rows } = await sql<{ late: string }>`select max(at) as late from audit_log`.execute(db);
    expect(rows[0]!.late < '2026-03-19T21:00:00.000Z').toBe(true);
  });
});

describe('everything beside land', () => {
  test('no programme has approved more than its budget, and each its true sum', async () => {
    const wrong = sql`
      select from subsidies as programme where kind = 'programme' and (approved_cents > amount_cents
        or approved_cents <> (select coalesce(sum(amount_cents), 0) from subsidies
          where programme_id = programme.id and status = 'approved'))`;
    expect(await count(db, wrong)).toBe(0);
    const states = sql`select distinct status from subsidies where kind = 'application'`;
    expect(await count(db, states)).toBe(4);
    const undecided = sql`
      select from subsidies where kind = 'application' and (status in ('approved', 'rejected')) <> (facts is not null)`;
    expect(await count(db, undecided)).toBe(0);
    const foreign = sql`
      select from subsidy_parcels join subsidies on subsidies.id = subsidy_id join parcels on parcels.id = parcel_id
      where parcels.owner_id <> subsidies.owner_id`;
    expect(await count(db, foreign)).toBe(0);
  });

  test('channels fit the two who write, and only the end of a thread is unread', async () => {
    const { rows } = await sql<{ channel: 'general'; one: Role; other: Role }>`
      select distinct channel_type as channel, starter.role as one, partner.role as other
      from threads join users as starter on starter.id = starter_id join users as partner on partner.id = partner_id
    `.execute(db);
    expect(rows.filter(({ channel, one, other }) => !isChannelAllowed(channel, one, other))).toEqual([]);
    expect(new Set(rows.map(({ channel }) => channel)).size).toBe(4);
    const skipped = sql`
      select from messages join threads on threads.id = thread_id
      where read_at is null and number < message_count`;
    expect(await count(db, skipped)).toBe(0);
  });

  test('the hours of equipment are those it started with and those entered', async () => {
    const wrong = sql`
      select from equipment where usage_hours <> starting_hours
        + (select coalesce(sum(hours), 0) from equipment_usage where equipment_id = equipment.id)`;
    expect(await count(db, wrong)).toBe(0);
  });

  test('every announced policy has its audience, and no one read it before', async () => {
    const { rows } = await sql<{ farmers: number; recipients: number; early: number }>`
      select farmers,
        (select count(*) from policy_recipients where notice_id = sending.notice_id) as recipients,
        (select count(*) from notice_reads where notice_id = sending.notice_id and read_at <= sent_at) as early
      from policy_sendings as sending`.execute(db);
    expect(rows.length).toBeGreaterThan(4);
    for (const { farmers, recipients, early } of rows) expect([recipients, early]).toEqual([farmers, 0]);
  });
});

describe('the metrics of officials', () => {
  test('are counted from what was loaded', async () => {
    expect(await count(db, sql`select from verify_rollups()`)).toBe(0);
    expect(await count(db, sql`select from rollup_parcels where parcels > 0`)).toBeGreaterThanOrEqual(47);
    expect(await count(db, sql`select from analytics_snapshots where parcels > 0`)).toBe(15);
  });
});

describe('the country', () => {
  test('differs by region and county, had a drought, and one of two policies worked', async () => {
    await inNew({ ...full, farmers: 300 }, async (db) => {
      const means = async (place: 'region' | 'county') =>
        (
          await sql<{ place: string; score: number }>`
            select ${sql.ref(place)} as place, avg(score)::float as score from parcels
            where is_comparable(confidence) and deleted_at is null and ${sql.ref(place)} is not null
            group by 1 having count(*) >= 5 order by 2`.execute(db)
        ).rows;
      const regions = await means('region');
      expect(regions.slice(2).map(({ place }) => place)).toEqual(['east', 'west']);
      expect(regions[3]!.score - regions[0]!.score).toBeGreaterThan(10);
      const counties = await means('county');
      expect(counties.at(-1)!.score - counties[0]!.score).toBeGreaterThan(20);

      await computeEffects(db, full.asOf);
      const { rows: effects } = await sql<{ title: string; difference: number }>`
        select title, (readers_change - others_change)::float as difference
        from policy_effects join policies on policies.id = policy_id`.execute(db);
      const effectOf = (start: string) => effects.find(({ title }) => title.startsWith(start))!.difference;
      expect(effectOf('National soil health')).toBeGreaterThan(3);
      expect(Math.abs(effectOf('Safe use'))).toBeLessThan(2);

      const { rows: harvests } = await sql<{ dry: boolean; region: string; yield: number }>`
        select planting_date between ${full.asOf}::date - 480 and ${full.asOf}::date - 120 as dry, region,
          avg(yield_tons_per_hectare)::float as yield
        from crops join parcels on parcels.id = parcel_id
        where crops.name in ('Maize', 'Mahindi') and yield_confirmed and region in ('east', 'west')
        group by 1, 2`.execute(db);
      const yieldOf = (region: string, dry: boolean) =>
        harvests.find((one) => one.region === region && one.dry === dry)!.yield;
      expect(yieldOf('east', true)).toBeLessThan(0.6 * yieldOf('east', false));
      expect(yieldOf('west', true)).toBeGreaterThan(0.8 * yieldOf('west', false));
    });
  });
});

describe('the accounts', () => {
  async function signIn(email: string) {
    const { status, body } = await app.send<{ token: string }>('POST /auth/login', {
      body: { email, password: PASSWORD },
    });
    expect(status).toBe(200);
    return async <Body>(call: string) =>
      (await app.send<Body>(call, { headers: { authorization: `Bearer ${body.token}` } })).body;
  }

  test('the farmer has something of everything', async () => {
    const read = await signIn('farmer@demo.ardhi');
    const parcels = await read<Parcel[]>('GET /land');
    expect(parcels.length).toBeGreaterThanOrEqual(8);
    expect(new Set(parcels.map(({ score }) => score.band)).size).toBe(5);
    expect((await read<HarvestToConfirm[]>('GET /land/harvests-to-confirm')).length).toBeGreaterThan(0);
    expect((await read<{ count: number }>('GET /messages/unread-count')).count).toBeGreaterThan(0);
    expect((await read<{ count: number }>('GET /notices/unread-count')).count).toBeGreaterThan(0);
    const applications = await read<Application[]>('GET /subsidies');
    expect(new Set(applications.map(({ status }) => status))).toEqual(
      new Set(['approved', 'rejected', 'pending']),
    );
  });

  test('the official has unread messages and pending applications', async () => {
    const read = await signIn('official@demo.ardhi');
    const conversations = await read<ThreadSummary[]>('GET /messages');
    expect(conversations.filter(({ unreadCount }) => unreadCount > 0).length).toBeGreaterThan(2);
    expect((await read<unknown[]>('GET /subsidies/admin/all?status=pending')).length).toBeGreaterThan(3);
  });

  test('every list of the queue has something in it, nationally and for Nakuru', async () => {
    const national = await signIn('official@demo.ardhi');
    const counts = await national<QueueCounts>('GET /government/queue/counts');
    for (const [list, count] of Object.entries(counts)) expect(count, list).toBeGreaterThan(0);
    expect(counts.late).not.toBe(counts.office);
    const board = await national<Board>('GET /government/board');
    expect(board.total).toMatchObject({ backlog: counts.office, overdue: counts.late });
    const month = await national<Board>('GET /government/board?from=2026-02-20&to=2026-03-20');
    expect(month.total.returned).toBe(Number(counts.returned) + Number(counts.corrected));
    const posts = await national<Post[]>('GET /government/posts');
    expect(posts.map(({ county }) => county)).toEqual(expect.arrayContaining(['Nakuru', 'Kilifi', null]));
    const appeals = await national<Appeal[]>('GET /government/appeals?state=all');
    expect(new Set(appeals.map(({ status }) => status))).toEqual(new Set(['pending', 'upheld', 'dismissed']));
    const complaints = await national<OfficialComplaint[]>('GET /government/complaints?state=all');
    expect(complaints.map(({ kind }) => kind)).toContain('money');
    const county = await signIn('official2@demo.ardhi');
    expect(
      (await county<OfficialComplaint[]>('GET /government/complaints?state=all')).length,
    ).toBeGreaterThan(0);
    const own = await county<Board>('GET /government/board?from=2025-03-21&to=2026-03-20');
    expect(own.total.decided).toBeGreaterThan(0);
    const cases = await county<Case[]>('GET /government/queue');
    expect(new Set(cases.map((row) => row.county))).toEqual(new Set(['Nakuru']));
    // The farmer's drip kit has one of two votes.
    const waiting = await county<ManagedSubsidy[]>('GET /subsidies/admin/all?status=pending');
    expect(waiting.flatMap(({ marks }) => marks)).toHaveLength(1);
  });
});

describe('parcels by the million', () => {
  test('copies are as consistent as the full data', async () => {
    await inNew(bulk, async (db, rows) => {
      expect(rows.parcels).toBe(300);
      await expectScores(db, 7);
      expect(await count(db, wrongTotals)).toBe(0);
      expect(await count(db, countiesWithLand)).toBe(47);
    });
  });
});
