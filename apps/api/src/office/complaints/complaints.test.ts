import type {
  AccessLine,
  AuditEntry,
  Complaint,
  ContactMessage,
  Notice,
  OfficialComplaint,
  Ombudspersons,
  Problem,
} from '@ardhi/contract';
import { complaintNumber, readComplaintNumber, spokenNumber } from '@ardhi/contract/complaint-number';
import { expect, it } from 'vitest';
import { beforeTests, PASSWORD, type Person, signInAgain, testApp } from '../../../test/app.ts';
import { auditActions } from '../../../test/audit.ts';
import { insertParcel } from '../../../test/parcels.ts';
import { insertPost } from '../../../test/posts.ts';
import { newApplication } from '../../../test/subsidies.ts';
import { newId } from '../../lib/database/id.ts';
import { insertComplaint } from './queries.ts';

const app = testApp();
const farmer = beforeTests(() => app.as('farmer', 'Wanjiku'));
const head = beforeTests(() => app.as('government', 'Head'));

async function complain(body: object): Promise<Complaint> {
  await app.db.deleteFrom('throttles').execute();
  const response = await farmer.send<Complaint>('POST /complaints', { body });
  expect(response.status).toBe(201);
  return response.body;
}
const list = async (person: Person, query: Record<string, string> = {}) =>
  (await person.send<OfficialComplaint[]>('GET /government/complaints', { query })).body;
const answer = (person: Person, id: string) =>
  person.send<OfficialComplaint & Problem>(`PUT /government/complaints/${id}`, {
    body: { answer: 'Settled' },
  });

it('complaint numbers are unique, and their check digit detects a wrong or swapped digit', () => {
  const numbers = Array.from({ length: 2000 }, (_, count) => complaintNumber(count * 4999));
  expect(new Set(numbers).size).toBe(2000);
  for (const number of numbers.slice(0, 50)) {
    expect(readComplaintNumber(` ${spokenNumber(number)} `)).toBe(number);
    for (let place = 0; place < 8; place++) {
      const digits = [...number];
      digits[place] = String((Number(digits[place]) + 3) % 10);
      expect(readComplaintNumber(digits.join(''))).toBeNull();
      const swapped = [...number];
      [swapped[place], swapped[place + 1]] = [swapped[place + 1] ?? '', swapped[place]!];
      if (swapped.join('') !== number && place < 7) expect(readComplaintNumber(swapped.join(''))).toBeNull();
    }
  }
});

it('has a number, a due date and one answer, of which the farmer is notified', async () => {
  const otherFarmer = await app.as('farmer');
  const theirs = await newApplication(otherFarmer);
  for (const [field, value] of [
    ['subsidyId', theirs._id],
    ['officialId', otherFarmer.user._id],
  ] as const)
    expect(
      await farmer.send('POST /complaints', { body: { kind: 'delay', message: 'x', [field]: value } }),
    ).toMatchObject({ status: 400, body: { issues: [{ path: field }] } });

  const made = await complain({ kind: 'delay', message: 'Waiting for months', _id: newId() });
  const stored = await app.row`
    select due_on = add_working_days(nairobi_date(now()), 10) as right from complaints where id = ${made._id}`;
  expect(stored).toEqual({ right: true });
  for (const q of [spokenNumber(made.number), 'months wait'])
    expect((await list(head, { q })).map(({ number }) => number)).toEqual([made.number]);
  const wrong = made.number.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
  expect(await head.send('GET /government/complaints', { query: { q: wrong } })).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'q' }] },
  });
  expect((await answer(head, made._id)).body).toMatchObject({ answer: 'Settled', answeredBy: 'Head' });
  expect((await answer(head, made._id)).body.code).toBe('complaint-answered');
  const { body: notices } = await farmer.send<Notice[]>('GET /notices');
  expect(notices[0]).toMatchObject({ body: 'Settled', link: '/complaints' });
  expect(notices[0]!.title).toContain(spokenNumber(made.number));
  expect((await farmer.send<Complaint[]>('GET /complaints')).body).toMatchObject([{ answer: 'Settled' }]);
  expect((await otherFarmer.send<Complaint[]>('GET /complaints')).body).toEqual([]);
});

