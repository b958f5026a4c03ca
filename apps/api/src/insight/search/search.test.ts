import type { AccessLine, Problem, SearchResults } from '@ardhi/contract';
import { describe, expect, it } from 'vitest';
import { logEntriesOf } from '../../../test/access/log.ts';
import { beforeTests, issuesOf, type Person, testApp } from '../../../test/app.ts';
import { insertParcel } from '../../../test/parcels.ts';
import { insertPost } from '../../../test/posts.ts';
import { newApplication, openProgramme } from '../../../test/subsidies.ts';

const app = testApp();
const official = beforeTests(() => app.as('government', 'Amina Yusuf'));
const inNakuru = beforeTests(async () => {
  const person = await app.as('government', 'Officer of Nakuru');
  await insertPost(app, person, 'Nakuru');
  return person;
});
const inKitui = beforeTests(async () => {
  const person = await app.as('government', 'Officer of Kitui');
  await insertPost(app, person, 'Kitui');
  return person;
});
const wanjiku = beforeTests(async () => {
  const person = await app.as('farmer', 'Wanjiku Kamau');
  await app.sql`update users set phone_number = '0712 345 678' where id = ${person.user._id}`;
  await insertParcel(app.db, person.user._id, { name: 'Shamba la mto', county: 'Nakuru' });
  return person;
});

const find = async (q: string, by: Person = official) => {
  const { status, body } = await by.send<SearchResults>('GET /government/search', { query: { q } });
  expect(status).toBe(200);
  return body;
};
const namesOf = (results: readonly { name: string }[]) => results.map(({ name }) => name);

describe('farmers', () => {
  it.each(['wanjiku', 'kam wanj', 'WANJIKU KAMAU'])('are found by name: %s', async (q) => {
    expect((await find(q)).farmers).toEqual([
      { _id: wanjiku.user._id, name: 'Wanjiku Kamau', counties: ['Nakuru'] },
    ]);
  });

  it.each(['0712345678', '0712 345', '+254 712 345 678', '254712345678', '00254712345', '712345678'])(
    'are found by phone number, and nothing else is: %s',
    async (q) => {
      const found = await find(q);
      expect(namesOf(found.farmers)).toEqual(['Wanjiku Kamau']);
      expect(Object.values(found).flat()).toHaveLength(1);
    },
  );

  it('with another stored spelling of the number are found, too', async () => {
    const otieno = await app.as('farmer', 'Otieno Ouma');
    await app.sql`update users set phone_number = '+254 733-111 222' where id = ${otieno.user._id}`;
    for (const q of ['0733111222', '254733111222', '+254733111'])
      expect(namesOf((await find(q)).farmers)).toEqual(['Otieno Ouma']);
  });

  it('with a similar name are found if nothing begins like this', async () => {
    expect(namesOf((await find('wanjko')).farmers)).toEqual(['Wanjiku Kamau']);
    expect(namesOf((await find('wanjko', inNakuru)).farmers)).toEqual(['Wanjiku Kamau']);
    expect((await find('wanjko', inKitui)).farmers).toEqual([]);
    expect((await find('xylophone')).farmers).toEqual([]);
  });

  it('with a similar name are found in the own county among many elsewhere', async () => {
    // More than the search ranks, each more similar than the one of the county.
    await app.sql`
      insert into users (id, email, name, role, password_hash)
      select gen_random_uuid(), 'nafula' || n || '@shamba.example', 'Nafula', 'farmer', '' from generate_series(1, 300) as n`;
    const owner = await app.as('farmer', 'Nafuna Wekesa');
    await insertParcel(app.db, owner.user._id, { county: 'Kitui' });
    expect(namesOf((await find('nafulla', inKitui)).farmers)).toEqual(['Nafuna Wekesa']);
    expect(namesOf((await find('nafulla')).farmers)).toEqual(Array(5).fill('Nafula'));
  });

  it('are found by prefixes where PostgreSQL has no pg_trgm', async () => {
    await app.sql`alter index farmer_words_trigrams rename to without_trigrams`;
    try {
      expect((await find('wanjko')).farmers).toEqual([]);
      expect(namesOf((await find('wanjik')).farmers)).toEqual(['Wanjiku Kamau']);
    } finally {
      await app.sql`alter index without_trigrams rename to farmer_words_trigrams`;
    }
  });

  it('are at most five, by name', async () => {
    for (const name of ['F', 'B', 'D', 'A', 'E', 'C']) await app.as('farmer', `Zuhura ${name}`);
    expect(namesOf((await find('zuhura')).farmers)).toEqual(
      ['A', 'B', 'C', 'D', 'E'].map((letter) => `Zuhura ${letter}`),
    );
  });
});

