/** Deletion of accounts: nothing of a farmer is left, and an official who has acted is closed, not erased. */
import type {
  AccountDeletion,
  Application,
  Case,
  ContactMessage,
  Equipment,
  ManagedSubsidy,
  Message,
  Post,
  Problem,
} from '@ardhi/contract';
import { describe, expect, it } from 'vitest';
import { beforeTests, PASSWORD, type Person, signInAgain, startTestApp } from '../../../test/app.ts';
import { auditEntries } from '../../../test/audit.ts';
import { rectangle } from '../../../test/boundaries.ts';
import { daysAgo, newParcel } from '../../../test/land.ts';
import { testAppWithMail } from '../../../test/mailing.ts';
import { columnsContaining } from '../../../test/stored-text.ts';
import { manage, newApplication, openProgramme } from '../../../test/subsidies.ts';
import { newId } from '../../lib/database/id.ts';
import { sealAuditLogJob } from '../../records/audit/jobs.ts';
import { eraseClosedAccounts } from './closed-accounts.ts';

const { app } = testAppWithMail({ CONTACT_EMAIL: 'office@test.example' });
// The first official manages.
const head = beforeTests(() => app.as('government', 'Achieng'));

/** Sends a write that must succeed, with an idempotency key, so that its response is stored. */
async function keyed<Body = { _id: string }>(person: Person, call: string, body?: unknown): Promise<Body> {
  const response = await person.send<Body>(call, { body, headers: { 'idempotency-key': newId() } });
  if (response.status >= 300) throw new Error(`${call}: ${response.status} ${JSON.stringify(response.body)}`);
  return response.body;
}

const confirm = (person: Person) => person.send('POST /auth/confirm', { body: { password: PASSWORD } });
const remove = (person: Person) =>
  person.send<Problem & { message: string }>('DELETE /auth/account', { body: { password: PASSWORD } });
const deletion = async (person: Person) => (await person.send<AccountDeletion>('GET /auth/account')).body;

/** Uses the link in the registration mail: texts from a confirmed address are the person's own. */
async function confirmEmail({ user }: Person): Promise<void> {
  const [mail] = await app.sql<{ text: string }>`
    select payload ->> 'text' as text from graphile_worker._private_jobs
    where payload ->> 'to' = ${user.email} and payload ->> 'text' like '%confirm-email#%'`;
  const code = /confirm-email#(\S+)/.exec(mail!.text)?.[1];
  expect((await app.send('POST /auth/confirm-email', { body: { code } })).status).toBe(200);
}