it('without an ombudsperson only national managers see a bribery complaint: others find it in no list, search, audit log or notice', async () => {
  const parcel = await insertParcel(app.db, farmer.user._id, { county: 'Nakuru' });
  const application = await newApplication(farmer, { parcelIds: [parcel] });
  const accused = await app.as('government', 'Accused');
  const clerk = await app.as('government', 'Clerk');
  await accused.send(`PUT /government/subsidies/${application._id}`, { body: { status: 'rejected' } });
  await insertPost(app, clerk, 'Nakuru', ['view', 'decide', 'manage']);
  const officeClerk = await signInAgain(app, clerk);
  await app.sql`update users set manage = true where id = any(${[accused.user._id, head.user._id]})`;
  const [subject, national] = [await signInAgain(app, accused), await signInAgain(app, head)];

  const secret = await complain({ kind: 'money', message: 'Bribe wanted', subsidyId: application._id });
  const plain = await complain({ kind: 'decision', message: 'Bribe not, wrong', subsidyId: application._id });
  const numbers = async (person: Person, query: Record<string, string>) =>
    (await list(person, query)).map(({ number }) => number).sort();
  expect(await numbers(national, { q: 'bribe' })).toEqual([secret.number, plain.number].sort());
  for (const hidden of [subject, officeClerk]) {
    expect(await numbers(hidden, { q: 'bribe' })).toEqual([plain.number]);
    expect(await numbers(hidden, { state: 'all' })).not.toContain(secret.number);
    expect(await numbers(hidden, { q: secret.number })).toEqual([]);
    expect((await answer(hidden, secret._id)).status).toBe(404);
    expect((await hidden.send<Notice[]>('GET /notices')).body).toEqual([]);
  }
  const { body: entries } = await subject.send<AuditEntry[]>('GET /government/audit', {
    query: { entity: 'complaint' },
  });
  expect(JSON.stringify(entries)).toContain(plain._id);
  expect(JSON.stringify(entries)).not.toContain(secret._id);
  await subject.send('POST /auth/confirm', { body: { password: PASSWORD } });
  const { body: csv } = await subject.send<string>('GET /government/audit.csv');
  expect(csv).toContain(plain.number);
  expect(csv).not.toContain(secret.number);
  // A named official never finds the complaint, even without an application that links to them.
  const named = await signInAgain(app, await app.as('government', 'Named'));
  const told = await complain({ kind: 'money', message: 'Goat wanted', officialId: named.user._id });
  expect(await list(national, { q: 'goat' })).toMatchObject([{ number: told.number, about: ['Named'] }]);
  expect(await numbers(named, { q: 'goat' })).toEqual([]);
  await answer(national, told._id);
  expect((await answer(national, secret._id)).body).toMatchObject({ about: ['Accused'] });
  // Other national officials do not see it, and a complaint about conduct is hidden from its subject.
  expect(await numbers(await app.as('government'), { q: 'goat', state: 'all' })).toEqual([]);
  const rude = await complain({ kind: 'conduct', message: 'Shouted', officialId: named.user._id });
  expect(await numbers(national, { q: 'shouted' })).toEqual([rude.number]);
  expect(await numbers(named, { q: 'shouted' })).toEqual([]);
  expect((await answer(named, rude._id)).status).toBe(404);
});

/** A national manager who has re-authenticated. */
async function newManager(name: string): Promise<Person> {
  const registered = await app.as('government', name);
  await app.sql`update users set manage = true where id = ${registered.user._id}`;
  const person = await signInAgain(app, registered);
  await person.send('POST /auth/confirm', { body: { password: PASSWORD } });
  return person;
}
const propose = (by: Person, { user }: Person) =>
  by.send<Ombudspersons & Problem>('POST /government/ombudspersons', { body: { email: user.email } });
const confirmProposal = (by: Person, id: string) =>
  by.send<Ombudspersons & Problem>(`POST /government/ombudspersons/${id}/confirm`);

