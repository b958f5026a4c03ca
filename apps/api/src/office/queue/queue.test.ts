/** The queue: what waits where, who has it, and that every pending application is in exactly one office at any moment. */
import type { Application, Case, ParcelDetail, Post, Problem, QueueCounts, SavedView } from '@ardhi/contract';
import { addDays, today } from '@ardhi/contract/dates';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { PASSWORD, type Person, startTestApp, type TestApp } from '../../../test/app.ts';
import { rectangle, setBoundary } from '../../../test/boundaries.ts';
import { newParcel, sent } from '../../../test/land.ts';
import { tellOfLateCases } from './jobs.ts';

let app: TestApp;
let manager: Person;
let amina: Person;
let peter: Person;
const posts = new Map<Person, string>();
beforeAll(async () => {
  app = await startTestApp();
  manager = await app.as('government', 'Achieng');
  await manager.send('POST /auth/confirm', { body: { password: PASSWORD } });
  amina = await posted('Amina', 'Nakuru');
  peter = await posted('Peter', 'Nakuru');
});
afterAll(() => app.close());

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

async function apply(farmer: Person, name: string, more: object = {}): Promise<string> {
  const body = { name, description: name, amount: 100, ...more };
  const answer = await farmer.send<Application>('POST /subsidies', { body });
  expect(answer.status).toBe(201);
  return answer.body._id;
}

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
  (await app.db.selectFrom('subsidies').select('county').where('id', '=', id).executeTakeFirstOrThrow())
    .county;
const notices = async ({ user }: Person) =>
  (await app.db.selectFrom('notices').select('kind').where('user_id', '=', user._id).execute()).map(
    ({ kind }) => kind,
  );

it('an application belongs to one county: of the largest parcel named, of all land, or the country', async () => {
  const farmer = await app.as('farmer', 'Wanjiru');
  const nowhere = await apply(farmer, 'No land yet');
  expect(await countyOf(nowhere)).toBeNull();
  const small = await landIn(farmer, 'Nakuru', 2);
  expect(await countyOf(nowhere)).toBe('Nakuru');
  const large = await landIn(farmer, 'Kericho', 5);
  // Two counties and none named: neither of them.
  expect(await countyOf(nowhere)).toBeNull();
  const named = await apply(farmer, 'Both named', { parcelIds: [small._id, large._id] });
  expect(await countyOf(named)).toBe('Kericho');
  await sent(farmer, `PUT /land/${small._id}`, { size: 6 });
  expect(await countyOf(named)).toBe('Nakuru');
  await sent(farmer, `PUT /land/${large._id}`, { size: 6 });
  // As large as the other: by id.
  expect(await countyOf(named)).toBe(small._id < large._id ? 'Nakuru' : 'Kericho');

  // It moves with its land, is new there and gone here, and whoever had it is told.
  await farmer.send(`PUT /subsidies/${named}`, { body: { parcelIds: [small._id] } });
  expect((await assign(amina, named, amina)).body.assignedTo).toMatchObject({ name: 'Amina' });
  await sent(farmer, `PUT /land/${small._id}`, { county: 'Turkana' });
  expect(await countyOf(named)).toBe('Turkana');
  expect(await names(amina)).not.toContain('Both named');
  const turkana = await posted('Ekai', 'Turkana');
  expect(await list(turkana)).toMatchObject([{ name: 'Both named', assignedTo: null }]);
  expect(await notices(amina)).toEqual(['case-moved']);
  expect(
    await amina.send(`PUT /government/subsidies/${named}`, { body: { status: 'approved' } }),
  ).toMatchObject({
    status: 404,
  });
  await farmer.send(`DELETE /subsidies/${nowhere}`);
  await farmer.send(`DELETE /subsidies/${named}`);
});

