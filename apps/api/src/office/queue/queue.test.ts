/** The queue: order, assignment, and the invariant that every pending application is in exactly one office. */
import type { Application, Case, ParcelDetail, Post, Problem, QueueCounts, SavedView } from '@ardhi/contract';
import { addDays, today } from '@ardhi/contract/dates';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { expectExact } from '../../../test/analytics.ts';
import { beforeTests, PASSWORD, type Person, testApp } from '../../../test/app.ts';
import { rectangle, setBoundary } from '../../../test/boundaries.ts';
import { newParcel, sent } from '../../../test/land.ts';
import { manage, newApplication, openProgramme } from '../../../test/subsidies.ts';
import { escalateOverdueCases } from './jobs.ts';

const app = testApp();
const manager = beforeTests(() => app.as('government', 'Achieng'));
let amina: Person;
let peter: Person;
const posts = new Map<Person, string>();
beforeAll(async () => {
  await manager.send('POST /auth/confirm', { body: { password: PASSWORD } });
  amina = await posted('Amina', 'Nakuru');
  peter = await posted('Peter', 'Nakuru');
});

async function posted(name: string, county: string | null): Promise<Person> {
  const person = await app.as('government', name);
  const body = { email: person.user.email, county, duties: ['view', 'decide'] };
  posts.set(person, (await manager.send<Post>('POST /government/posts', { body })).body._id);
  return person;
}

const places = {
  Nakuru: 'Njoro, Nakuru County',
  Kericho: 'Belgut, Kericho County',
  Turkana: 'Lodwar, Turkana County',
};
const landIn = (farmer: Person, county: keyof typeof places, size = 2): Promise<ParcelDetail> =>
  newParcel(farmer, { location: { address: places[county] }, county, size });

const apply = async (farmer: Person, name: string, fields: object = {}) =>
  (await newApplication(farmer, { name, ...fields }))._id;

const list = async (official: Person, query: Record<string, string | number> = {}) =>
  (await official.send<Case[]>('GET /government/queue', { query })).body;
const names = async (official: Person, query?: Record<string, string | number>) =>
  (await list(official, query)).map(({ name }) => name);
const counts = async (official: Person) =>
  (await official.send<QueueCounts>('GET /government/queue/counts')).body;
const assign = (official: Person, id: string, to: Person | null, from: Person | null = null) =>
  official.send<Case & Problem>(`PUT /government/queue/${id}`, {
    body: { to: to?.user._id ?? null, from: from?.user._id ?? null },
  });
const countyOf = async (id: string) =>
  (await app.row<{ county: string }>`select county from subsidies where id = ${id}`).county;
const notices = async ({ user }: Person) =>
  (
    await app.sql<{ kind: string }>`
      select kind from notices where user_id = ${user._id} and kind <> 'post-given'`
  ).map(({ kind }) => kind);

it('an application belongs to the county of its largest parcel, of all land, or to the national office', async () => {
  const farmer = await app.as('farmer', 'Wanjiru');
  const nowhere = await apply(farmer, 'No land yet');
  expect(await countyOf(nowhere)).toBeNull();
  const small = await landIn(farmer, 'Nakuru', 2);
  expect(await countyOf(nowhere)).toBe('Nakuru');
  const large = await landIn(farmer, 'Kericho', 5);
  // Land in two counties and no parcel named: the national office.
  expect(await countyOf(nowhere)).toBeNull();
  const named = await apply(farmer, 'Both named', { parcelIds: [small._id, large._id] });
  expect(await countyOf(named)).toBe('Kericho');
  await sent(farmer, `PUT /land/${small._id}`, { size: 6 });
  expect(await countyOf(named)).toBe('Nakuru');
  await sent(farmer, `PUT /land/${large._id}`, { size: 6 });
  // Equal size: the smaller id wins.
  expect(await countyOf(named)).toBe(small._id < large._id ? 'Nakuru' : 'Kericho');

  // It moves with its land to the other office, is unassigned, and the previous assignee is notified.
  await farmer.send(`PUT /subsidies/${named}`, { body: { parcelIds: [small._id] } });
  expect((await assign(amina, named, amina)).body.assignedTo).toMatchObject({ name: 'Amina' });
  await sent(farmer, `PUT /land/${small._id}`, { county: 'Turkana' });
  expect(await countyOf(named)).toBe('Turkana');
  expect(await names(amina)).not.toContain('Both named');
  const turkana = await posted('Ekai', 'Turkana');
  expect(await list(turkana)).toMatchObject([{ name: 'Both named', assignedTo: null }]);
  expect(await notices(amina)).toEqual(['case-moved']);
  expect((await manage(amina, named, { status: 'approved' })).status).toBe(404);
  await farmer.send(`DELETE /subsidies/${nowhere}`);
  await farmer.send(`DELETE /subsidies/${named}`);
});