it('two independent managers appoint an ombudsperson, who alone then sees and answers bribery complaints', async () => {
  const [first, second, invited] = [
    await newManager('First'),
    await newManager('Second'),
    await newManager('Invited'),
  ];
  await app.sql`
    insert into account_grants (user_id, given_by, kind) values (${invited.user._id}, ${first.user._id}, 'invitation')`;
  const candidate = await app.as('government', 'Candidate');
  const bribe = await complain({ kind: 'money', message: 'Asked for a hen' });
  const finds = async (person: Person) => (await list(person, { q: bribe.number })).length;
  expect((await first.send<Ombudspersons>('GET /government/ombudspersons')).body).toMatchObject({
    appointed: false,
    current: [],
  });
  expect(await finds(first)).toBe(1);

  // One manager alone cannot: not by a post, not for themselves, not by confirming their own proposal.
  const post = await first.send<Problem>('POST /government/posts', {
    body: { email: candidate.user.email, duties: ['view', 'ombudsperson'] },
  });
  expect(post.body.issues).toMatchObject([{ path: 'duties', code: 'ombudsperson-by-two' }]);
  expect((await propose(first, first)).body.issues).toMatchObject([{ code: 'ombudsperson-own' }]);
  const { status, body } = await propose(first, candidate);
  expect(status).toBe(201);
  const { _id: proposal } = body.proposals[0]!;
  expect(body.proposals).toMatchObject([{ proposedBy: 'First', confirmable: false }]);
  expect((await propose(second, candidate)).body.issues).toMatchObject([{ code: 'ombudsperson-known' }]);
  for (const by of [first, invited])
    expect((await confirmProposal(by, proposal)).body.code, by.user.name).toBe('ombudsperson-second');
  expect((await confirmProposal(candidate, proposal)).body.code).toBe('manage-needed');
  expect(await finds(candidate)).toBe(0);
  const confirmed = await confirmProposal(second, proposal);
  expect(confirmed.body).toMatchObject({ appointed: true, current: [{ name: 'Candidate' }], proposals: [] });
  expect((await confirmProposal(second, proposal)).status).toBe(404);
  expect(await auditActions(app, proposal)).toEqual(['ombudsperson.propose']);
  expect((await candidate.send<Notice[]>('GET /notices')).body[0]).toMatchObject({ kind: 'ombudsperson' });

  // The ombudsperson sees and answers it, and decides nothing else.
  expect([await finds(candidate), await finds(first), await finds(head)]).toEqual([1, 0, 0]);
  expect((await answer(first, bribe._id)).status).toBe(404);
  const plain = await complain({ kind: 'delay', message: 'Slow' });
  expect((await answer(candidate, plain._id)).body.code).toBe('duty-needed');
  expect((await answer(candidate, bribe._id)).body).toMatchObject({ answeredBy: 'Candidate' });

  // A complaint about the ombudsperson goes to the managers. Ending the post opens no other complaint to them.
  const about = await complain({ kind: 'money', message: 'Hush money', officialId: candidate.user._id });
  expect((await list(candidate, { q: about.number })).length).toBe(0);
  expect((await list(second, { q: about.number })).length).toBe(1);
  const later = await complain({ kind: 'money', message: 'Asked for a sheep' });
  // A post in the county of the complaint hides it from the ombudsperson, but opens it to no manager.
  const { county } = await app.row<{ county: string }>`select county from complaints where id = ${later._id}`;
  await insertPost(app, candidate, county, ['view']);
  expect(await list(candidate, { q: later.number })).toEqual([]);
  expect(await list(first, { q: later.number })).toEqual([]);
  await app.sql`delete from posts where official_id = ${candidate.user._id} and place = ${county}`;
  const { post_id } = await app.row<{ post_id: string }>`
    select post_id from ombudsperson_proposals where id = ${proposal}`;
  expect(await auditActions(app, post_id)).toEqual(['ombudsperson.confirm']);
  expect((await first.send(`PUT /government/posts/${post_id}/end`)).status).toBe(200);
  expect((await list(first, { q: later.number })).length).toBe(0);
  expect((await first.send<Ombudspersons>('GET /government/ombudspersons')).body).toMatchObject({
    appointed: true,
    current: [],
    unseen: 1,
  });
  // Back to a database without an ombudsperson, for the other tests.
  await app.sql`update ombudsperson_proposals set post_id = null, expires_at = now()`;
  await app.sql`delete from posts where id = ${post_id}`;
});

