import type { ManagedSubsidy } from '@ardhi/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { beforeTests, PASSWORD, type TestResponse, testApp } from '../../../test/app.ts';
import { insertParcel } from '../../../test/parcels.ts';
import { manage, newApplication, newProgramme, openProgramme } from '../../../test/subsidies.ts';
import { searchQuery } from './list-query.ts';

const app = testApp();
const official = beforeTests(() => app.as('government', 'Amina Yusuf'));
const wanjiku = beforeTests(() => app.as('farmer', "Wanjiku wa Ng'ang'a"));
let programme: ManagedSubsidy;
beforeAll(async () => {
  const otieno = await app.as('farmer', 'Otieno Ouma');
  await insertParcel(app.db, wanjiku.user._id, { region: 'east', county: 'Kitui' });
  await insertParcel(app.db, otieno.user._id, { region: 'west', county: 'Kisumu' });
  programme = await openProgramme(official, { name: 'Drip irrigation' });
  await newProgramme(official, {
    name: 'Northern relief',
    amount: 5,
    rules: { regions: ['north'] },
    description: 'Fodder',
  });
  const kit = { name: 'Drip kit', description: 'Half acre', amount: 300, programmeId: programme._id };
  await newApplication(wanjiku, kit);
  const seed = await newApplication(wanjiku, { description: '=1+1', amount: 20.5 });
  await manage(official, seed._id, { status: 'approved' });
  const pump = { name: 'Diesel pump', description: 'Old one, "broken"', amount: 7 };
  await manage(official, (await newApplication(otieno, pump))._id, { status: 'rejected' });
  await otieno.send(`DELETE /subsidies/${(await newApplication(otieno))._id}`);
});

async function names(query: Record<string, string>): Promise<string[]> {
  const { status, body } = await official.send<ManagedSubsidy[]>('GET /subsidies/admin/all', { query });
  expect(status).toBe(200);
  return body.map(({ name }) => name);
}

describe('the officials’ list', () => {
  it('contains programmes and applications, newest first, without withdrawn ones', async () => {
    expect(await names({})).toEqual([
      'Diesel pump',
      'Seed',
      'Drip kit',
      'Northern relief',
      'Drip irrigation',
    ]);
  });

  it.each<[Record<string, string>, string[]]>([
    [{ status: 'pending' }, ['Drip kit', 'Northern relief']],
    [{ status: 'withdrawn' }, ['Seed']],
    [{ kind: 'programme' }, ['Northern relief', 'Drip irrigation']],
    [{ kind: 'application', status: 'approved' }, ['Seed']],
    [{ region: 'east' }, ['Seed', 'Drip kit', 'Drip irrigation']],
    [{ region: 'north' }, ['Northern relief', 'Drip irrigation']],
    [{ region: 'all', status: 'rejected' }, ['Diesel pump']],
    [{ region: 'west', kind: 'application' }, ['Diesel pump']],
    [{ q: 'drip' }, ['Drip kit', 'Drip irrigation']],
    [{ q: 'HALF ACR' }, ['Drip kit', 'Drip irrigation']],
    [{ q: 'wanjiku' }, ['Seed', 'Drip kit']],
    [{ q: "ng'ang'a seed" }, ['Seed']],
    [{ q: 'amina' }, ['Northern relief', 'Drip irrigation']],
    [{ q: 'drip', status: 'pending' }, ['Drip kit']],
    [{ q: '!!!' }, []],
    [{ q: "' & !x | (" }, []],
    [
      { status: '', region: '', kind: '', q: '' },
      ['Diesel pump', 'Seed', 'Drip kit', 'Northern relief', 'Drip irrigation'],
    ],
  ])('filters by %j', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('filters by programme', async () => {
    expect(await names({ programmeId: programme._id })).toEqual(['Drip kit']);
  });

  it('refuses an unknown filter value', async () => {
    for (const query of [{ status: 'lost' }, { region: 'centre' }, { programmeId: 'x' }, { limit: '0' }])
      expect((await official.send('GET /subsidies/admin/all', { query: query as never })).status).toBe(400);
  });

  it('is paged without gaps or duplicates, with a total count', async () => {
    const found: string[] = [];
    for (let path: string | undefined = '/subsidies/admin/all?limit=2'; path; ) {
      const page: TestResponse<ManagedSubsidy[]> = await official.send(`GET ${path}`);
      expect(page.headers.get('x-total-count')).toBe('5');
      found.push(...page.body.map(({ name }) => name));
      path = page.next;
    }
    expect(found).toEqual(await names({}));
  });

  it('finds a renamed farmer by the new name only', async () => {
    const { body } = await wanjiku.send<{ revision: number }>('GET /auth/profile');
    await wanjiku.send('PUT /auth/profile', {
      body: { name: 'Wanjiku Mwangi', location: 'Kitui', farmSize: 2, revision: body.revision },
    });
    expect(await names({ q: 'mwangi' })).toEqual(['Seed', 'Drip kit']);
    expect(await names({ q: "ng'ang'a" })).toEqual([]);
  });
});

it('the export contains the filtered rows and escapes formulas for spreadsheets', async () => {
  await official.send('POST /auth/confirm', { body: { password: PASSWORD } });
  const response = await official.send<string>('GET /government/subsidies.csv', {
    query: { kind: 'application' },
  });
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toMatch(/filename="subsidies-\d{4}-\d\d-\d\d\.csv"/);
  const lines = response.body.replace('\uFEFF', '').trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^Id,Kind,Name,Description,Amount \(KES\),Status,/);
  expect(lines).toHaveLength(4);
  expect(lines[1]).toContain('Application,Diesel pump,"Old one, ""broken""",7.00,rejected,');
  expect(lines[2]).toContain("Seed,'=1+1,20.50,approved,");
  expect(lines[0]).toContain(',Applicant,Email,Phone,Programme,Counties,Regions,');
  expect(lines[1]).toContain(',Kisumu,West,');
  expect(lines[1]).toMatch(/,Otieno Ouma,[^,]+@[^,]+,/);
  const swahili = await official.send<string>('GET /government/subsidies.csv', {
    query: { status: 'pending' },
    headers: { 'accept-language': 'sw' },
  });
  expect(swahili.body).toContain('Kiasi (KES)');
  expect(swahili.body).toContain('inasubiri');
});