it('lists oldest first with age and assignee; cases are assigned, reassigned and unassigned', async () => {
  const farmer = await app.as('farmer', 'Kamau');
  const land = await landIn(farmer, 'Nakuru');
  const ids: string[] = [];
  for (const [index, amount] of [300, 100, 200].entries()) {
    const id = await apply(farmer, `Case ${index}`, { amount, parcelIds: [land._id] });
    await app.sql`update subsidies set created_at = created_at - ${(3 - index) * 10} * interval '1 day',
      due_on = add_working_days(nairobi_date(created_at) - ${(3 - index) * 10}::int, 14) where id = ${id}`;
    ids.push(id);
  }
  await app.sql`select rebuild_rollups()`;
  expect(await names(amina)).toEqual(['Case 0', 'Case 1', 'Case 2']);
  expect(await names(amina, { sort: 'newest' })).toEqual(['Case 2', 'Case 1', 'Case 0']);
  expect(await names(amina, { sort: 'amount' })).toEqual(['Case 0', 'Case 2', 'Case 1']);
  expect(await names(amina, { minAmount: 150, maxAmount: 250 })).toEqual(['Case 2']);
  const first = await amina.send<Case[]>('GET /government/queue', { query: { limit: 2 } });
  expect((await amina.send(`GET ${first.next}`)).body).toMatchObject([{ name: 'Case 2' }]);
  const { age } = await app.row<{ age: number }>`
    select working_days_between(nairobi_date(created_at), ${today()}) as age from subsidies where id = ${ids[0]}`;
  expect(first.body[0]).toMatchObject({ age, late: true, county: 'Nakuru', risen: false });
  expect((await farmer.send<Application>(`GET /subsidies/${ids[0]}`)).body.waiting).toEqual({
    office: 'Nakuru',
    day: age,
    of: 14,
  });

  // Concurrent assignment: one succeeds, the other gets the name of the assignee.
  const taken = await Promise.all([assign(amina, ids[0]!, amina), assign(peter, ids[0]!, peter)]);
  expect(taken.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [winner, loser] = taken[0].status === 200 ? [amina, peter] : [peter, amina];
  const refused = taken.find(({ status }) => status === 409)!;
  expect(refused.body).toMatchObject({
    code: 'case-taken',
    current: { assignedTo: { name: winner.user.name } },
  });
  expect(await counts(winner)).toMatchObject({ mine: 1, office: 3, nobody: 2, late: await overdueCount() });
  // An assignment is no lock: a colleague who names the current assignee can take the case over.
  expect((await assign(loser, ids[0]!, loser, winner)).status).toBe(200);
  expect((await assign(loser, ids[0]!, winner, loser)).status).toBe(200);
  expect(await notices(winner)).toContain('case-handed');
  expect(await names(winner, { view: 'mine' })).toEqual(['Case 0']);
  expect((await assign(winner, ids[0]!, null, winner)).body.assignedTo).toBeNull();
  expect(await assign(amina, ids[0]!, farmer)).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'to' }] },
  });
  const elsewhere = await posted('Rotich', 'Kericho');
  expect((await assign(amina, ids[0]!, elsewhere)).status).toBe(400);
  expect((await assign(elsewhere, ids[0]!, elsewhere)).status).toBe(404);
  const people = await amina.send<{ name: string }[]>(`GET /government/queue/${ids[0]}/colleagues`);
  expect(people.body.map(({ name }) => name)).toEqual(['Achieng', 'Amina', 'Peter']);

  // Ending a post unassigns its open cases; a new official sees older cases.
  await assign(peter, ids[1]!, peter);
  await manager.send(`PUT /government/posts/${posts.get(peter)}/end`);
  expect(await names(amina, { view: 'nobody' })).toEqual(['Case 0', 'Case 1', 'Case 2']);
  expect((await manage(peter, ids[1]!, { status: 'approved' })).status).toBe(403);
  expect(await names(await posted('Zawadi', 'Nakuru'))).toEqual(['Case 0', 'Case 1', 'Case 2']);

  // Overdue cases are escalated to the national office once.
  const above = await posted('Makena', null);
  const suspended = await posted('Wafula', null);
  await app.sql`update users set suspended_at = now() where id = ${suspended.user._id}`;
  for (let day = 0; day < 2; day++) await escalateOverdueCases({}, app.services);
  expect(await notices(suspended)).toEqual([]);
  expect(await notices(above)).toEqual(['late-cases']);
  expect((await list(above, { view: 'late' }))[0]).toMatchObject({ name: 'Case 0', risen: true });

  const saved = { name: 'Large', filters: { sort: 'amount', minAmount: 100 } };
  for (let time = 0; time < 2; time++) await amina.send('POST /government/queue-views', { body: saved });
  const views = await amina.send<SavedView[]>('GET /government/queue-views');
  expect(views.body).toMatchObject([{ ...saved, own: true }]);
  // Another office does not see it; a colleague does, and cannot delete it.
  expect((await above.send<SavedView[]>('GET /government/queue-views')).body).toEqual([]);
  const colleague = await posted('Wairimu', 'Nakuru');
  expect((await colleague.send<SavedView[]>('GET /government/queue-views')).body).toMatchObject([
    { ...saved, own: false },
  ]);
  expect((await colleague.send(`DELETE /government/queue-views/${views.body[0]!._id}`)).status).toBe(404);
  expect((await above.send(`DELETE /government/queue-views/${views.body[0]!._id}`)).status).toBe(404);
  expect((await amina.send(`DELETE /government/queue-views/${views.body[0]!._id}`)).status).toBe(200);
});

