import type { ContactMessage, Problem } from '@ardhi/contract';
import { describe, expect, it } from 'vitest';
import { signInAgain, testApp } from '../../../test/app.ts';
import { insertPost } from '../../../test/posts.ts';

const app = testApp();

const stored = async () =>
  await app.sql<{ name: string; email: string; message: string }>`
    select name, email, message from contact_messages order by created_at`;

describe('contact form', () => {
  it('stores the message and confirms it', async () => {
    const response = await app.send<{ message: string }>('POST /contact', {
      body: { name: ' Amina ', email: 'amina@example.ke', message: 'Habari,\nI need help.' },
    });
    expect(response.status).toBe(201);
    expect(response.body.message).toContain('Thank you for reaching out!');
    expect(await stored()).toEqual([
      { name: 'Amina', email: 'amina@example.ke', message: 'Habari,\nI need help.' },
    ]);
  });

  it('reports every empty field and stores nothing', async () => {
    const before = await stored();
    const response = await app.send<Problem>('POST /contact', {
      body: { name: '', email: '', message: '  ' },
    });
    expect(response.status).toBe(400);
    expect(response.body.issues?.map(({ path }) => path).sort()).toEqual(['email', 'message', 'name']);
    expect(await stored()).toEqual(before);
  });

  it('confirms to a bot that fills the hidden field, but stores nothing', async () => {
    const before = await stored();
    const response = await app.send('POST /contact', {
      body: { name: 'Bot', email: 'bot@example.com', message: 'Buy', website: 'https://spam.example' },
    });
    expect(response.status).toBe(201);
    expect(await stored()).toEqual(before);
  });
});

describe('inbox', () => {
  it('is paged and filtered, and officials mark messages as handled', async () => {
    await app.db.deleteFrom('contact_messages').execute();
    for (const name of ['first', 'second', 'third']) {
      await app.send('POST /contact', { body: { name, email: 'a@b', message: 'x' } });
    }
    const official = await app.as('government', 'Otieno');
    const page = await official.send<ContactMessage[]>('GET /government/contact-messages', {
      query: { limit: 2 },
    });
    expect(page.body.map(({ name }) => name)).toEqual(['third', 'second']);
    const rest = await official.send<ContactMessage[]>(`GET ${page.next}`);
    expect(rest.body.map(({ name }) => name)).toEqual(['first']);
    expect(rest.headers.get('link')).toBeNull();
    expect(
      (await official.send('GET /government/contact-messages', { query: { cursor: 'rubbish' } })).status,
    ).toBe(400);

    const third = page.body[0]!;
    const handled = await official.send<ContactMessage>(`PUT /government/contact-messages/${third._id}`, {
      body: { handled: true, revision: 1 },
    });
    expect(handled.body).toMatchObject({ handledBy: 'Otieno', revision: 2 });
    const stale = await official.send(`PUT /government/contact-messages/${third._id}`, {
      body: { handled: false, revision: 1 },
    });
    expect(stale.status).toBe(409);
    const open = await official.send<ContactMessage[]>('GET /government/contact-messages', {
      query: { state: 'open' },
    });
    expect(open.body.map(({ name }) => name)).toEqual(['second', 'first']);
    const done = await official.send<ContactMessage[]>('GET /government/contact-messages', {
      query: { state: 'handled' },
    });
    expect(done.body).toMatchObject([{ name: 'third', handledBy: 'Otieno' }]);
  });

  it('lets officials without the duty to decide read, but neither answer nor convert', async () => {
    await app.send('POST /contact', { body: { name: 'Amina', email: 'a@b', message: 'x' } });
    const viewer = await app.as('government');
    await insertPost(app, viewer, '', ['view']);
    const person = await signInAgain(app, viewer);
    const { body } = await person.send<ContactMessage[]>('GET /government/contact-messages');
    for (const [call, sent] of [
      ['answer', { answer: 'Hello' }],
      ['complaint', { kind: 'delay' }],
    ] as const)
      expect(
        await person.send(`POST /government/contact-messages/${body[0]!._id}/${call}`, { body: sent }),
        call,
      ).toMatchObject({ status: 403, body: { code: 'duty-needed' } });
  });
});
