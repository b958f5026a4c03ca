import type { BatchPart, Message, Parcel } from '@ardhi/contract';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';

const app = testApp();

const field = { name: 'River field', size: 2, location: { address: 'Njoro, Nakuru County' } };

describe('GET /batch', () => {
  it('returns the same responses as the single calls, lists with totals', async () => {
    const amina = await app.as('farmer');
    const { body: parcel } = await amina.send<Parcel>('POST /land', { body: field });
    const { body } = await amina.send<BatchPart[]>('GET /batch', {
      query: { get: `land?limit=1 land/${parcel._id} land/${parcel._id}/score` },
    });
    const list = body.find(({ get }) => get === 'land?limit=1');
    const { body: own } = await amina.send<Parcel>(`GET /land/${parcel._id}`);
    expect(list).toMatchObject({ status: 200, total: 1, next: null });
    expect((list!.answer as Parcel[])[0]?._id).toBe(parcel._id);
    expect(body.find(({ get }) => get === `land/${parcel._id}`)?.answer).toEqual(own);
    expect(body).toHaveLength(3);
  });

  it('omits parts that the caller already has', async () => {
    const amina = await app.as('farmer');
    const { body: parcel } = await amina.send<Parcel>('POST /land', { body: field });
    const get = `land/${parcel._id}`;
    const first = await amina.send<BatchPart[]>('GET /batch', { query: { get } });
    const etag = first.body[0]?.etag;
    expect((await amina.send<BatchPart[]>('GET /batch', { query: { get: `${get}*${etag}` } })).body).toEqual(
      [],
    );
    await amina.send(`POST /land/${parcel._id}/water`, { body: { date: '2026-01-05', amount: 100 } });
    const later = await amina.send<BatchPart[]>('GET /batch', { query: { get: `${get}*${etag}` } });
    expect((later.body[0]!.answer as Parcel).waterCount).toBe(1);
  });

  it('reads with the permissions of the caller', async () => {
    const amina = await app.as('farmer');
    const juma = await app.as('farmer');
    const { body: parcel } = await amina.send<Parcel>('POST /land', { body: field });
    const { body } = await juma.send<BatchPart[]>('GET /batch', { query: { get: `land/${parcel._id}` } });
    expect(body[0]).toMatchObject({ status: 404 });
  });

  it('peeks at a thread without marking it as read', async () => {
    const amina = await app.as('farmer');
    const juma = await app.as('farmer');
    const { body: sent } = await amina.send<Message>('POST /messages', {
      body: { recipientId: juma.user._id, channelType: 'general', subject: 'Seed', content: 'When?' },
    });
    const thread = `messages/thread/${sent.threadId}`;
    const peek = await juma.send<BatchPart[]>('GET /batch', {
      query: { get: `${thread}?limit=30&peek=true` },
    });
    expect((peek.body[0]!.answer as Message[])[0]).toMatchObject({ content: 'When?', read: false });
    expect((await juma.send('GET /messages/unread-count')).body).toEqual({ count: 1 });
  });
});

describe('reads', () => {
  it('return 304 while unchanged', async () => {
    const amina = await app.as('farmer');
    const { headers } = await amina.send('GET /land');
    const etag = headers.get('etag') ?? '';
    const headersOnly = { 'if-none-match': etag };
    expect((await amina.send('GET /land', { headers: headersOnly })).status).toBe(304);
    await amina.send('POST /land', { body: field });
    expect((await amina.send('GET /land', { headers: headersOnly })).status).toBe(200);
  });
});