async function overdueCount(): Promise<number> {
  const { count } = await app.row<{ count: number }>`
    select count(*) as count from subsidies where status = 'pending' and county = 'Nakuru' and due_on < ${today()}`;
  return count;
}

const STEPS = inject('isFull') ? 14 : 5;

it('queues add up to all pending applications at any moment, under concurrent writes', async () => {
  const farmers = await Promise.all(
    Array.from({ length: 4 }, (_, index) => app.as('farmer', `Mover ${index}`)),
  );
  const counties = Object.keys(places) as (keyof typeof places)[];
  const officials = [amina, await posted('Nanjala', 'Kericho'), await posted('Lokwang', 'Turkana')];
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  let isRunning = true;
  const watching = (async () => {
    for (let checks = 0; isRunning || checks === 0; checks++) {
      const { offices, country, counted, all_counted } = await app.row<Record<string, number>>`
        select
          (select coalesce(sum(cases), 0) from (
            select county, count(*) as cases from subsidies where kind = 'application' and status = 'pending'
            group by county) as offices)::int as offices,
          (select count(*) from subsidies where kind = 'application' and status = 'pending')::int as country,
          ((select coalesce(sum(pending), 0) from live_subsidies where scope = 'county')
            + (select count(*) from subsidies where kind = 'application' and status = 'pending' and county is null))::int
            as counted,
          (select coalesce(sum(pending), 0) from live_subsidies where scope = 'country')::int as all_counted
      `;
      expect(offices).toBe(country);
      expect([counted, all_counted]).toEqual([country, country]);
    }
  })();
  const work = farmers.map(async (farmer) => {
    const land = [await landIn(farmer, 'Nakuru'), await landIn(farmer, 'Kericho', 3)];
    // Always stays pending, so that the queues are never empty.
    await apply(farmer, 'Tools', { parcelIds: land.map(({ _id }) => _id) });
    const open: string[] = [];
    for (let step = 0; step < STEPS; step++) {
      const parcel = land[random(land.length)]!;
      const id = open[random(open.length || 1)];
      // Concurrent writes of one farmer: a parcel moves while an application is made or withdrawn.
      await Promise.all([
        farmer.send(`PUT /land/${parcel._id}`, {
          body: random(2) ? { county: counties[random(3)] } : { size: 1 + random(9) },
        }),
        random(3)
          ? apply(farmer, 'Seed', { parcelIds: random(2) ? land.map(({ _id }) => _id) : [] }).then((made) =>
              open.push(made),
            )
          : id && farmer.send(`DELETE /subsidies/${id}`),
        id && assign(officials[random(3)]!, id, officials[random(3)]!),
        id && random(2) && manage(officials[random(3)]!, id, { status: 'rejected' }),
      ]);
    }
  });
  await Promise.all(work);
  isRunning = false;
  await watching;
  await expectExact(app.db);
  // Through the API: the offices' lists contain every pending application exactly once.
  const pending = await app.sql<{ id: string; county: string | null }>`
    select id, county from subsidies where kind = 'application' and status = 'pending'`;
  const lists = await Promise.all(officials.map((official) => list(official, { limit: 100 })));
  const found = lists.flat().map(({ _id }) => _id);
  expect(new Set(found).size).toBe(found.length);
  expect(found.sort()).toEqual(
    pending
      .filter(({ county }) => county !== null)
      .map(({ id }) => id)
      .sort(),
  );
  expect(pending.length).toBeGreaterThanOrEqual(farmers.length);
  // Every assignee has a post in the case's county or a national one.
  const misassigned = await app.sql`
    select id from subsidies where status = 'pending' and assigned_to is not null and not exists (
      select from current_posts where official_id = assigned_to and place in ('', county))`;
  expect(misassigned).toEqual([]);
});

