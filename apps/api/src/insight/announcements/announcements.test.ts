/** Announcements: audience, one notice, languages, reading, limits, counties, and repeated requests. */
import type { Announcement, AnnouncementAudience, Notice, Problem } from '@ardhi/contract';
import { beforeAll, expect, it } from 'vitest';
import { beforeTests, PASSWORD, type Person, testApp } from '../../../test/app.ts';
import { auditEntries } from '../../../test/audit.ts';
import { maize, newParcel, sent } from '../../../test/land.ts';
import { insertPost } from '../../../test/posts.ts';
import { newApplication, openProgramme } from '../../../test/subsidies.ts';
import { newId } from '../../lib/database/id.ts';

const app = testApp();
const head = beforeTests(() => app.as('government', 'Achieng'));
const nakuru = beforeTests(() => app.as('government', 'Njeri'));
/** Land in Nakuru with maize, and an application. */
const wanjiku = beforeTests(() => app.as('farmer', 'Wanjiku'));
/** Land in Kericho. */
const cherono = beforeTests(() => app.as('farmer', 'Cherono'));
/** No land. */
const barasa = beforeTests(() => app.as('farmer', 'Barasa'));
const KERICHO = { location: { address: 'Belgut, Kericho County' }, county: 'Kericho' };
const programme = { id: '' };

beforeAll(async () => {
  await insertPost(app, nakuru, 'Nakuru');
  const parcel = await newParcel(wanjiku);
  await newParcel(cherono, KERICHO);
  await sent(wanjiku, `POST /land/${parcel._id}/crops`, maize);
  programme.id = (await openProgramme(head))._id;
  await newApplication(wanjiku, { programmeId: programme.id });
});

const text = { title: 'Seed is here', content: 'Fetch it at the depot.', language: 'en' };
type Body = Announcement & Problem;
/** As in another month: each test has the whole limit. */
const nextMonth = () => app.sql`update announcements set sent_at = sent_at - interval '40 days'`;
async function send(by: Person, audience: object, fields: object = {}) {
  return by.send<Body>('POST /government/announcements', { body: { ...text, audience, ...fields } });
}
const audienceOf = (by: Person, query: Record<string, string>) =>
  by.send<AnnouncementAudience & Problem>('GET /government/announcements/audience', { query });
const notices = async (person: Person, language = 'en') =>
  (await person.send<Notice[]>('GET /notices', { headers: { 'accept-language': language } })).body.filter(
    ({ kind }) => kind === 'announcement',
  );
const listed = async (by: Person) => (await by.send<Announcement[]>('GET /government/announcements')).body;
const fieldsOf = ({ body }: { body: Problem }) => body.issues?.map(({ path }) => path).sort();
const unread = async (person: Person) =>
  (await person.send<{ count: number }>('GET /notices/unread-count')).body.count;

it('reaches the farmers of a county, programme, crop or search result, and no others', async () => {
  const cases: [Record<string, string>, Person[]][] = [
    [{ county: 'Nakuru' }, [wanjiku]],
    [{ programmeId: programme.id }, [wanjiku]],
    [{ crop: 'maize' }, [wanjiku]],
    [{ crop: 'maize', county: 'Kericho' }, []],
    [{ crop: 'beans' }, []],
    [{ q: 'cher' }, [cherono]],
    [{ q: 'cher', county: 'Nakuru' }, []],
    [{ q: 'bara' }, [barasa]],
    [{ region: 'west' }, [wanjiku, cherono]],
    [{ machines: 'yes' }, []],
  ];
  for (const [audience, people] of cases) {
    const preview = await audienceOf(head, audience);
    expect([audience, preview.body.farmers]).toEqual([audience, people.length]);
    const response = await send(head, audience, { title: JSON.stringify(audience) });
    if (people.length === 0) {
      expect(response).toMatchObject({ status: 409, body: { code: 'announcement-empty' } });
      continue;
    }
    expect(response).toMatchObject({ status: 201, body: { farmers: people.length, read: 0, audience } });
    for (const person of [wanjiku, cherono, barasa]) {
      const titles = (await notices(person)).map(({ title }) => title);
      expect(titles.includes(JSON.stringify(audience))).toBe(people.includes(person));
    }
    await nextMonth();
  }
});