it('without an ombudsperson a manager who does not decide applications still handles bribery complaints', async () => {
  const registered = await app.as('government', 'Only manages');
  await insertPost(app, registered, '', ['view', 'manage']);
  const manager = await signInAgain(app, registered);
  const bribe = await complain({ kind: 'money', message: 'Asked for a duck' });
  const takeUp = (id: string) => manager.send<Problem>(`POST /government/complaints/${id}/take-up`);
  expect((await takeUp(bribe._id)).status).toBe(200);
  expect((await answer(manager, bribe._id)).body).toMatchObject({ answeredBy: 'Only manages' });
  const slow = await complain({ kind: 'delay', message: 'Slow again' });
  expect((await takeUp(slow._id)).body.code).toBe('duty-needed');
  expect((await answer(manager, slow._id)).body.code).toBe('duty-needed');
});

it('counts complaints without a reader among the thousand that are due first', async () => {
  const [manager, former] = [await newManager('Counter'), await app.as('government', 'Former')];
  await insertPost(app, former, '', ['view', 'ombudsperson']);
  await app.sql`update posts set ended_at = now() where official_id = ${former.user._id}`;
  await app.sql`
    insert into complaints (id, number, kind, message, name, email, due_on)
    select gen_random_uuid(), lpad(n::text, 8, '0'), 'money', 'Many', '', '', '2020-01-01'
    from generate_series(1, 1010) as n`;
  const { body } = await manager.send<Ombudspersons>('GET /government/ombudspersons');
  expect(body.unseen).toBe(1000);
  await app.sql`delete from complaints where message = 'Many'`;
  await app.sql`delete from posts where official_id = ${former.user._id}`;
});

it('a proposal ends when its manager is suspended or no longer manages, and there is one per official', async () => {
  const [first, second] = [await newManager('Proposer'), await newManager('Confirmer')];
  const candidate = await app.as('government', 'Proposed');
  const proposal = async () => (await propose(first, candidate)).body.proposals[0]!._id;
  const suspend = (suspended: boolean) =>
    second.send(`PUT /government/officials/${first.user._id}/suspended`, {
      body: { suspended, reason: 'Under investigation' },
    });
  const suspended = await proposal();
  expect((await suspend(true)).status).toBe(200);
  expect((await second.send<Ombudspersons>('GET /government/ombudspersons')).body.proposals).toEqual([]);
  expect((await confirmProposal(second, suspended)).status).toBe(404);
  await suspend(false);
  // Another manager can propose the official again, and the first one's proposal does not return.
  await app.sql`update users set manage = false where id = ${first.user._id}`;
  expect((await propose(second, candidate)).status).toBe(201);
  await app.sql`update users set manage = true where id = ${first.user._id}`;
  const rows =
    await app.sql`select proposed_by from ombudsperson_proposals where official_id = ${candidate.user._id}`;
  expect(rows).toEqual([{ proposed_by: second.user._id }]);

  // Two at the same time.
  await app.sql`update ombudsperson_proposals set expires_at = now()`;
  const third = await newManager('Third proposer');
  const responses = await Promise.all([propose(second, candidate), propose(third, candidate)]);
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 400]);
  await app.sql`update ombudsperson_proposals set expires_at = now()`;
  await app.sql`update users set suspended_at = now() where id = ${candidate.user._id}`;
  expect((await propose(second, candidate)).body.issues).toMatchObject([{ code: 'unknown-official' }]);
});

