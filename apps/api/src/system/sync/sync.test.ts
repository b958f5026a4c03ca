import { randomUUID } from 'node:crypto';
import type { ParcelDetail, Problem, SyncResult } from '@ardhi/contract';
import { MAX_SYNC_BYTES, MAX_SYNC_PARTS } from '@ardhi/contract/limits';
import { describe, expect, it } from 'vitest';
import { type Person, startTestApp, testApp } from '../../../test/app.ts';
import { personAt } from '../../../test/client.ts';
import { newParcel } from '../../../test/land.ts';
import { runInOrder } from './run-in-order.ts';

const app = testApp();

const field = (_id: string, more: object = {}) => ({
  _id,
  name: 'River field',
  size: 2,
  location: { address: 'Njoro, Nakuru County' },
  ...more,
});
const water = (landId: string, amount = 100, after?: number[]) => ({
  call: 'POST /land/{id}/water',
  params: { id: landId },
  key: randomUUID(),
  body: { _id: randomUUID(), date: '2026-01-05', amount },
  after,
});
const create = (_id: string, more?: object) => ({
  call: 'POST /land',
  params: {},
  key: randomUUID(),
  body: field(_id, more),
});
const sync = (person: Person, writes: object[]) =>
  person.send<SyncResult[]>('POST /sync', { body: { writes } });
const statuses = ({ body }: { body: SyncResult[] }) => body.map(({ status }) => status);
const landOf = async (person: Person, id: string) =>
  (await person.send<ParcelDetail>(`GET /land/${id}`)).body;

describe('POST /sync', () => {
  it('makes the writes in order and returns id, revision and score without the other records', async () => {
    const amina = await app.as('farmer');
    const id = randomUUID();
    const records = [water(id, 100, [0]), water(id, 200, [0])];
    const response = await sync(amina, [create(id), ...records]);
    expect(response.status).toBe(200);
    expect(statuses(response)).toEqual([201, 201, 201]);
    const parcel = await landOf(amina, id);
    expect(parcel.waterCount).toBe(2);
    expect(response.body[0]?.answer).toMatchObject({ _id: id, revision: 1, name: 'River field' });
    expect(response.body[2]?.answer).toEqual({
      _id: id,
      revision: parcel.revision,
      sustainabilityScore: parcel.sustainabilityScore,
      waterUsage: [parcel.waterUsage.find(({ _id }) => _id === records[1]?.body._id)],
    });
  });

  it('shares the idempotency key of a write with its own call, in both directions', async () => {
    const amina = await app.as('farmer');
    const { _id: id } = await newParcel(amina);
    const [first, second] = [water(id), water(id)];
    const alone = (write: typeof first) =>
      amina.send(`POST /land/${id}/water`, { body: write.body, headers: { 'idempotency-key': write.key } });
    expect((await alone(first)).status).toBe(201);
    expect(statuses(await sync(amina, [first, second]))).toEqual([201, 201]);
    expect((await alone(second)).status).toBe(201);
    expect(statuses(await sync(amina, [first, second]))).toEqual([201, 201]);
    expect((await landOf(amina, id)).waterCount).toBe(2);
    const changed = { ...first, body: { ...first.body, amount: 7 } };
    expect((await sync(amina, [changed])).body).toMatchObject([
      { status: 409, answer: { code: 'key-reused' } },
    ]);
  });

  it('shares the key of a deletion without a body', async () => {
    const amina = await app.as('farmer');
    const { _id: id } = await newParcel(amina);
    const key = randomUUID();
    const headers = { 'idempotency-key': key };
    expect((await amina.send(`DELETE /land/${id}`, { headers })).status).toBe(200);
    expect(statuses(await sync(amina, [{ call: 'DELETE /land/{id}', params: { id }, key }]))).toEqual([200]);
  });

  it('commits each write on its own and does not try those that depend on a rejected one', async () => {
    const amina = await app.as('farmer');
    const [bad, good] = [randomUUID(), randomUUID()];
    const response = await sync(amina, [
      create(bad, { size: -1 }),
      water(bad, 100, [0]),
      create(good),
      water(good, 100, [2]),
    ]);
    expect(statuses(response)).toEqual([400, null, 201, 201]);
    expect((response.body[0]!.answer as Problem).issues).toMatchObject([{ path: 'size' }]);
  });

  it('returns the stored row of an outdated edit without its records', async () => {
    const amina = await app.as('farmer');
    const { _id: id } = await newParcel(amina);
    await sync(amina, [water(id)]);
    const edit = { call: 'PUT /land/{id}', params: { id }, key: randomUUID() };
    const { body } = await sync(amina, [{ ...edit, body: { name: 'New', revision: 9 } }]);
    expect(body).toMatchObject([
      { status: 409, answer: { code: 'stale', current: { _id: id, revision: 1 } } },
    ]);
    expect((body[0]!.answer as Problem).current).not.toHaveProperty('waterUsage');
  });

  it('gives no more rights than the single calls', async () => {
    const amina = await app.as('farmer');
    const juma = await app.as('farmer');
    const official = await app.as('government');
    const { _id: id } = await newParcel(amina);
    expect(statuses(await sync(juma, [water(id)]))).toEqual([404]);
    expect(statuses(await sync(official, [water(id)]))).toEqual([403]);
    expect((await app.send('POST /sync', { body: { writes: [water(id)] } })).status).toBe(401);
  });

  it('makes only queueable calls, with ids as parameters', async () => {
    const amina = await app.as('farmer');
    const other = { params: {}, key: randomUUID() };
    const { body } = await sync(amina, [
      { ...other, call: 'DELETE /auth/account' },
      { ...other, call: 'GET /land' },
      { ...other, call: 'POST /sync', body: { writes: [] } },
      { ...other, call: 'PUT /land/{id}', params: { id: '..' } },
      { ...other, call: 'PUT /land/{id}' },
    ]);
    expect(body.map(({ status, answer }) => [status, (answer as Problem).code])).toEqual([
      [404, 'unknown-call'],
      [404, 'unknown-call'],
      [404, 'unknown-call'],
      [404, 'not-found'],
      [404, 'not-found'],
    ]);
  });

  it('applies the limits of each write', async () => {
    const limited = await startTestApp({ LIMIT_BOUNDARY: '1' }, app.connectionString);
    try {
      const amina = personAt(limited, await app.as('farmer'));
      const { _id: id } = await newParcel(amina);
      const draw = () => ({ call: 'PUT /land/{id}/boundary', params: { id }, key: randomUUID(), body: {} });
      const { body } = await sync(amina, [draw(), draw(), water(id)]);
      expect(body.map(({ status }) => status)).toEqual([400, 429, 201]);
      expect(body[1]?.retryAfter).toBeGreaterThan(0);
    } finally {
      await limited.close();
    }
  });

  it('rejects too many writes and too large requests', async () => {
    const amina = await app.as('farmer');
    const many = Array.from({ length: MAX_SYNC_PARTS + 1 }, () => create(randomUUID()));
    expect((await sync(amina, many)).status).toBe(400);
    const large = [create(randomUUID(), { name: 'x'.repeat(MAX_SYNC_BYTES) })];
    expect((await sync(amina, large)).status).toBe(413);
  });
});

it('starts no write once the time is over', async () => {
  let count = 0;
  const run = async () => ({ status: 200, number: ++count });
  const writes = [{}, {}, {}, { after: [0] }];
  expect(await runInOrder(writes, run, () => count === 2)).toEqual([
    { status: 200, number: 1 },
    { status: 200, number: 2 },
    { status: null },
    { status: null },
  ]);
});
