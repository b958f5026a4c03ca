/** Audit log entries other than changes, retention periods, and erasure after account deletion. */
import { readFileSync } from 'node:fs';
import { api, type ContactMessage, type OfficialComplaint, type Route } from '@ardhi/contract';
import { describe, expect, it } from 'vitest';
import { beforeTests, PASSWORD } from '../../../test/app.ts';
import { newParcel } from '../../../test/land.ts';
import { testAppWithMail } from '../../../test/mailing.ts';
import { columnsContaining } from '../../../test/stored-text.ts';
import { newApplication } from '../../../test/subsidies.ts';
import { newId } from '../../lib/database/id.ts';
import { addressHash, keyedHash } from '../../lib/settings/keyed-hash.ts';
import { cleanUp, sealAuditLogJob } from './jobs.ts';
import { RETENTION_PERIODS } from './retention.ts';
import { verifyAuditLog } from './verify.ts';

const { app } = testAppWithMail({ CONTACT_EMAIL: 'office@test.example' });
const official = beforeTests(() => app.as('government'));

const entries = (actions: string[]) =>
  app.sql`
    select actor_id, action, entity, entity_id, after from audit_log where action = any(${actions}) order by id`;

describe('the audit log', () => {
  it('records registrations and sign-ins; failures are one entry per hour, account and IP address', async () => {
    const farmer = await app.as('farmer');
    const { email, _id } = farmer.user;
    expect((await entries(['user.register'])).at(-1)).toMatchObject({ actor_id: _id, entity_id: _id });
    const login = (password: string, as = email) =>
      app.send('POST /auth/login', { body: { email: as, password } });
    for (const password of ['wrong', 'wrong again']) await login(password);
    await login('wrong', 'nobody@test.example');
    expect((await login(PASSWORD)).status).toBe(200);
    const address = addressHash('127.0.0.1');
    expect((await entries(['user.sign-in'])).at(-1)).toMatchObject({
      actor_id: _id,
      entity_id: _id,
      after: { network: address },
    });
    // Simulates the end of the hour.
    await app.sql`update sign_in_failures set hour = hour - interval '1 hour'`;
    await sealAuditLogJob({}, app.services);
    const failed = await entries(['user.sign-in-failed']);
    expect(failed).toHaveLength(2);
    expect(failed).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          entity_id: _id,
          after: { hour: expect.any(String), network: address, count: 2 },
        }),
        expect.objectContaining({
          entity_id: null,
          after: expect.objectContaining({ account: keyedHash('account', 'nobody@test.example'), count: 1 }),
        }),
      ]),
    );
    expect(await app.db.selectFrom('sign_in_failures').selectAll().execute()).toEqual([]);
  });

  it('records every call that returns a file, except streams, tiles and GIS, which is in the access log', () => {
    const unlogged = (Object.entries(api) as [string, Route][])
      .filter(([, route]) => route.produces && !route.auditAction)
      .map(([call]) => call);
    expect(unlogged.sort()).toEqual([
      'GET /basemap/{z}/{x}/{y}',
      'GET /events',
      'GET /gis/api',
      'GET /gis/collections/parcels/items',
      'GET /gis/collections/parcels/items/{id}',
      'GET /government/tiles/{z}/{x}/{y}',
    ]);
  });

  it('records exports and downloads with their filters, and searches without the search terms', async () => {
    await official.send('GET /government/analytics.csv', { query: { region: 'north' } });
    await official.send('GET /government/farmers', { query: { q: 'Wambui', county: 'Nakuru' } });
    await official.send('GET /government/lands');
    const farmer = await app.as('farmer');
    await farmer.send('GET /auth/data');
    await farmer.send(`GET /land/${newId()}/report.pdf`);
    const actions = ['analytics.export', 'farmer.search', 'land.search', 'account.download', 'land.download'];
    expect(await entries(actions)).toMatchObject([
      { action: 'analytics.export', entity: 'export', after: { region: 'north' } },
      {
        action: 'farmer.search',
        entity: 'search',
        after: { county: 'Nakuru', words: keyedHash('words', 'wambui') },
      },
      { action: 'account.download', entity: 'download', actor_id: farmer.user._id, after: null },
    ]);
  });

  it('still verifies against a head that an official downloaded', async () => {
    await sealAuditLogJob({}, app.services);
    const { body, headers } = await official.send<{ seal: number; hash: string }>(
      'GET /government/audit/head',
    );
    expect(headers.get('content-disposition')).toMatch(/ardhi-trail-\d{4}-\d{2}-\d{2}\.json/);
    const lines = await verifyAuditLog(app.connectionString, [body.hash]);
    expect(lines[0]).toContain('the audit log is as it was sealed');
  });
});