it('hides who complained until an official asks for the name, which the complainant can read', async () => {
  const made = await complain({ kind: 'delay', message: 'Waiting for rain' });
  const hidden = { _id: null, name: '', email: '', hidden: true };
  expect(await list(head, { q: made.number })).toMatchObject([{ from: hidden }]);
  expect((await list(head, { q: 'wanjiku', state: 'all' })).length).toBe(0);
  const reveal = (person: Person) =>
    person.send<{ from: object }>(`POST /government/complaints/${made._id}/complainant`);
  const clerk = await app.as('government', 'Nosy');
  await insertPost(app, clerk, 'Kitui', ['view']);
  expect((await reveal(await signInAgain(app, clerk))).status).toBe(404);
  const { user } = farmer;
  expect((await reveal(head)).body.from).toEqual({
    _id: user._id,
    name: user.name,
    email: user.email,
    hidden: false,
  });
  expect(await auditActions(app, made._id)).toEqual(['complaint.create', 'complaint.reveal']);
  const { body: log } = await farmer.send<AccessLine[]>('GET /auth/access-lines');
  expect(log.filter(({ look }) => look === 'complaint')).toMatchObject([{ viewer: { name: 'Head' } }]);
});

it('the audit log does not tell who complained: not in its list, its file or a search by person', async () => {
  const shy = await app.as('farmer', 'Nekesa');
  await app.db.deleteFrom('throttles').execute();
  const { body: made } = await shy.send<Complaint>('POST /complaints', {
    body: { kind: 'data', message: 'My name is wrong' },
  });
  const manager = await newManager('Log reader');
  const entries = async (query: Record<string, string>) =>
    (await manager.send<AuditEntry[]>('GET /government/audit', { query })).body;
  expect(await entries({ entityId: made._id })).toMatchObject([{ action: 'complaint.create', actor: null }]);
  for (const person of [shy.user._id, shy.user.email])
    expect((await entries({ person })).map(({ action }) => action)).toEqual(['user.register']);
  const { body: csv } = await manager.send<string>('GET /government/audit.csv', {
    query: { entity: 'complaint' },
  });
  const line = csv.split('\r\n').find((one) => one.includes(made._id))!;
  expect(line).toContain('Hidden');
  for (const secret of [shy.user.name, shy.user._id]) expect(line).not.toContain(secret);
  // The access log has the search by person, and nothing about the complaint.
  const { body: log } = await shy.send<AccessLine[]>('GET /auth/access-lines');
  expect(log.map(({ look }) => look)).toEqual(['trail-list']);
  // Officials who file a complaint for a visitor do so in their office, and are named.
  await app.send('POST /contact', { body: { name: 'Kiprop', email: 'k@example.ke', message: 'Too slow' } });
  const { body: inbox } = await manager.send<ContactMessage[]>('GET /government/contact-messages');
  await manager.send(`POST /government/contact-messages/${inbox[0]!._id}/complaint`, {
    body: { kind: 'delay' },
  });
  expect(await entries({ person: manager.user._id, action: 'complaint.create' })).toMatchObject([
    { actor: { name: 'Log reader' } },
  ]);
});

it('a complaint that an office has taken up keeps its text when the account is deleted', async () => {
  const leaver = await app.as('farmer', 'Leaver');
  const file = async (message: string) =>
    (await leaver.send<Complaint>('POST /complaints', { body: { kind: 'delay', message } })).body;
  const [taken, answered, open] = [
    await file('Taken words'),
    await file('Answered words'),
    await file('Open words'),
  ];
  const takeUp = (person: Person) =>
    person.send<OfficialComplaint & Problem>(`POST /government/complaints/${taken._id}/take-up`);
  const viewer = await app.as('government', 'Viewer');
  await insertPost(app, viewer, '', ['view']);
  expect((await takeUp(await signInAgain(app, viewer))).body.code).toBe('duty-needed');
  expect((await takeUp(head)).body).toMatchObject({ takenUpBy: 'Head', revision: 2 });
  expect((await takeUp(head)).body).toMatchObject({ takenUpBy: 'Head', revision: 2 });
  expect((await leaver.send<Complaint[]>('GET /complaints')).body[2]!.takenUpAt).not.toBeNull();
  await answer(head, answered._id);
  expect((await leaver.send('DELETE /auth/account', { body: { password: PASSWORD } })).status).toBe(200);
  const rows = await app.sql<{ message: string }>`
    select message, name, email from complaints where id = any(${[taken._id, answered._id, open._id]})
    order by message desc`;
  expect(rows).toEqual(
    ['Taken words', 'Answered words', ''].map((message) => ({ message, name: '', email: '' })),
  );
  // It can still be answered, with no one to notify.
  expect((await answer(head, taken._id)).body).toMatchObject({ from: { hidden: false, name: '' } });
});