it('is not overdue on the due date itself', async () => {
  const farmer = await app.as('farmer', 'Njoki');
  const id = await apply(farmer, 'Last day', { parcelIds: [(await landIn(farmer, 'Nakuru'))._id] });
  for (const [due, late] of [
    [today(), false],
    [addDays(today(), -1), true],
  ] as const) {
    await app.sql`update subsidies set due_on = ${due} where id = ${id}`;
    expect((await list(amina, { limit: 100 })).find(({ _id }) => _id === id)?.late).toBe(late);
  }
});

it('shows whether an application met the rules or was not checked', async () => {
  const farmer = await app.as('farmer', 'Naliaka');
  const { _id: programmeId } = await openProgramme(manager, { rules: { minAcres: 50 } });
  await landIn(farmer, 'Nakuru');
  await apply(farmer, 'Checked', { programmeId });
  const before = await apply(farmer, 'From before', { programmeId });
  await app.sql`update subsidies set meets_rules = null where id = ${before}`;
  await apply(farmer, 'Without a programme');
  const rows = await list(amina, { limit: 100 });
  const known = (name: string) => rows.find((row) => row.name === name);
  expect(known('Checked')).toMatchObject({ hasRules: true, meets: false });
  expect(known('From before')).toMatchObject({ hasRules: true, meets: null });
  expect(known('Without a programme')).toMatchObject({ hasRules: false, meets: null });
  expect(await names(amina, { meets: 'unchecked' })).toEqual(['From before']);
  // A returned application is flagged as such.
  await sent(amina, `POST /government/subsidies/${before}/return`, { fields: ['amount'], reason: 'Less' });
  const [returned] = await list(amina, { meets: 'unchecked' });
  expect(returned).toMatchObject({ returned: { fields: ['amount'] }, late: false });
  expect(await names(amina, { meets: 'no' })).toEqual(['Checked']);
});

