import type { Message, Problem, ThreadSummary } from '@ardhi/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { beforeTests, issuesOf, PASSWORD, type Person, testApp } from '../../../test/app.ts';
import { newId } from '../../lib/database/id.ts';

const app = testApp();
const kamau = beforeTests(() => app.as('farmer', 'Kamau Njoroge'));
const achieng = beforeTests(() => app.as('farmer', 'Achieng Otieno'));
const wairimu = beforeTests(() => app.as('government', 'Wairimu Mwangi'));
beforeEach(() => app.sql`truncate throttles`);

const to = (person: Person, fields: object = {}) => ({
  recipientId: person.user._id,
  channelType: 'general',
  subject: 'Seed',
  content: 'When does the seed come?',
  ...fields,
});
const send = <Body = Message>(sender: Person, body: object) => sender.send<Body>('POST /messages', { body });
const inbox = async (person: Person, query: Record<string, string> = {}) =>
  (await person.send<ThreadSummary[]>('GET /messages', { query })).body;
const thread = async (person: Person, id: string) =>
  (await person.send<Message[]>(`GET /messages/thread/${id}`)).body;
const unread = async (person: Person, query: Record<string, string> = {}) =>
  (await person.send<{ count: number }>('GET /messages/unread-count', { query })).body.count;
const refused = async (sender: Person, body: object) => issuesOf((await send<Problem>(sender, body)).body);

describe('a thread', () => {
  it('delivers messages both ways and counts unread ones per participant', async () => {
    const first = await send(kamau, to(wairimu, { channelType: 'government-farmer' }));
    expect(first.status).toBe(201);
    const { threadId } = first.body;
    expect(first.body).toMatchObject({
      subject: 'Seed',
      channelType: 'government-farmer',
      sender: { _id: kamau.user._id, name: 'Kamau Njoroge', role: 'farmer' },
      recipient: { _id: wairimu.user._id, name: 'Wairimu Mwangi', role: 'government' },
      read: false,
    });
    expect(await unread(wairimu)).toBe(1);
    expect(await unread(kamau)).toBe(0);
    expect(await inbox(wairimu)).toMatchObject([{ threadId, unreadCount: 1, content: first.body.content }]);

    expect(await thread(wairimu, threadId)).toMatchObject([{ read: true }]);
    expect(await unread(wairimu)).toBe(0);
    const reply = await send(wairimu, { threadId, content: 'On Monday.' });
    expect(reply.body).toMatchObject({
      threadId,
      subject: 'Seed',
      channelType: 'government-farmer',
      recipient: { _id: kamau.user._id },
    });
    expect(await unread(kamau)).toBe(1);
    expect(await inbox(kamau)).toMatchObject([{ threadId, unreadCount: 1, content: 'On Monday.' }]);
    expect((await thread(kamau, threadId)).map(({ content }) => content)).toEqual([
      'When does the seed come?',
      'On Monday.',
    ]);
    expect(await unread(kamau)).toBe(0);
  });

  it('accepts a reply that sends every field', async () => {
    const { body } = await send(kamau, to(achieng));
    const reply = await send(achieng, { ...to(kamau), subject: 'Re: Seed', threadId: body.threadId });
    expect(reply).toMatchObject({ status: 201, body: { threadId: body.threadId, subject: 'Re: Seed' } });
  });

  it('keeps its order with concurrent messages', async () => {
    const { body } = await send(kamau, to(achieng));
    const contents = Array.from({ length: 20 }, (_, index) => `message ${index}`);
    await Promise.all(
      contents.map((content, index) =>
        send(index % 2 ? kamau : achieng, { threadId: body.threadId, content }),
      ),
    );
    const all = await thread(kamau, body.threadId);
    expect(all).toHaveLength(21);
    expect(new Set(all.map(({ content }) => content)).size).toBe(21);
    const times = all.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort());
  });

  it('is created once, even if the message is resent', async () => {
    const body = { _id: newId(), ...to(achieng, { subject: 'Once' }) };
    const responses = await Promise.all([send(kamau, body), send(kamau, body)]);
    expect(responses[0]?.body).toEqual(responses[1]?.body);
    expect(responses[0]?.body).toMatchObject({ _id: body._id, threadId: body._id });
    // Simulates a resend weeks later, after the idempotency key has expired.
    await app.db.deleteFrom('idempotency_keys').execute();
    expect((await send(kamau, body)).body).toEqual(responses[0]?.body);
    expect(await thread(achieng, body._id)).toHaveLength(1);
    await app.db.deleteFrom('idempotency_keys').execute();
    expect((await send(kamau, { ...body, content: 'Other' })).status).toBe(409);
    expect((await send(achieng, { ...to(kamau), _id: body._id })).status).toBe(409);
  });

  it('returns the newest page first, each page oldest first', async () => {
    const { body } = await send(kamau, to(achieng));
    const path = `/messages/thread/${body.threadId}`;
    for (let index = 1; index < 5; index += 1)
      await send(kamau, { threadId: body.threadId, content: `message ${index}` });
    const newest = await achieng.send<Message[]>(`GET ${path}?limit=2`);
    expect(newest.body.map(({ content }) => content)).toEqual(['message 3', 'message 4']);
    expect(newest.headers.get('x-total-count')).toBe('5');
    const before = await achieng.send<Message[]>(`GET ${newest.next}`);
    expect(before.body.map(({ content }) => content)).toEqual(['message 1', 'message 2']);
  });
});