it('draws another number if one is taken', async () => {
  const taken = await complain({ kind: 'other', message: 'First' });
  const free = complaintNumber(Number(taken.number.slice(0, 7)) === 1 ? 2 : 1);
  const draws = [taken.number, taken.number, free];
  const row = {
    id: newId(),
    kind: 'other',
    message: 'Second',
    name: 'A',
    email: 'a@b',
    subsidy_id: null,
    user_id: null,
  };
  expect(await insertComplaint(app.db, row, 10, () => draws.shift()!)).toBe(free);
});

it('a contact message can be found, answered and turned into a complaint, which also hides the message', async () => {
  await app.db.deleteFrom('throttles').execute();
  const write = (email: string, message: string) =>
    app.send('POST /contact', { body: { name: 'Kiprop', email, message } });
  await write(farmer.user.email, 'How do I apply?');
  await write('kiprop@example.ke', 'They asked me for a goat');
  const inbox = async (person: Person, q: string) =>
    (await person.send<ContactMessage[]>('GET /government/contact-messages', { query: { q } })).body;
  expect(await inbox(head, 'kipr')).toHaveLength(2);
  expect(await inbox(head, 'example goat')).toHaveLength(1);
  const [question] = await inbox(head, 'apply');
  const reply = (id: string) =>
    head.send<ContactMessage & Problem>(`POST /government/contact-messages/${id}/answer`, {
      body: { answer: 'On the subsidies page' },
    });
  expect((await reply(question!._id)).body).toMatchObject({
    answer: 'On the subsidies page',
    handledBy: 'Head',
  });
  expect((await farmer.send<Notice[]>('GET /notices')).body[0]).toMatchObject({
    body: 'On the subsidies page',
  });

  const [goat] = await inbox(head, 'goat');
  expect((await reply(goat!._id)).body.code).toBe('no-way-to-answer');
  const become = (kind: string) =>
    head.send<{ number: string } & Problem>(`POST /government/contact-messages/${goat!._id}/complaint`, {
      body: { kind },
    });
  const { body } = await become('money');
  expect(readComplaintNumber(body.number)).toBe(body.number);
  expect((await become('money')).body.code).toBe('complaint-known');
  // The message no longer names its sender, and is not found by the name.
  expect(await inbox(head, 'goat')).toMatchObject([
    { name: '', email: '', complaint: { number: body.number } },
  ]);
  expect(await inbox(head, 'kiprop goat')).toEqual([]);
  // An official who becomes a subject of the complaint no longer finds the message either.
  const named = await newManager('Subject');
  expect(await inbox(named, 'goat')).toHaveLength(1);
  const { _id: complaintId } = (await list(head, { q: body.number }))[0]!;
  await app.sql`
    insert into complaint_subjects (complaint_id, user_id) values (${complaintId}, ${named.user._id})`;
  expect(await inbox(named, 'goat')).toEqual([]);

  // The subject can also be named when the message becomes a complaint.
  await write('kiprop@example.ke', 'They want a cow as well');
  const [cow] = await inbox(head, 'cow');
  const name = (officialId: string) =>
    head.send<Problem>(`POST /government/contact-messages/${cow!._id}/complaint`, {
      body: { kind: 'money', officialId },
    });
  expect((await name(farmer.user._id)).body.issues).toMatchObject([{ path: 'officialId' }]);
  expect((await name(named.user._id)).status).toBe(201);
  expect(await inbox(named, 'cow')).toEqual([]);
  expect(await list(named, { q: 'cow' })).toEqual([]);
});
