import type { Notice } from '@ardhi/contract';
import { describe, expect, it } from 'vitest';
import { type Person, type TestResponse, testApp } from '../../../test/app.ts';
import { addBroadcast, addNotice } from './service.ts';

const app = testApp();

const policy = { kind: 'policy-active', values: { title: 'Terraces', excerpt: 'Build them.' } } as const;

const notify = async (person: Person, link: string | null = null) => {
  const notice = { userId: person.user._id, ...policy, link };
  const [id] = await app.services.transaction((context) => addNotice(context, notice));
  return id!;
};
const notifyFarmers = () =>
  app.services.transaction((context) => addBroadcast(context, { audience: 'farmer', ...policy, link: null }));
const list = async (person: Person) => (await person.send<Notice[]>('GET /notices')).body;
const unread = async (person: Person) =>
  (await person.send<{ count: number }>('GET /notices/unread-count')).body.count;

describe('notices', () => {
  it('are returned in the language of the request', async () => {
    const farmer = await app.as('farmer');
    const id = await notify(farmer, '/policies/1');
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

  it('to a role reach all users who registered before, with one row', async () => {
    const before = await app.as('farmer');
    const official = await app.as('government');
    const id = await notifyFarmers();
    const after = await app.as('farmer');
    expect((await list(before)).map(({ _id }) => _id)).toEqual([id]);
    expect(await unread(before)).toBe(1);
    expect(await list(official)).toEqual([]);
    expect(await list(after)).toEqual([]);
    expect(await unread(after)).toBe(0);
  });

  it('are marked as read per person', async () => {
    const [reader, other] = [await app.as('farmer'), await app.as('farmer')];
    const id = await notifyFarmers();
    await notify(reader);
    expect(await unread(reader)).toBe(2);
    const response = await reader.send<{ count: number }>(`POST /notices/${id}/read`);
    expect(response.body).toEqual({ count: 1 });
    expect((await reader.send<{ count: number }>(`POST /notices/${id}/read`)).body).toEqual({ count: 1 });
    expect((await list(reader)).map(({ read }) => read)).toEqual([false, true]);
    expect(await unread(other)).toBe(1);
  });

  it('cannot be marked as read by other users', async () => {
    const [owner, otherFarmer, official] = [
      await app.as('farmer'),
      await app.as('farmer'),
      await app.as('government'),
    ];
    const own = await notify(owner);
    const earlier = await notifyFarmers();
    const newcomer = await app.as('farmer');
    expect((await otherFarmer.send(`POST /notices/${own}/read`)).status).toBe(404);
    expect((await official.send(`POST /notices/${earlier}/read`)).status).toBe(404);
    expect((await newcomer.send(`POST /notices/${earlier}/read`)).status).toBe(404);
    expect((await owner.send('POST /notices/nonsense/read')).status).toBe(404);
  });

  it('can all be marked as read at once; later ones stay unread', async () => {
    const farmer = await app.as('farmer');
    for (let count = 0; count < 3; count += 1) await notifyFarmers();
    await notify(farmer);
    expect((await farmer.send('POST /notices/read-all')).status).toBe(200);
    expect(await unread(farmer)).toBe(0);
    expect((await list(farmer)).every(({ read }) => read)).toBe(true);
    await notifyFarmers();
    expect(await unread(farmer)).toBe(1);
  });

  it('that commit after read-all with an earlier time stay unread', async () => {
    const farmer = await app.as('farmer');
    await app.services.transaction(async (context) => {
      await addBroadcast(context, { audience: 'farmer', ...policy, link: null });
      await farmer.send('POST /notices/read-all');
    });
    expect(await unread(farmer)).toBe(1);
  });

  it('are paginated newest first, own notices and broadcasts in one order', async () => {
    const farmer = await app.as('farmer');
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) ids.push(await notifyFarmers(), await notify(farmer));
    const pages: string[][] = [];
    for (let path: string | undefined = '/notices?limit=3'; path; ) {
      const page: TestResponse<Notice[]> = await farmer.send(`GET ${path}`);
      pages.push(page.body.map(({ _id }) => _id));
      path = page.next;
    }
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 2]);
    // Several may have the same millisecond; then ids decide the order.
    const stored = await app.sql<{ id: string }>`
      select id from notices where id = any(${ids}) order by created_at desc, id desc`;
    expect(pages.flat()).toEqual(stored.map(({ id }) => id));
    expect((await farmer.send('GET /notices', { query: { cursor: 'x' } })).status).toBe(400);
  });

  it('read one by one advance `read_until` after the last', async () => {
    const farmer = await app.as('farmer');
    const id = await notify(farmer);
    await farmer.send(`POST /notices/${id}/read`);
    expect(await app.row`select from notice_marks where user_id = ${farmer.user._id}`).toBeDefined();
  });
});