describe('the list of threads', () => {
  it('has one entry per thread, newest first, filtered by channel and paginated', async () => {
    const [farmer, official] = [await app.as('farmer'), await app.as('government')];
    const ids: string[] = [];
    for (const [partner, channelType] of [
      [official, 'government-farmer'],
      [achieng, 'farmer-farmer'],
      [official, 'general'],
    ] as const)
      ids.unshift((await send(farmer, to(partner, { channelType }))).body.threadId);
    await send(official, { threadId: ids[2], content: 'Moves to the top' });
    const order = [ids[2], ids[0], ids[1]];
    expect((await inbox(farmer)).map(({ threadId }) => threadId)).toEqual(order);
    expect((await inbox(farmer, { channelType: 'all' })).map(({ threadId }) => threadId)).toEqual(order);
    expect((await inbox(farmer, { channelType: 'general' })).map(({ threadId }) => threadId)).toEqual([
      ids[0],
    ]);
    expect(await unread(farmer)).toBe(1);
    expect(await unread(farmer, { channelType: 'government-farmer' })).toBe(1);
    expect(await unread(farmer, { channelType: 'general' })).toBe(0);
    const first = await farmer.send<ThreadSummary[]>('GET /messages?limit=2');
    const second = await farmer.send<ThreadSummary[]>(`GET ${first.next}`);
    expect([...first.body, ...second.body].map(({ threadId }) => threadId)).toEqual(order);
    expect((await farmer.send('GET /messages', { query: { channelType: 'secret' } })).status).toBe(400);
  });
});

