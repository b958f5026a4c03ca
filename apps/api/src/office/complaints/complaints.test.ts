import type {
  AuditEntry,
  Complaint,
  ContactMessage,
  Notice,
  OfficialComplaint,
  Problem,
} from '@ardhi/contract';
import { complaintNumber, readComplaintNumber, spokenNumber } from '@ardhi/contract/complaint-number';
import { expect, it } from 'vitest';
import { beforeTests, PASSWORD, type Person, signInAgain, testApp } from '../../../test/app.ts';
import { insertParcel } from '../../../test/parcels.ts';
import { insertPost } from '../../../test/posts.ts';
import { newApplication } from '../../../test/subsidies.ts';
import { newId } from '../../lib/database/id.ts';

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
  const numbers = Array.from({ length: 2000 }, (_, count) => complaintNumber(count + 1));
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
  for (const q of [spokenNumber(made.number), 'wanj', 'months wait'])
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

it('only the national office sees a bribery complaint: others find it in no list, search, audit log or notice', async () => {
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
  const plain = await complain({ kind: 'conduct', message: 'Bribe not, rude', subsidyId: application._id });
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
    query: { person: farmer.user._id },
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
  expect((await answer(national, secret._id)).body).toMatchObject({ about: ['Accused'] });
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
  expect(await inbox(head, 'goat')).toMatchObject([{ complaint: { number: body.number } }]);
  // An official who becomes a subject of the complaint no longer finds the message either.
  const named = await app.as('government');
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