describe('a deleted farmer', () => {
  /** Every planted text contains it. */
  const TOKEN = 'zqx';
  const phone = '+254 799 555 123';

  /** Puts texts of the farmer everywhere the product stores them, also where others read them. */
  async function plant(): Promise<Person> {
    const colleague = await app.as('government', 'Baraka');
    const friend = await app.as('farmer', 'Friend');
    const farmer = await app.as('farmer', `${TOKEN} name`, {
      email: `${TOKEN}@test.example`,
      location: `${TOKEN} place`,
      phoneNumber: phone,
    });
    await confirmEmail(farmer);
    const land = await keyed(farmer, 'POST /land', {
      name: `${TOKEN} farm`,
      size: 2,
      location: { address: `${TOKEN} road, Nakuru County` },
      county: 'Nakuru',
      soilType: 'loamy',
    });
    for (const [call, body] of [
      ['crops', { name: `${TOKEN} crop`, plantingDate: daysAgo(240), harvestDate: daysAgo(90), yield: 2 }],
      ['water', { date: daysAgo(100), amount: 500, source: `${TOKEN} river` }],
      ['fertilizer', { date: daysAgo(100), type: `${TOKEN} manure`, amount: 20 }],
      ['pesticides', { date: daysAgo(100), name: `${TOKEN} spray`, amount: 1 }],
    ] as const)
      await farmer.send(`POST /land/${land._id}/${call}`, { body });
    await keyed(farmer, `PUT /land/${land._id}/boundary`, { geometry: rectangle(0, 0) });
    const tractor = await keyed<Equipment>(farmer, 'POST /equipment', {
      name: `${TOKEN} tractor`,
      type: 'tractor',
    });
    await keyed(farmer, `POST /equipment/${tractor._id}/maintenance`, {
      date: daysAgo(3),
      kind: 'service',
      description: `${TOKEN} repair`,
    });
    // Notices to a neighbour, and a thread with them.
    const neighbour = await app.as('farmer', 'Neighbour');
    const beside = await newParcel(neighbour);
    await keyed(neighbour, `PUT /land/${beside._id}/boundary`, { geometry: rectangle(5, 0) });
    const { body: overlaps } = await neighbour.send<{ _id: string }[]>('GET /boundaries/overlaps');
    await keyed(neighbour, `POST /boundaries/overlaps/${overlaps[0]!._id}/message`, {
      subject: 'Fence',
      content: 'Hello',
    });

    // A case that is assigned, moves to another office with its land, is returned and decided.
    const programme = await openProgramme(head, { rules: { crops: ['maize'] }, amount: 50_000 });
    const applied = await keyed<Application>(farmer, 'POST /subsidies', {
      name: `${TOKEN} first title`,
      description: `${TOKEN} story`,
      amount: 100,
      programmeId: programme._id,
      parcelIds: [land._id],
    });
    const assign = (from: Person | null, to: Person) =>
      keyed<Case>(head, `PUT /government/queue/${applied._id}`, {
        from: from?.user._id ?? null,
        to: to.user._id,
      });
    await assign(null, colleague);
    await keyed(farmer, `PUT /land/${land._id}`, {
      name: `${TOKEN} farm two`,
      size: 3,
      location: { address: `${TOKEN} road` },
      county: 'Kericho',
      soilType: 'clay',
    });
    await assign(null, colleague);
    await keyed(colleague, `POST /government/subsidies/${applied._id}/return`, {
      fields: ['description'],
      reason: 'More detail',
    });
    await keyed(farmer, `PUT /subsidies/${applied._id}`, {
      name: `${TOKEN} title`,
      description: `${TOKEN} longer story`,
    });
    await keyed<ManagedSubsidy>(colleague, `PUT /government/subsidies/${applied._id}`, {
      status: 'rejected',
      reason: 'Incomplete',
    });
    await keyed(farmer, `POST /subsidies/${applied._id}/appeal`, { reason: `${TOKEN} appeal` });
    const { body: appeals } = await head.send<{ _id: string }[]>('GET /government/appeals');
    await keyed(head, `PUT /government/appeals/${appeals[0]!._id}`, {
      status: 'dismissed',
      answer: 'The rejection stays',
    });

    // The contact page, a complaint that no office has taken up, and messages.
    await app.send('POST /contact', {
      body: { name: `${TOKEN} sender`, email: farmer.user.email, message: `${TOKEN} question` },
    });
    const { body: letters } = await head.send<ContactMessage[]>('GET /government/contact-messages');
    await keyed(head, `PUT /government/contact-messages/${letters[0]!._id}`, { handled: true });
    await keyed(farmer, 'POST /complaints', { kind: 'delay', message: `${TOKEN} complaint` });
    await keyed<Message>(friend, 'POST /messages', {
      recipientId: farmer.user._id,
      channelType: 'farmer-farmer',
      subject: 'Seed',
      content: 'Hello',
    });
    await keyed(farmer, 'PUT /auth/profile', {
      name: `${TOKEN} renamed`,
      location: `${TOKEN} elsewhere`,
      farmSize: 3,
      phoneNumber: phone,
    });
    await head.send('GET /government/farmers', { query: { q: TOKEN } });
    await confirm(head);
    const exported = await head.send('GET /government/audit.csv', { query: { person: farmer.user.email } });
    expect(exported.status).toBe(200);
    await app.send('POST /auth/login', { body: { email: farmer.user.email, password: 'wrong' } });
    return farmer;
  }

  it('leaves no text in any table', async () => {
    const farmer = await plant();
    const texts = [TOKEN, phone];
    // The planted texts reached the places from which they are hard to erase.
    const found = await columnsContaining(app, texts);
    for (const column of [
      '_private_jobs.payload',
      'appeals.reason',
      'audit_log.after',
      'complaints.message',
      'idempotency_keys.answer',
      'notices.details',
      'subsidies.facts',
    ])
      expect(found).toContain(column);
    const kinds = await app.sql<{ kind: string }>`
      select distinct kind from notices where details::text like ${`%${TOKEN}%`} and user_id <> ${farmer.user._id}
      order by kind`;
    expect(kinds.map(({ kind }) => kind)).toEqual(['case-handed', 'case-moved']);

    expect((await remove(farmer)).status).toBe(200);
    expect(await columnsContaining(app, texts)).toEqual([]);
    // The decision stays, with the outcome of its rules.
    const decided = await app.row<{ status: string; facts: { parcels: { rules: object[] }[] } }>`
      select status, facts from subsidies where owner_id = ${farmer.user._id} and status = 'rejected'`;
    expect(decided.facts.parcels[0]!.rules).toMatchObject([
      { rule: 'crop', met: false, wanted: ['maize'], found: [] },
    ]);
  });

  it('does not change mails to other people, whatever the farmer was called', async () => {
    const names = ['Open', 'link', 'https'];
    const vandals = await Promise.all(names.map((name) => app.as('farmer', name)));
    const victim = await app.as('farmer', 'Victim');
    const mails = () =>
      app.sql`select payload::text from graphile_worker._private_jobs
        where payload ->> 'to' = ${victim.user.email} order by id`;
    const before = await mails();
    expect(JSON.stringify(before)).toContain('Open this link');
    for (const vandal of vandals) expect((await remove(vandal)).status).toBe(200);
    expect(await mails()).toEqual(before);
  });
});