it('is oldest first, with its age and who has it; taken, handed over, released, returned with a post', async () => {
  const farmer = await app.as('farmer', 'Kamau');
  const land = await landIn(farmer, 'Nakuru');
  const ids: string[] = [];
  for (const [index, amount] of [300, 100, 200].entries()) {
    const id = await apply(farmer, `Case ${index}`, { amount, parcelIds: [land._id] });
    await sql`update subsidies set created_at = created_at - ${(3 - index) * 10} * interval '1 day',
      due_on = add_working_days(nairobi_date(created_at) - ${(3 - index) * 10}::int, 14) where id = ${id}`.execute(
      app.db,
    );
    ids.push(id);
  }
  await sql`select rebuild_rollups()`.execute(app.db);
  expect(await names(amina)).toEqual(['Case 0', 'Case 1', 'Case 2']);
  expect(await names(amina, { sort: 'newest' })).toEqual(['Case 2', 'Case 1', 'Case 0']);
  expect(await names(amina, { sort: 'amount' })).toEqual(['Case 0', 'Case 2', 'Case 1']);
  expect(await names(amina, { minAmount: 150, maxAmount: 250 })).toEqual(['Case 2']);
  const first = await amina.send<Case[]>('GET /government/queue', { query: { limit: 2 } });
  const cursor = decodeURIComponent(/cursor=([^&>]+)/.exec(first.headers.get('link')!)![1]!);
  expect(await names(amina, { limit: 2, cursor })).toEqual(['Case 2']);
  const { rows } = await sql<{ age: number }>`
    select working_days_between(nairobi_date(created_at), ${today()}) as age from subsidies where id = ${ids[0]}`.execute(
    app.db,
  );
  expect(first.body[0]).toMatchObject({ age: rows[0]!.age, late: true, county: 'Nakuru', risen: false });
  expect((await farmer.send<Application>(`GET /subsidies/${ids[0]}`)).body.waiting).toEqual({
    office: 'Nakuru',
    day: rows[0]!.age,
    of: 14,
  });

  // Two at once: one has it, the other reads who.
  const taken = await Promise.all([assign(amina, ids[0]!, amina), assign(peter, ids[0]!, peter)]);
  expect(taken.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [has, late] = taken[0].status === 200 ? [amina, peter] : [peter, amina];
  const refused = taken.find(({ status }) => status === 409)!;
  expect(refused.body).toMatchObject({
    code: 'case-taken',
    current: { assignedTo: { name: has.user.name } },
  });
  expect(await counts(has)).toMatchObject({ mine: 1, office: 3, nobody: 2, late: await lateCount() });
  // A courtesy: who has seen whose it is may still take it, and anybody may decide.
  expect((await assign(late, ids[0]!, late, has)).status).toBe(200);
  expect((await assign(late, ids[0]!, has, late)).status).toBe(200);
  expect(await notices(has)).toContain('case-handed');
  expect(await names(has, { view: 'mine' })).toEqual(['Case 0']);
  expect((await assign(has, ids[0]!, null, has)).body.assignedTo).toBeNull();
  expect(await assign(amina, ids[0]!, farmer)).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'to' }] },
  });
  const elsewhere = await posted('Rotich', 'Kericho');
  expect((await assign(amina, ids[0]!, elsewhere)).status).toBe(400);
  expect((await assign(elsewhere, ids[0]!, elsewhere)).status).toBe(404);
  const people = await amina.send<{ name: string }[]>(`GET /government/queue/${ids[0]}/colleagues`);
  expect(people.body.map(({ name }) => name)).toEqual(['Achieng', 'Amina', 'Peter']);

  // A post that ends while a case is open gives it back; a new officer sees older ones.
  await assign(peter, ids[1]!, peter);
  await manager.send(`PUT /government/posts/${posts.get(peter)}/end`);
  expect(await names(amina, { view: 'nobody' })).toEqual(['Case 0', 'Case 1', 'Case 2']);
  expect(
    (await peter.send(`PUT /government/subsidies/${ids[1]}`, { body: { status: 'approved' } })).status,
  ).toBe(403);
  expect(await names(await posted('Zawadi', 'Nakuru'))).toEqual(['Case 0', 'Case 1', 'Case 2']);

  // What is late rises to who decides for the country, once.
  const above = await posted('Makena', null);
  for (let day = 0; day < 2; day++) await tellOfLateCases({}, app.services);
  expect(await notices(above)).toEqual(['late-cases']);
  expect((await list(above, { view: 'late' }))[0]).toMatchObject({ name: 'Case 0', risen: true });

  const saved = { name: 'Large', filters: { sort: 'amount', minAmount: 100 } };
  for (let time = 0; time < 2; time++) await amina.send('POST /government/queue-views', { body: saved });
  const views = await amina.send<SavedView[]>('GET /government/queue-views');
  expect(views.body).toMatchObject([saved]);
  expect((await above.send<SavedView[]>('GET /government/queue-views')).body).toEqual([]);
  expect((await above.send(`DELETE /government/queue-views/${views.body[0]!._id}`)).status).toBe(404);
  expect((await amina.send(`DELETE /government/queue-views/${views.body[0]!._id}`)).status).toBe(200);
});