it('splits a search text into terms, with the last one as a prefix', () => {
  expect(searchQuery(' Drip  kit! ')).toBe("'drip' & 'kit':*");
  expect(searchQuery('half-acre 2.5')).toBe("'half-acre' & '2.5':*");
  expect(searchQuery('&|!')).toBe('');
});

describe('with many rows', () => {
  /** 3,000 applications: common terms, a term only in old rows, a term in one status only, one region without a programme. */
  beforeAll(async () => {
    await app.sql`
      insert into subsidies (id, kind, owner_id, owner_name, programme_id, name, description, amount_cents, status,
        decided_by, decided_at, regions, created_at)
      select gen_random_uuid(), 'application', ${wanjiku.user._id}, 'Many', case when n % 2 = 0 then ${programme._id}::uuid end,
        'Row ' || n, case when n % 3 = 0 then 'goats' else 'bees' end || case when n > 2900 then ' saffron' else '' end,
        100, case when n % 3 = 0 then 'pending' else 'approved' end,
        case when n % 3 > 0 then ${official.user._id}::uuid end, case when n % 3 > 0 then now() end,
        case when n % 2 = 0 then '{west}' else '{north}' end::text[], now() - interval '1 day' - n * interval '1 minute'
      from generate_series(1, 3000) as n`;
    // Gives the planner statistics: saffron is common, though none of the newest rows contains it.
    await app.sql`analyze subsidies`;
  });

  /** Reference result from one plain scan. */
  async function plainScan(where: ReturnType<typeof sql>): Promise<string[]> {
    const rows = await app.sql<{ name: string }>`
      select name from subsidies where status <> 'withdrawn' and ${where}
      order by created_at desc, id desc limit 30`;
    return rows.map(({ name }) => name);
  }

  it.each([
    [{ q: 'goats' }, sql`description ~ 'goats'`],
    [{ q: 'bees' }, sql`description ~ 'bees'`],
    [{ q: 'bees', status: 'pending' }, sql`false`],
    [{ q: 'saffron' }, sql`description ~ 'saffron'`],
    [{ q: 'goats saffron', region: 'north' }, sql`description ~ 'goats saffron' and regions @> '{north}'`],
    [{ q: 'saf', status: 'approved' }, sql`description ~ 'saffron' and status = 'approved'`],
    [{ q: 'many row 29' }, sql`owner_name = 'Many' and name ~ 'Row 29'`],
  ])('%j returns the same rows as a plain scan', async (query, where) => {
    expect(await names({ ...(query as Record<string, string>), limit: '30' })).toEqual(
      await plainScan(where),
    );
  });

  it.each(['north', 'west'])('lists a programme’s applications in the %s', async (region) => {
    const found = await names({ programmeId: programme._id, region, limit: '30' });
    expect(found).toEqual(
      await plainScan(sql`programme_id = ${programme._id} and regions @> array[${region}]::text[]`),
    );
  });
});