it('finds parcels, applications, programmes and policies by their words', async () => {
  const programme = await openProgramme(official, { name: 'Mikoko programme' });
  const application = await newApplication(wanjiku, { name: 'Mikoko seedlings' });
  await official.send('POST /policies', {
    body: { title: 'Mikoko belt', description: 'x', status: 'Draft' },
  });
  const found = await find('mikoko');
  expect(found.applications).toEqual([
    {
      _id: application._id,
      reference: application.reference,
      name: 'Mikoko seedlings',
      status: 'pending',
      county: 'Nakuru',
      applicant: { _id: wanjiku.user._id, name: 'Wanjiku Kamau' },
    },
  ]);
  expect(namesOf(found.programmes)).toEqual([programme.name]);
  expect(found.policies).toMatchObject([{ title: 'Mikoko belt', status: 'Draft' }]);
  expect((await find('shamba la mto')).parcels).toMatchObject([
    { name: 'Shamba la mto', county: 'Nakuru', farmer: { name: 'Wanjiku Kamau' } },
  ]);
});

it('finds an application or programme by its reference number, complete or begun, within the area', async () => {
  const programme = await openProgramme(official);
  const application = await newApplication(wanjiku);
  for (const { reference = '', kind, _id } of [programme, application]) {
    const list = kind === 'programme' ? 'programmes' : 'applications';
    for (const q of [reference, reference.toLowerCase().replaceAll('-', ' '), reference.slice(0, -2)]) {
      const found = await find(q);
      expect(found[list].map((row) => row._id)).toContain(_id);
      expect(found.farmers).toEqual([]);
    }
  }
  expect((await find(application.reference!, inNakuru)).applications).toHaveLength(1);
  expect((await find(application.reference!, inKitui)).applications).toEqual([]);
  // National programmes are visible in every county.
  expect((await find(programme.reference!, inKitui)).programmes).toHaveLength(1);
});

it('finds in a county nothing of another one', async () => {
  for (const q of ['wanjiku', 'shamba la mto', '0712345678'])
    expect(Object.values(await find(q, inKitui)).flat()).toEqual([]);
});

it('discloses no contact data', async () => {
  const text = JSON.stringify(await find('wanjiku'));
  for (const secret of ['0712', wanjiku.user.email]) expect(text).not.toContain(secret);
});

it.each(['', 'wa', '  w '])('refuses less than three characters: %j', async (q) => {
  const response = await official.send<Problem>('GET /government/search', { query: { q } });
  expect(response.status).toBe(400);
  expect(issuesOf(response.body)).toEqual(['q: too-short']);
});

it.each(['???', "'; drop", '\\\\\\', '🌽🌽🌽', '& | !', '%%%'])('accepts %j', async (q) => {
  await find(q);
});

it('writes one access log entry per official, person and day, which the farmer can read', async () => {
  const viewer = await app.as('government', 'Searching Official');
  for (const q of ['wanjik', 'wanjiku', 'wanjiku kam', '0712345678']) await find(q, viewer);
  expect(await logEntriesOf(app, viewer)).toEqual([
    { look: 'search', entity_id: null, people: [wanjiku.user._id], area: null },
  ]);
  // Another person joins the results: an entry for that person alone.
  const other = await app.as('farmer', 'Wanjiku Achieng');
  await find('wanjiku', viewer);
  expect((await logEntriesOf(app, viewer)).map(({ people }) => people)).toEqual([
    [wanjiku.user._id],
    [other.user._id],
  ]);
  const { body } = await other.send<AccessLine[]>('GET /auth/access-lines');
  expect(body[0]).toMatchObject({ look: 'search', viewer: { name: 'Searching Official' } });
  await app.sql`update access_lines set created_at = created_at - interval '1 day' where viewer_id = ${viewer.user._id}`;
  await find('wanjiku achieng', viewer);
  expect(await logEntriesOf(app, viewer)).toHaveLength(3);
});