it('is one row however many farmers it reaches, and is frozen: later farmers do not see it', async () => {
  const before = await app.row<{ notices: number }>`select count(*)::int as notices from notices`;
  const people = await Promise.all(
    Array.from({ length: 5 }, (_, index) => app.as('farmer', `Kundi ${index}`)),
  );
  const { body } = await send(head, { q: 'kundi' });
  expect(body.farmers).toBe(5);
  const after = await app.row<{ notices: number }>`select count(*)::int as notices from notices`;
  expect(after.notices).toBe(before.notices + 1);
  expect(await app.sql`select from announcement_farmers where announcement_id = ${body._id}`).toHaveLength(1);
  const later = await app.as('farmer', 'Kundi later');
  expect(await notices(later)).toEqual([]);
  expect((await later.send(`POST /notices/${body._id}/read`)).status).toBe(404);
  // A deleted account neither fails the list nor changes what was sent.
  await people[0]!.send('DELETE /auth/account', { body: { password: PASSWORD } });
  expect((await listed(head)).find(({ _id }) => _id === body._id)).toMatchObject({ farmers: 5 });
  await nextMonth();
});

it('is refused if its audience is larger than confirmed', async () => {
  await app.as('farmer', 'Mpya wa kwanza');
  const expected = (await audienceOf(head, { q: 'mpya' })).body.farmers;
  await app.as('farmer', 'Mpya wa pili');
  const refused = await send(head, { q: 'mpya' }, { expected });
  expect(refused).toMatchObject({ status: 409, body: { code: 'announcement-grown' } });
  expect(refused.body.message).toContain('2 farmers');
  expect((await send(head, { q: 'mpya' }, { expected: 2 })).body.farmers).toBe(2);
  await nextMonth();
});

it('keeps each list of recipients short, and finds every one of them', async () => {
  await app.sql`
    insert into users (id, name, email, password_hash, role, language, created_at)
    select gen_random_uuid(), 'Wengi ' || number, 'wengi' || number || '@example.com', '', 'farmer', 'en', now()
    from generate_series(1, 250) as number`;
  const person = await app.as('farmer', 'Wengi mmoja');
  const { body } = await send(head, { q: 'wengi' });
  expect(body.farmers).toBe(251);
  const [{ lists, farmers } = { lists: 0, farmers: 0 }] = await app.sql<{ lists: number; farmers: number }>`
    select count(*)::int as lists, sum(cardinality(ids))::int as farmers
    from announcement_farmers where announcement_id = ${body._id}`;
  expect([lists, farmers]).toEqual([3, 251]);
  const seen = await app.row<{ count: number }>`
    select count(*)::int as count from users where (
      select users.id = any (ids) from announcement_farmers
      where announcement_id = ${body._id} and first_id <= users.id order by first_id desc limit 1)`;
  expect(seen.count).toBe(251);
  expect(await notices(person)).toHaveLength(1);
  await nextMonth();
});

it('is shown in the reader’s language, else in the original, and counts its readers', async () => {
  const translation = { title: 'Mbegu zimefika', content: 'Zichukue ghalani.' };
  const both = await send(head, { county: 'Nakuru' }, { translation });
  await send(head, { county: 'Nakuru' }, { title: 'Mkutano', content: 'Jumatatu', language: 'sw' });
  expect(both.body).toMatchObject({ ...text, translation, county: null, sentBy: 'Achieng' });
  expect((await notices(wanjiku, 'sw')).slice(0, 2)).toMatchObject([
    { title: 'Mkutano', body: 'Jumatatu', link: null },
    { title: 'Mbegu zimefika', body: 'Zichukue ghalani.' },
  ]);
  expect((await notices(wanjiku, 'en')).slice(0, 2)).toMatchObject([
    { title: 'Mkutano', body: 'Jumatatu' },
    { title: text.title, body: text.content },
  ]);
  const count = await unread(wanjiku);
  for (const _twice of [1, 2]) await wanjiku.send(`POST /notices/${both.body._id}/read`);
  expect(await unread(wanjiku)).toBe(count - 1);
  expect((await cherono.send(`POST /notices/${both.body._id}/read`)).status).toBe(404);
  const reads = async () => (await listed(head)).slice(0, 2).map(({ read }) => read);
  expect(await reads()).toEqual([0, 1]);
  await app.sql`select fold_rollups()`;
  await wanjiku.send('POST /notices/read-all');
  expect(await reads()).toEqual([1, 1]);
  const faults = await app.sql`
    select from live_policy_readers as live full join recount_policy_readers as recount using (notice_id, county)
    where live.readers is distinct from recount.readers`;
  expect(faults).toEqual([]);
  await nextMonth();
});

it('is sent once however often the request arrives, also at the same time', async () => {
  const body = { ...text, title: 'Once', audience: { county: 'Nakuru' }, _id: newId() };
  const request = () => head.send<Body>('POST /government/announcements', { body });
  const [first, second] = await Promise.all([request(), request()]);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(first.body).toEqual(second.body);
  // After its idempotency key has expired.
  await app.sql`delete from idempotency_keys`;
  expect(await request()).toMatchObject({ status: 409, body: { code: 'id-taken' } });
  expect((await notices(wanjiku)).filter(({ title }) => title === 'Once')).toHaveLength(1);
  await nextMonth();
});