describe('retention periods', () => {
  it('name existing tables and columns and match the handbook', async () => {
    const rows = await app.sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'
    `;
    const columns = rows.map(({ name }) => name);
    const handbook = readFileSync(new URL('../../../../../docs/operations.md', import.meta.url), 'utf8');
    for (const rule of RETENTION_PERIODS) {
      expect(columns).toContain(`${rule.table}.${'since' in rule ? rule.since : 'id'}`);
      expect(handbook).toMatch(
        new RegExp(`\`${rule.table}\`.*${'months' in rule ? `${rule.months} months` : `${rule.days} day`}`),
      );
    }
  });

  it('delete expired rows in batches and keep the rest', async () => {
    const { user } = await app.as('farmer');
    await app.sql`
      insert into tombstones (id, owner_id, deleted_at)
      select gen_random_uuid(), ${user._id}, now() - make_interval(days => case when n = 0 then 700 else 731 end)
      from generate_series(0, 6000) as n
    `;
    const parcel = await newParcel(await app.as('farmer'));
    await app.sql`
      insert into score_history (parcel_id, as_of, score, confidence, status, version)
      select ${parcel._id}, current_date - days, 50, 0, 'initial', 'v' from unnest(array[4000, 3900, 3800, 10]) as days
    `;
    await app.sql`
      select graphile_worker.add_job('send-mail', '{"to": "lost"}'::json, run_at => now() - make_interval(days => days))
      from unnest(array[31, 29]) as days`;
    await app.sql`
      update graphile_worker._private_jobs set attempts = max_attempts where payload ->> 'to' = 'lost'`;
    await cleanUp({}, app.services);
    const lost = await app.sql`select from graphile_worker._private_jobs where payload ->> 'to' = 'lost'`;
    expect(lost).toHaveLength(1);
    const left = await app.db.selectFrom('tombstones').select('id').execute();
    expect(left).toHaveLength(1);
    const rows = await app.sql<{ days: number }>`
      select current_date - as_of as days from score_history where parcel_id = ${parcel._id} order by id
    `;
    expect(rows.map(({ days }) => days).filter((days) => days >= 10)).toEqual([3800, 10]);
  });
});