describe('lists and filters', () => {
  let wambui: Person;
  const ids = new Map<string, string>();
  const only = async (official: Person, query: Record<string, string | number>) =>
    (await names(official, { limit: 100, ...query })).filter((name) => ids.has(name));
  beforeAll(async () => {
    wambui = await app.as('farmer', 'Wambui Karanja');
    await app.sql`update users set phone_number = '0722 555 444' where id = ${wambui.user._id}`;
    const { _id: programmeId } = await openProgramme(manager, { secondAbove: 500 });
    const { _id: land } = await landIn(wambui, 'Nakuru');
    for (const [name, fields] of Object.entries({
      Beehives: {},
      Terraces: {},
      Greenhouse: {},
      Cooler: { programmeId, amount: 900 },
      Dairy: {},
    }))
      ids.set(name, await apply(wambui, name, { parcelIds: [land], ...fields }));
    const elsewhere = await app.as('farmer', 'Chebet');
    ids.set('Tea', await apply(elsewhere, 'Tea', { parcelIds: [(await landIn(elsewhere, 'Kericho'))._id] }));

    await sent(amina, `POST /government/subsidies/${ids.get('Terraces')}/return`, {
      fields: ['amount'],
      reason: 'Less',
    });
    await sent(amina, `POST /government/subsidies/${ids.get('Greenhouse')}/return`, {
      fields: ['amount'],
      reason: 'Less',
    });
    await sent(wambui, `PUT /subsidies/${ids.get('Greenhouse')}`, { amount: 40 });
    await manage(amina, ids.get('Cooler')!, { status: 'approved' });
    await manage(amina, ids.get('Dairy')!, { status: 'rejected', reason: 'No' });
    await wambui.send(`POST /subsidies/${ids.get('Dairy')}/appeal`, { body: { reason: 'Look again' } });
    const appeals = await manager.send<{ _id: string; application: { _id: string } }[]>(
      'GET /government/appeals',
      { query: { limit: 100 } },
    );
    const appeal = appeals.body.find(({ application }) => application._id === ids.get('Dairy'))!;
    await sent(manager, `PUT /government/appeals/${appeal._id}`, { status: 'upheld', answer: 'Right' });
  });

  it.each([
    ['returned', ['Terraces']],
    ['corrected', ['Greenhouse']],
    ['reopened', ['Dairy']],
    ['second', ['Cooler']],
  ] as const)('%s has these, and its count is its length', async (view, expected) => {
    expect(await only(amina, { view })).toEqual(expected);
    expect((await counts(amina))[view]).toBe((await list(amina, { view })).length);
  });

  it('an approval awaits those who can be the second, until the farmer edits the application', async () => {
    const views = async () => [
      await only(amina, { view: 'approval' }),
      await only(manager, { view: 'approval' }),
    ];
    // Both the county and the national office can decide: the second approval comes from the other level.
    const neighbour = await posted('Barasa', 'Nakuru');
    expect(await only(neighbour, { view: 'approval' })).toEqual([]);
    expect(await views()).toEqual([[], ['Cooler']]);
    expect((await counts(manager)).approval).toBe((await list(manager, { view: 'approval' })).length);
    await sent(wambui, `PUT /subsidies/${ids.get('Cooler')}`, { amount: 901 });
    expect(await views()).toEqual([[], []]);
    expect(await only(manager, { view: 'second' })).toEqual([]);
  });

  it('exports the rows of each list in its order, with the work on them', async () => {
    const rowsOf = async (query: Record<string, string>) => {
      const { status, body } = await manager.send<string>('GET /government/queue.csv', { query });
      expect(status).toBe(200);
      return body.trim().split('\r\n').slice(1);
    };
    const queries: Record<string, string>[] = [
      {},
      { view: 'returned' },
      { sort: 'amount' },
      { county: 'Kericho' },
      { q: 'wambui' },
    ];
    for (const query of queries)
      expect((await rowsOf(query)).map((row) => row.split(',')[0])).toEqual(
        (await list(manager, { ...query, limit: 300 })).map(({ _id }) => _id),
      );
    const id = ids.get('Beehives')!;
    await assign(amina, id, amina);
    const [{ age, dueOn }] = (await list(manager, { q: 'beehives' })) as [Case];
    expect(await rowsOf({ q: 'beehives' })).toEqual([expect.stringContaining(`,${age},${dueOn},,Amina`)]);
    const late = await rowsOf({ view: 'late' });
    expect(late).toHaveLength((await counts(manager)).late!);
    for (const row of late) expect(row).toMatch(/,\d+,\d{4}-\d\d-\d\d,yes,/);
    await assign(amina, id, null, amina);
  });

  it.each([
    ['the name', 'beehiv'],
    ['the farmer', 'wambui karanja beehives'],
  ])('finds it by %s', async (_what, q) => {
    expect(await only(amina, { q })).toEqual(['Beehives']);
  });

  it('finds it by phone and by reference number, in any spelling, within the area', async () => {
    for (const q of ['0722555444', '+254 722 555 444', '722-555-444'])
      expect((await only(amina, { q })).sort()).toEqual([
        'Beehives',
        'Cooler',
        'Dairy',
        'Greenhouse',
        'Terraces',
      ]);
    const [row] = await list(amina, { q: 'beehives' });
    expect(await only(amina, { q: row!.reference!.toLowerCase() })).toEqual(['Beehives']);
    expect(await only(await posted('Kosgei', 'Kericho'), { q: '0722555444' })).toEqual([]);
  });

  it('finds the same with a common and with a rare word', async () => {
    await app.sql`
      insert into subsidies (id, kind, owner_id, owner_name, name, description, amount_cents, status, regions)
      select gen_random_uuid(), 'application', ${wambui.user._id}, 'Wambui Karanja', 'Many ' || n, 'saffron', 100, 'pending',
        '{}' from generate_series(1, 200) as n`;
    await app.sql`update subsidies set due_on = due_on - 90 where description = 'saffron'`;
    expect(await list(manager, { q: 'saffron', limit: 300 })).toHaveLength(200);
    expect(await only(manager, { q: 'beehives' })).toEqual(['Beehives']);
    const first = await manager.send<Case[]>('GET /government/queue', {
      query: { q: 'saffron', limit: 150 },
    });
    expect((await manager.send<Case[]>(`GET ${first.next}`)).body).toHaveLength(50);
    await app.sql`delete from subsidies where description = 'saffron'`;
  });

  it('lists by age the rows that show at least that age, also with a stopped clock', async () => {
    await app.sql`
      insert into subsidies (id, kind, owner_id, owner_name, name, description, amount_cents, status, regions, created_at)
      select gen_random_uuid(), 'application', ${wambui.user._id}, 'Wambui', days || ' ' || stopped || ' ' || returned,
        'turmeric', 100, 'pending', '{}', now() - days * interval '1 day'
      from generate_series(0, 24) as days, unnest('{0,3}'::int[]) as stopped, unnest('{f,t}'::boolean[]) as returned
      where days > 8 or not returned`;
    await app.sql`
      update subsidies set stopped_days = stopped,
        due_on = add_working_days(nairobi_date(created_at), 14 + stopped),
        returned_at = case when returned then now() - interval '4 days' end,
        return_fields = case when returned then '{amount}'::text[] end,
        return_reason = case when returned then 'Less' end
      from (select id as case_id, split_part(name, ' ', 2)::int as stopped, split_part(name, ' ', 3)::boolean as returned
        from subsidies where description = 'turmeric') as made
      where id = case_id`;
    const all = await list(manager, { limit: 300 });
    expect(all.length).toBeGreaterThan(80);
    for (let days = 1; days <= 14; days += 1)
      expect(await names(manager, { minAge: days, limit: 300 })).toEqual(
        all.filter(({ age }) => age >= days).map(({ name }) => name),
      );
    // Every day of a month with holidays, weekends and a turn of the year.
    expect(
      await app.sql`
        select day, created, days from generate_series(date '2026-12-18', '2027-01-10', '1 day') as day,
          generate_series(day - interval '25 days', day, '1 day') as created, generate_series(1, 14) as days
        where (created::date < add_working_days(day::date + 1, -days))
          <> (working_days_between(created::date, day::date) >= days)`,
    ).toEqual([]);
    await app.sql`delete from subsidies where description = 'turmeric'`;
  });

  it('filters by county, assignee and age', async () => {
    expect(await only(manager, { county: 'Kericho' })).toEqual(['Tea']);
    // A county's filter does not reach beyond its area.
    expect(await only(amina, { county: 'Kericho' })).toEqual([]);
    await assign(manager, ids.get('Tea')!, manager);
    expect(await only(manager, { assignedTo: manager.user._id })).toEqual(['Tea']);
    await app.sql`update subsidies set created_at = created_at - interval '14 days',
      due_on = add_working_days(nairobi_date(created_at) - 14, 14) where id = ${ids.get('Tea')!}`;
    await app.sql`select rebuild_rollups()`;
    const [{ age }] = (await list(manager, { county: 'Kericho', q: 'tea' })) as [Case];
    expect(await only(manager, { minAge: age })).toEqual(['Tea']);
    expect(await only(manager, { minAge: age + 1 })).toEqual([]);
    for (const [name, value] of Object.entries({
      minAge: 15,
      assignedTo: 'me',
      view: 'all',
      county: 'x'.repeat(999),
    }))
      expect((await manager.send('GET /government/queue', { query: { [name]: value } })).status).toBe(400);
  });
});