it('is limited to four a month for each office, also for requests at the same time', async () => {
  const responses = await Promise.all(Array.from({ length: 6 }, () => send(nakuru, {})));
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 429, 429]);
  const refused = responses.find(({ status }) => status === 429)!;
  expect(refused.body.code).toBe('announcement-limit');
  expect(refused.body.message).toMatch(
    /^Your office has sent 4 announcements this month, which is the limit\. The next one can be sent from 1 \w+ \d{4}\.$/,
  );
  expect((await audienceOf(nakuru, {})).body).toEqual({ farmers: 1, tooMany: false, left: 0 });
  expect((await audienceOf(head, { county: 'Nakuru' })).body.left).toBe(4);
  // A withdrawn one was seen, so it counts.
  await nakuru.send(
    `DELETE /government/announcements/${responses.find(({ status }) => status === 201)!.body._id}`,
  );
  expect((await send(nakuru, {})).status).toBe(429);
  await nextMonth();
  expect((await send(nakuru, {})).status).toBe(201);
});

it('stays in the county of a county post', async () => {
  await nextMonth();
  const { body } = await send(nakuru, {});
  expect(body).toMatchObject({ county: 'Nakuru', farmers: 1 });
  const audiences: Record<string, string>[] = [{ county: 'Kericho' }, { q: 'cherono' }, { q: 'barasa' }];
  for (const audience of audiences) {
    expect((await audienceOf(nakuru, audience)).body.farmers).toBe(0);
    expect((await send(nakuru, audience)).body.code).toBe('announcement-empty');
  }
  const national = await send(head, { county: 'Nakuru' });
  const ids = (await listed(nakuru)).map(({ _id }) => _id);
  expect(ids).toContain(body._id);
  expect(ids).not.toContain(national.body._id);
  expect((await listed(head)).map(({ _id }) => _id)).toContain(body._id);
  expect((await nakuru.send(`DELETE /government/announcements/${national.body._id}`)).status).toBe(404);
  const viewer = await app.as('government', 'Mutua');
  await insertPost(app, viewer, 'Nakuru', ['view']);
  expect((await send(viewer, {})).status).toBe(403);
  // An application that belongs to another county does not reveal itself.
  await newParcel(cherono, { name: 'Second' });
  await newApplication(cherono, {
    programmeId: programme.id,
    parcelIds: [(await newParcel(cherono, { ...KERICHO, size: 9 }))._id],
  });
  expect((await audienceOf(nakuru, { programmeId: programme.id })).body.farmers).toBe(1);
  expect((await audienceOf(head, { programmeId: programme.id })).body.farmers).toBe(2);
});

it('finds the growers of a crop in whatever spelling', async () => {
  const other = await app.as('farmer', 'Njoki');
  const { _id } = await newParcel(other);
  for (const name of ['Beans', 'Hybrid MAIZE', 'Kale'])
    await sent(other, `POST /land/${_id}/crops`, { ...maize, name });
  expect((await audienceOf(head, { crop: 'maize' })).body.farmers).toBe(2);
  await app.sql`delete from crops where parcel_id = ${_id}`;
});

it('needs an audience that exists, and a complete text', async () => {
  await nextMonth();
  for (const [audience, path] of [
    [{}, 'audience'],
    [{ crop: 'unobtainium' }, 'audience.crop'],
    [{ programmeId: newId() }, 'audience.programmeId'],
  ] as const) {
    const response = await send(head, audience);
    expect([response.status, fieldsOf(response)]).toEqual([400, [path]]);
  }
  const fields = { title: ' ', language: 'fr', translation: { title: 'Tu', content: '' } };
  expect(fieldsOf(await send(head, { county: 'Nakuru' }, fields))).toEqual([
    'language',
    'title',
    'translation.content',
  ]);
});

it('can be withdrawn once, and is in the audit log without the search terms', async () => {
  await nextMonth();
  const { body } = await send(head, { q: 'wanjiku' }, { title: 'Mistake' });
  const count = await unread(wanjiku);
  const path = `DELETE /government/announcements/${body._id}`;
  expect((await head.send(path)).status).toBe(200);
  expect((await head.send(path)).status).toBe(410);
  expect(await unread(wanjiku)).toBe(count - 1);
  expect((await notices(wanjiku)).map(({ title }) => title)).not.toContain('Mistake');
  const [row] = await listed(head);
  expect(row).toMatchObject({ _id: body._id, withdrawnAt: expect.any(String) });
  const entries = await auditEntries(app, body._id);
  expect(entries).toMatchObject([
    { action: 'announcement.send', after: { title: 'Mistake', farmers: 1, words: expect.any(String) } },
    { action: 'announcement.withdraw', before: { title: 'Mistake' } },
  ]);
  expect(JSON.stringify(entries)).not.toContain('wanjiku');
});