describe('account deletion', () => {
  /** Queued mails to or about an email address. */
  async function queuedMails(email: string): Promise<{ to: string; text: string }[]> {
    const rows = await app.sql<{ payload: { to: string; text: string } }>`
      select payload from graphile_worker._private_jobs
      where ${email} in (payload ->> 'to', payload ->> 'replyTo') order by id`;
    return rows.map(({ payload }) => payload);
  }

  /** Uses the link in the registration mail. */
  async function confirmEmail(email: string): Promise<void> {
    const texts = (await queuedMails(email)).map(({ text }) => text).join();
    const code = /confirm-email#(\S+)/.exec(texts)?.[1];
    expect((await app.send('POST /auth/confirm-email', { body: { code } })).status).toBe(200);
  }

  it('leaves nothing in any table except messages that others received', async () => {
    const [name, farm, machine, place] = ['Zawadi Xylophanes', 'Quillfarm', 'Zetor Quux', 'Xanadu Hill'];
    const phone = '+254 799 123 457';
    const person = await app.as('farmer', name, { location: place, phoneNumber: phone });
    const { email, _id: personId } = person.user;
    await confirmEmail(email);
    const friend = await app.as('farmer', 'Friend');
    const key = () => ({ 'idempotency-key': newId() });
    await person.send('PUT /auth/profile', {
      body: { name: `${name} Junior`, location: place, farmSize: 3, phoneNumber: phone },
    });
    const parcel = await newParcel(person, { name: farm, location: { address: `${place}, Nakuru County` } });
    await person.send(`PUT /land/${parcel._id}`, {
      body: { name: `${farm} two`, size: 2, location: { address: place }, soilType: 'clay' },
    });
    await person.send('POST /equipment', { body: { name: machine, type: 'Tractor' }, headers: key() });
    const application = await newApplication(person, {
      name: `${farm} drip`,
      description: `For ${name}`,
      parcelIds: [parcel._id],
    });
    const decided = await official.send(`PUT /government/subsidies/${application._id}`, {
      body: { status: 'approved', reason: 'Complete' },
      headers: key(),
    });
    expect(decided.status).toBe(200);
    await friend.send('POST /messages', {
      body: { recipientId: personId, channelType: 'farmer-farmer', subject: 'Seed', content: 'Hello' },
      headers: key(),
    });
    await person.send('POST /messages', {
      body: {
        recipientId: friend.user._id,
        channelType: 'farmer-farmer',
        subject: 'Seed',
        content: `From ${farm}`,
      },
    });
    await app.send('POST /contact', { body: { name, email, message: `I live in ${place}` } });
    await official.send('GET /government/farmers', { query: { q: name } });
    await official.send('GET /government/analytics.csv');
    await app.send('POST /auth/login', { body: { email, password: PASSWORD } });
    await app.send('POST /auth/login', { body: { email, password: 'wrong' } });
    const [, part] = name.split(' ');
    const texts = [part!, email, phone, farm, machine, place];
    const before = await columnsContaining(app, texts);
    for (const known of [
      'audit_log.after',
      'contact_messages.email',
      'idempotency_keys.answer',
      'subsidies.facts',
      '_private_jobs.payload',
    ])
      expect(before).toContain(known);

    expect((await person.send('DELETE /auth/account', { body: { password: PASSWORD } })).status).toBe(200);
    expect(await columnsContaining(app, texts)).toEqual(['messages.content']);
    const rows = await app.sql<{ answer: string }>`
      select answer from idempotency_keys where owner = ${official.user._id}`;
    expect(rows.map(({ answer }) => JSON.parse(answer).status)).toContain('approved');
    await sealAuditLogJob({}, app.services);
    expect((await verifyAuditLog(app.connectionString))[0]).toMatch(/[1-9]\d* of them erased/);
  });

  it('leaves messages and complaints of an email address that the account never confirmed', async () => {
    const email = 'complainant@victim.example';
    const texts = ['I was asked for money', 'When is the office open?'];
    for (const message of texts)
      await app.send('POST /contact', { body: { name: 'Complainant', email, message } });
    const inbox = async () =>
      (await official.send<ContactMessage[]>('GET /government/contact-messages')).body.filter(({ message }) =>
        texts.includes(message),
      );
    const complaints = async () =>
      (await official.send<OfficialComplaint[]>('GET /government/complaints')).body.filter(({ message }) =>
        texts.includes(message),
      );
    const [question, accusation] = await inbox();
    const answered = await official.send(`POST /government/contact-messages/${question!._id}/answer`, {
      body: { answer: 'From eight to four' },
    });
    expect(answered.status).toBe(200);
    const complained = await official.send(`POST /government/contact-messages/${accusation!._id}/complaint`, {
      body: { kind: 'decision' },
    });
    expect(complained.status).toBeLessThan(300);
    const before = { inbox: await inbox(), complaints: await complaints(), mails: await queuedMails(email) };
    expect(before.complaints).toMatchObject([{ message: 'I was asked for money' }]);
    expect(before.mails.map(({ to }) => to)).toEqual(['office@test.example', 'office@test.example', email]);

    const attacker = await app.as('farmer', 'Attacker', { email });
    const { body: data } = await attacker.send<object>('GET /auth/data');
    expect(JSON.stringify(data)).not.toContain('I was asked for money');
    expect((await attacker.send('DELETE /auth/account', { body: { password: PASSWORD } })).status).toBe(200);
    expect({
      inbox: await inbox(),
      complaints: await complaints(),
      mails: await queuedMails(email),
    }).toEqual(before);
  });
});