describe('an official who has acted', () => {
  it('is closed: name, office and decisions stay; contact details, access and open work end', async () => {
    const phone = '+254 711 222 333';
    const leaver = await app.as('government', 'Vuyo Quincewell', {
      department: 'Quaysides',
      phoneNumber: phone,
    });
    await confirmEmail(leaver);
    const { email, _id } = leaver.user;
    await confirm(head);
    await keyed<Post>(head, 'POST /government/posts', { email, duties: ['view', 'decide', 'manage'] });
    await keyed(leaver, 'PUT /auth/profile', {
      name: 'Vuyo Quincewell',
      department: 'Quaysides',
      phoneNumber: '+254 711 222 444',
    });
    const farmer = await app.as('farmer', 'Wanjiru');
    await confirm(leaver);
    const code = await keyed<{ code: string }>(leaver, 'POST /government/reset-codes', {
      email: farmer.user.email,
      reason: 'Lost phone',
    });
    const invitation = await keyed(leaver, 'POST /government/invitations', {
      note: 'For a friend',
    });
    await keyed(leaver, 'POST /government/queue-views', { name: 'Quincunx', filters: {} });
    await keyed<Message>(leaver, 'POST /messages', {
      recipientId: farmer.user._id,
      channelType: 'government-farmer',
      subject: 'Land',
      content: 'Hello',
    });
    const rejected = await newApplication(farmer, { name: 'Late' });
    await manage(leaver, rejected._id, { status: 'rejected', reason: 'Too late' });
    const open = await newApplication(farmer, { name: 'Open' });
    await keyed<Case>(leaver, `PUT /government/queue/${open._id}`, { from: null, to: _id });
    expect((await head.send('GET /government/audit.csv', { query: { person: email } })).status).toBe(200);
    expect(await deletion(leaver)).toEqual({ outcome: 'closed', lastManager: false });

    const response = await remove(leaver);
    expect(response).toMatchObject({ status: 200, body: { message: 'Your account was closed.' } });
    expect(await columnsContaining(app, [email, '711 222', 'Quincunx'])).toEqual([]);
    expect(
      await app.row`select name, department, manage, password_hash from users where id = ${_id}`,
    ).toEqual({ name: 'Vuyo Quincewell', department: 'Quaysides', manage: false, password_hash: '' });

    // No access: not by login, the old session, the invitation or the code for the farmer.
    expect((await app.send('POST /auth/login', { body: { email, password: PASSWORD } })).status).toBe(401);
    expect((await leaver.send<Problem>('GET /auth/profile')).body.code).toBe('account-deleted');
    const reset = { code: code.code, password: 'another password' };
    expect((await app.send('POST /auth/reset-password', { body: reset })).status).toBe(400);
    const { body: invitations } = await head.send<{ _id: string }[]>('GET /government/invitations');
    expect(invitations.map((one) => one._id)).not.toContain(invitation._id);

    // The record of what they did is complete.
    const { body: decision } = await head.send<ManagedSubsidy>(`GET /government/subsidies/${rejected._id}`);
    expect(decision.decidedBy).toBe('Vuyo Quincewell');
    const entries = await auditEntries(app, rejected._id);
    expect(entries.at(-1)).toMatchObject({
      action: 'subsidy.reject',
      actor_id: _id,
      after: { reason: 'Too late' },
    });
    expect((await auditEntries(app, _id)).at(-1)).toMatchObject({ action: 'user.close', actor_id: _id });
    const { body: messages } = await farmer.send<Message[]>('GET /messages');
    expect(messages[0]!.sender).toMatchObject({ name: 'Vuyo Quincewell', deleted: true });
    expect(await app.sql`select from audit_log where action = 'trail.erase' and actor_id = ${_id}`).toEqual(
      [],
    );
    const posts = await app.sql<{ ended_at: string | null }>`
      select ended_at from posts where official_id = ${_id}`;
    expect(posts).toEqual([{ ended_at: expect.any(String) }]);
    const { body: cases } = await head.send<Case[]>('GET /government/queue', { query: { view: 'nobody' } });
    expect(cases.map((one) => one._id)).toContain(open._id);
    const again = await app.as('government', 'Vuyo Quincewell', { email });
    expect(again.user._id).not.toBe(_id);
  });

  it('stays named as long as the audit log names them, and no longer', async () => {
    const insert = (name: string) => app.row<{ id: string }>`
      insert into users (id, email, name, department, role, password_hash, deleted_at)
      values (${newId()}, ${`deleted-${name}`}, ${name}, 'Lands', 'government', '', now() - interval '7 years')
      returning id`;
    const [forgotten, actor, subject] = [
      await insert('Forgotten'),
      await insert('Actor'),
      await insert('Subject'),
    ];
    await app.sql`
      insert into audit_log (actor_id, action, entity, entity_id) values
        (${actor.id}, 'subsidy.approve', 'subsidy', ${newId()}),
        (null, 'user.suspend', 'user', ${subject.id})`;
    await eraseClosedAccounts({}, app.services);
    const rows = await app.sql<{ name: string; department: string | null }>`
      select name, department from users where id in (${forgotten.id}, ${actor.id}, ${subject.id}) order by name`;
    expect(rows).toEqual([
      { name: '', department: null },
      { name: 'Actor', department: 'Lands' },
      { name: 'Subject', department: 'Lands' },
    ]);
  });
});