it('each count of other work in the area equals the length of its list', async () => {
  const [farmer, neighbour] = [await app.as('farmer', 'Cherono'), await app.as('farmer', 'Kirui')];
  // One overlap across two counties counts in both, and once nationally.
  for (const [person, county, x] of [
    [farmer, 'Nakuru', 400],
    [neighbour, 'Kericho', 405],
  ] as const)
    await setBoundary(person, (await landIn(person, county))._id, rectangle(x, 0));
  const lost = await apply(farmer, 'Refused');
  await manage(manager, lost, { status: 'rejected', reason: 'No' });
  await farmer.send(`POST /subsidies/${lost}/appeal`, { body: { reason: 'Look again' } });
  for (const kind of ['delay', 'money'])
    await farmer.send('POST /complaints', { body: { kind, message: 'Please help' } });
  await app.send('POST /contact', {
    body: { name: 'Otieno', email: 'otieno@test.example', message: 'Where?' },
  });
  const kericho = await posted('Chepkoech', 'Kericho');
  const national = await posted('Wafula', null);
  const length = async (official: Person, path: string, query = {}) =>
    (await official.send<unknown[]>(path, { query: { limit: 100, ...query } })).body.length;
  const lists = async (official: Person) => ({
    appeals: await length(official, 'GET /government/appeals'),
    complaints: await length(official, 'GET /government/complaints'),
    overlaps: await length(official, 'GET /government/overlaps', { status: 'open' }),
    unharvested: await length(official, 'GET /government/lands', { work: 'no-harvest' }),
  });
  for (const official of [amina, kericho, national])
    expect(await counts(official)).toMatchObject(await lists(official));
  expect(await counts(amina)).toMatchObject({ appeals: 1, complaints: 1, overlaps: 1 });
  expect(await counts(kericho)).toMatchObject({ appeals: 0, complaints: 0, overlaps: 1 });
  expect(await counts(national)).toMatchObject({ appeals: 1, complaints: 1, overlaps: 1, messages: 1 });
  // Managers see complaints about money until an ombudsperson is appointed.
  expect(await counts(manager)).toMatchObject({ complaints: 2 });
  expect(await counts(amina)).not.toHaveProperty('messages');
  // The counts are the same after folding, and match a recount.
  await app.sql`select fold_rollups()`;
  expect(await counts(national)).toMatchObject({ overlaps: 1 });
  await expectExact(app.db);
});
