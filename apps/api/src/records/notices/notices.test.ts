import type { Notice } from '@ardhi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTestApp, type TestApp } from '../../../test/app.ts';
import { addBroadcast, addNotice } from './service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const policy = { kind: 'policy-active', values: { title: 'Terraces', excerpt: 'Build them.' } } as const;

const tell = (person: Person, link: string | null = null) =>
  app.services.transaction((context) => addNotice(context, { userId: person.user._id, ...policy, link }));
const tellFarmers = () =>
  app.services.transaction((context) => addBroadcast(context, { audience: 'farmer', ...policy, link: null }));
const list = async (person: Person) => (await person.send<Notice[]>('GET /notices')).body;
const unread = async (person: Person) =>
  (await person.send<{ count: number }>('GET /notices/unread-count')).body.count;

describe('notices', () => {
  it('are told in the language of whoever asks', async () => {
    const farmer = await app.as('farmer');
    const id = await tell(farmer, '/policies/1');
    expect(await list(farmer)).toEqual([
      {
        _id: id,
        kind: 'policy-active',
        title: 'Policy in force: Terraces',
        body: 'Build them.',
        link: '/policies/1',
        read: false,
        createdAt: expect.any(String),
      },
    ]);
    const inKiswahili = await farmer.send<Notice[]>('GET /notices', { headers: { 'accept-language': 'sw' } });
    expect(inKiswahili.body[0]?.title).toBe('Sera inayotumika: Terraces');
  });

  it('to a role reach everybody in it since they registered, by one row', async () => {
    const before = await app.as('farmer');
    const official = await app.as('government');
    const id = await tellFarmers();
    const after = await app.as('farmer');
    expect((await list(before)).map(({ _id }) => _id)).toEqual([id]);
    expect(await unread(before)).toBe(1);
    expect(await list(official)).toEqual([]);
    expect(await list(after)).toEqual([]);
    expect(await unread(after)).toBe(0);
  });

  it('are read by one person, for that person', async () => {
    const [reader, other] = [await app.as('farmer'), await app.as('farmer')];
    const id = await tellFarmers();
    await tell(reader);
    expect(await unread(reader)).toBe(2);
    const answer = await reader.send<{ count: number }>(`POST /notices/${id}/read`);
    expect(answer.body).toEqual({ count: 1 });
    expect((await reader.send<{ count: number }>(`POST /notices/${id}/read`)).body).toEqual({ count: 1 });
    expect((await list(reader)).map(({ read }) => read)).toEqual([false, true]);
    expect(await unread(other)).toBe(1);
  });

  it('are a stranger’s business never', async () => {
    const [owner, stranger, official] = [
      await app.as('farmer'),
      await app.as('farmer'),
      await app.as('government'),
    ];
    const own = await tell(owner);
    const earlier = await tellFarmers();
    const newcomer = await app.as('farmer');
    expect((await stranger.send(`POST /notices/${own}/read`)).status).toBe(404);
    expect((await official.send(`POST /notices/${earlier}/read`)).status).toBe(404);
    expect((await newcomer.send(`POST /notices/${earlier}/read`)).status).toBe(404);
    expect((await owner.send('POST /notices/nonsense/read')).status).toBe(404);
  });

  it('are all read at once, and those that come later are not', async () => {
    const farmer = await app.as('farmer');
    for (let count = 0; count < 3; count += 1) await tellFarmers();
    await tell(farmer);
    expect((await farmer.send('POST /notices/read-all')).status).toBe(200);
    expect(await unread(farmer)).toBe(0);
    expect((await list(farmer)).every(({ read }) => read)).toBe(true);
    await tellFarmers();
    expect(await unread(farmer)).toBe(1);
  });

  it('that commit late, with an earlier time, still count', async () => {
    const farmer = await app.as('farmer');
    await app.services.transaction(async (context) => {
      await addBroadcast(context, { audience: 'farmer', ...policy, link: null });
      await farmer.send('POST /notices/read-all');
    });
    expect(await unread(farmer)).toBe(1);
  });

  it('come in pages, newest first, the two kinds in one order', async () => {
    const farmer = await app.as('farmer');
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) ids.push(await tellFarmers(), await tell(farmer));
    const pages: string[][] = [];
    let path: string | undefined = '/notices?limit=3';
    while (path) {
      const page: { body: Notice[]; headers: Headers } = await farmer.send<Notice[]>(`GET ${path}`);
      pages.push(page.body.map(({ _id }) => _id));
      path = /<\/api([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 2]);
    // Several may have come in the same millisecond; then their ids decide, as they do here.
    const stored = await app.db
      .selectFrom('notices')
      .select('id')
      .where('id', 'in', ids)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    expect(pages.flat()).toEqual(stored.map(({ id }) => id));
    expect((await farmer.send('GET /notices', { query: { cursor: 'x' } })).status).toBe(400);
  });

  it('read one by one to the last are not counted again from the first', async () => {
    const farmer = await app.as('farmer');
    const id = await tell(farmer);
    await farmer.send(`POST /notices/${id}/read`);
    const mark = await app.db
      .selectFrom('notice_marks')
      .select('read_until')
      .where('user_id', '=', farmer.user._id)
      .executeTakeFirst();
    expect(mark).toBeDefined();
  });
});