describe('a message is rejected', () => {
  it('if the recipient is the sender, unknown, missing or deleted', async () => {
    const gone = await app.as('farmer', 'Gone');
    const { body } = await send(kamau, to(gone));
    await gone.send('DELETE /auth/account', { body: { password: PASSWORD } });
    expect(await refused(kamau, to(kamau))).toEqual(['recipientId: recipient-self']);
    expect(await refused(kamau, to(kamau, { recipientId: newId() }))).toEqual([
      'recipientId: recipient-unknown',
    ]);
    expect(await refused(kamau, to(kamau, { recipientId: '' }))).toEqual(['recipientId: required']);
    expect(await refused(kamau, to(gone))).toEqual(['recipientId: recipient-deleted']);
    expect(await refused(kamau, { threadId: body.threadId, content: 'Still there?' })).toEqual([
      'recipientId: recipient-deleted',
    ]);
    expect(await thread(kamau, body.threadId)).toMatchObject([
      { recipient: { name: 'Deleted account', deleted: true } },
    ]);
  });

  it('if the channel does not match the two roles', async () => {
    for (const [sender, recipient, channelType] of [
      [kamau, achieng, 'government-farmer'],
      [kamau, wairimu, 'farmer-farmer'],
      [wairimu, kamau, 'government-government'],
    ] as const)
      expect(await refused(sender, to(recipient, { channelType }))).toEqual(['channelType: channel-roles']);
    for (const [sender, recipient, channelType] of [
      [kamau, achieng, 'farmer-farmer'],
      [wairimu, kamau, 'government-farmer'],
      [wairimu, await app.as('government'), 'government-government'],
      [kamau, wairimu, 'general'],
    ] as const)
      expect((await send(sender, to(recipient, { channelType }))).status).toBe(201);
  });

  it('if the text is empty or too long, or fields are missing, naming each field', async () => {
    const { body: empty } = await send<Problem>(kamau, {});
    expect(empty.issues?.map(({ path }) => path).sort()).toEqual([
      'channelType',
      'content',
      'recipientId',
      'subject',
    ]);
    expect(await refused(kamau, to(achieng, { content: ' \n ' }))).toEqual(['content: required']);
    expect(await refused(kamau, to(achieng, { content: 'x'.repeat(100_000) }))).toEqual([
      'content: too-long',
    ]);
    expect((await send(kamau, to(achieng, { content: 'x'.repeat(10_000) }))).status).toBe(201);
    const { body } = await send(kamau, to(achieng));
    expect(await refused(kamau, { threadId: body.threadId, content: '' })).toEqual(['content: required']);
  });

  it('if the recipient is not the other participant of the thread', async () => {
    const { body } = await send(kamau, to(achieng));
    expect(await refused(kamau, { ...to(wairimu), threadId: body.threadId })).toEqual([
      'recipientId: recipient-other',
    ]);
  });

  it('if the sender exceeds the rate limit', async () => {
    const { body } = await send(kamau, to(achieng));
    // On loopback 1,000 an hour, replies and new threads together.
    await app.sql`update throttles set count = 999 where key like 'messages:%' or key like 'conversations:%'`;
    expect((await send(kamau, to(wairimu))).status).toBe(201);
    const response = await send<Problem>(kamau, { threadId: body.threadId, content: 'One more' });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(3000);
    expect(response.body.message).toBe('Too many attempts. Please wait 60 minutes and try again.');
    await app.sql`update throttles set window_start = now() - interval '3599 seconds' where key like 'messages:%'`;
    const soon = await send<Problem>(kamau, { threadId: body.threadId, content: 'One more' });
    expect(soon.body.message).toBe('Too many attempts. Please wait 1 second and try again.');
    expect((await send(achieng, { threadId: body.threadId, content: 'Others go on' })).status).toBe(201);
  });
});

describe('non-participants', () => {
  it('cannot read a thread or write to it', async () => {
    const { body } = await send(kamau, to(achieng));
    for (const outsider of [wairimu, await app.as('farmer')]) {
      expect((await outsider.send(`GET /messages/thread/${body.threadId}`)).status).toBe(404);
      expect((await send(outsider, { threadId: body.threadId, content: 'Hello' })).status).toBe(404);
      expect((await send(outsider, { ...to(kamau), threadId: body.threadId })).status).toBe(404);
      expect((await inbox(outsider)).map(({ threadId }) => threadId)).not.toContain(body.threadId);
    }
    expect((await kamau.send(`GET /messages/thread/${newId()}`)).status).toBe(404);
    expect((await app.send(`GET /messages/thread/${body.threadId}`)).status).toBe(401);
    expect(await unread(achieng)).toBeGreaterThan(0);
  });
});

describe('account deletion', () => {
  it('exports the messages before, and keeps each thread until both participants are deleted', async () => {
    const [leaving, staying] = [await app.as('farmer', 'Leaving'), await app.as('farmer', 'Staying')];
    const { body } = await send(leaving, to(staying));
    await send(staying, { threadId: body.threadId, content: 'On Monday.' });
    const data = await leaving.send<{ messages: { content: string; from: string }[] }>('GET /auth/data');
    expect(data.body.messages.map(({ from, content }) => [from, content])).toEqual([
      ['Leaving', 'When does the seed come?'],
      ['Staying', 'On Monday.'],
    ]);
    await leaving.send('DELETE /auth/account', { body: { password: PASSWORD } });
    expect(await inbox(staying)).toMatchObject([{ recipient: { name: 'Deleted account', deleted: true } }]);
    expect(await thread(staying, body.threadId)).toHaveLength(2);
    await staying.send('DELETE /auth/account', { body: { password: PASSWORD } });
    const left = app.db.selectFrom('messages').select('id').where('thread_id', '=', body.threadId);
    expect(await left.execute()).toEqual([]);
  });
});