describe('an official who never acted', () => {
  it('is erased completely', async () => {
    const person = await app.as('government', 'Xolani Quern', { department: 'Quarries' });
    await signInAgain(app, person);
    await person.send('PUT /auth/profile', { body: { name: 'Xolani Querns', department: 'Quarries' } });
    await person.send('GET /auth/data');
    expect(await deletion(person)).toEqual({ outcome: 'erased', lastManager: false });
    expect(await remove(person)).toMatchObject({
      status: 200,
      body: { message: 'Your account was deleted.' },
    });
    expect(await columnsContaining(app, ['Xolani', 'Quarries', person.user.email])).toEqual([]);
    await sealAuditLogJob({}, app.services);
  });

  it('is closed after reading data of others, or if a complaint is about them', async () => {
    const [reader, accused] = [await app.as('government', 'Reader'), await app.as('government', 'Accused')];
    const farmer = await app.as('farmer');
    await newParcel(farmer);
    await reader.send('GET /government/farmers');
    expect((await deletion(reader)).outcome).toBe('closed');
    expect((await deletion(accused)).outcome).toBe('erased');
    await keyed(farmer, 'POST /complaints', {
      kind: 'conduct',
      message: 'Rude',
      officialId: accused.user._id,
    });
    expect((await deletion(accused)).outcome).toBe('closed');
  });
});

describe('the last manager', () => {
  it('cannot leave before another official manages, not even when two leave at once', async () => {
    const own = await startTestApp();
    try {
      const first = await own.as('government', 'First');
      const second = await own.as('government', 'Second');
      expect(await deletion(first)).toMatchObject({ lastManager: true });
      expect(await remove(first)).toMatchObject({ status: 409, body: { code: 'last-manager' } });
      const duty = (by: Person, of: Person, isManager: boolean) =>
        by.send<Problem>(`PUT /government/officials/${of.user._id}/duties`, { body: { manage: isManager } });
      await confirm(first);
      expect((await duty(first, second, true)).status).toBe(200);
      await confirm(second);
      const revoked = await Promise.all([duty(first, second, false), duty(second, first, false)]);
      expect(revoked.map(({ status }) => status).sort()).not.toEqual([200, 200]);
      const [manager, other] = revoked[0]!.status === 200 ? [first, second] : [second, first];
      // A post in a county takes the national permission away from the account.
      const county = { email: other.user.email, county: 'Nakuru', duties: ['view', 'manage'] };
      expect((await manager.send('POST /government/posts', { body: county })).status).toBe(201);
      expect((await remove(manager)).status).toBe(409);
      const national = { ...county, county: undefined };
      expect((await manager.send('POST /government/posts', { body: national })).status).toBe(201);
      const left = await Promise.all([remove(manager), remove(other)]);
      expect(left.map(({ status }) => status).sort()).toEqual([200, 409]);
    } finally {
      await own.close();
    }
  });
});