async function lateCount(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from subsidies where status = 'pending' and county = 'Nakuru' and due_on < ${today()}`.execute(
    app.db,
  );
  return rows[0]!.count;
}

const STEPS = inject('isFull') ? 14 : 5;

it('queues add up to all that waits at any moment, while land moves and applications come and go', async () => {
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
  let running = true;
  const watching = (async () => {
    for (let looks = 0; running || looks === 0; looks++) {
      const { rows } = await sql<{ offices: number; country: number; counted: number; all_counted: number }>`
        select
          (select coalesce(sum(cases), 0) from (
            select county, count(*) as cases from subsidies where kind = 'application' and status = 'pending'
            group by county) as offices)::int as offices,
          (select count(*) from subsidies where kind = 'application' and status = 'pending')::int as country,
          ((select coalesce(sum(pending), 0) from live_subsidies where scope = 'county')
            + (select count(*) from subsidies where kind = 'application' and status = 'pending' and county is null))::int
            as counted,
          (select coalesce(sum(pending), 0) from live_subsidies where scope = 'country')::int as all_counted
      `.execute(app.db);
      const { offices, country, counted, all_counted } = rows[0]!;
      expect(offices).toBe(country);
      expect([counted, all_counted]).toEqual([country, country]);
    }
  })();
  const work = farmers.map(async (farmer) => {
    const land = [await landIn(farmer, 'Nakuru'), await landIn(farmer, 'Kericho', 3)];
    // Stays pending, whatever the order of the others.
    await apply(farmer, 'Tools', { parcelIds: land.map(({ _id }) => _id) });
    const open: string[] = [];
    for (let step = 0; step < STEPS; step++) {
      const parcel = land[random(land.length)]!;
      const id = open[random(open.length || 1)];
      // Two things of one farmer at once: what moves, and what is asked for.
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
        id &&
          random(2) &&
          officials[random(3)]!.send(`PUT /government/subsidies/${id}`, { body: { status: 'rejected' } }),
      ]);
    }
  });
  await Promise.all(work);
  running = false;
  await watching;
  const { rows: faults } = await sql`select * from verify_rollups()`.execute(app.db);
  expect(faults).toEqual([]);
  // Over the calls: the offices' lists are all that waits, each once.
  const { rows: waiting } = await sql<{ id: string; county: string | null }>`
    select id, county from subsidies where kind = 'application' and status = 'pending'`.execute(app.db);
  const lists = await Promise.all(officials.map((official) => list(official, { limit: 100 })));
  const found = lists.flat().map(({ _id }) => _id);
  expect(new Set(found).size).toBe(found.length);
  expect(found.sort()).toEqual(
    waiting
      .filter(({ county }) => county !== null)
      .map(({ id }) => id)
      .sort(),
  );
  expect(waiting.length).toBeGreaterThanOrEqual(farmers.length);
  // Whoever has a case works where it belongs.
  const { rows: astray } = await sql`
    select id from subsidies where status = 'pending' and assigned_to is not null and not exists (
      select from current_posts where official_id = assigned_to and place in ('', county))`.execute(app.db);
  expect(astray).toEqual([]);
});

it('is not late on its last day', async () => {
  const farmer = await app.as('farmer', 'Njoki');
  const id = await apply(farmer, 'Last day', { parcelIds: [(await landIn(farmer, 'Nakuru'))._id] });
  for (const [due, late] of [
    [today(), false],
    [addDays(today(), -1), true],
  ] as const) {
    await sql`update subsidies set due_on = ${due} where id = ${id}`.execute(app.db);
    expect((await list(amina, { limit: 100 })).find(({ _id }) => _id === id)?.late).toBe(late);
  }
});

it('says whether an application met the rules, and where nobody checked', async () => {
  const farmer = await app.as('farmer', 'Naliaka');
  const body = { name: 'Pumps', description: 'Solar', amount: 900, rules: { minAcres: 50 } };
  const { _id: programmeId } = (await manager.send<{ _id: string }>('POST /government/subsidies', { body }))
    .body;
  await manager.send(`PUT /government/subsidies/${programmeId}`, { body: { status: 'approved' } });
  await landIn(farmer, 'Nakuru');
  await apply(farmer, 'Checked', { programmeId });
  const before = await apply(farmer, 'From before', { programmeId });
  await sql`update subsidies set meets_rules = null where id = ${before}`.execute(app.db);
  await apply(farmer, 'Without a programme');
  const rows = await list(amina, { limit: 100 });
  const known = (name: string) => rows.find((row) => row.name === name);
  expect(known('Checked')).toMatchObject({ hasRules: true, meets: false });
  expect(known('From before')).toMatchObject({ hasRules: true, meets: null });
  expect(known('Without a programme')).toMatchObject({ hasRules: false, meets: null });
  expect(await names(amina, { meets: 'unchecked' })).toEqual(['From before']);
  // What lies with the farmer says so.
  await sent(amina, `POST /government/subsidies/${before}/return`, { fields: ['amount'], reason: 'Less' });
  const [returned] = await list(amina, { meets: 'unchecked' });
  expect(returned).toMatchObject({ returned: true, late: false });
  expect(await names(amina, { meets: 'no' })).toEqual(['Checked']);
});

it('counts all other work of the area: as many as the list behind each count has', async () => {
  const [farmer, neighbour] = [await app.as('farmer', 'Cherono'), await app.as('farmer', 'Kirui')];
  // One overlap between two counties, in the figures of both, is one of the country.
  for (const [person, county, x] of [
    [farmer, 'Nakuru', 400],
    [neighbour, 'Kericho', 405],
  ] as const)
    await setBoundary(person, (await landIn(person, county))._id, rectangle(x, 0));
  const lost = await apply(farmer, 'Refused');
  await sent(manager, `PUT /government/subsidies/${lost}`, { status: 'rejected', reason: 'No' });
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
  expect(await counts(national)).toMatchObject({ appeals: 1, complaints: 2, overlaps: 1, messages: 1 });
  expect(await counts(amina)).not.toHaveProperty('messages');
  // Folded or not, and to the letter.
  await sql`select fold_rollups()`.execute(app.db);
  expect(await counts(national)).toMatchObject({ overlaps: 1 });
  expect((await sql`select * from verify_rollups()`.execute(app.db)).rows).toEqual([]);
});
