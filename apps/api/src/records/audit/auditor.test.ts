/** The duty to audit: board and audit log with farmers by initials, and nothing else. */
import type { AuditEntry, BoardRecord, Equipment, Post, Problem } from '@ardhi/contract';
import { fillTemplate } from '@ardhi/contract/template-text';
import { beforeAll, expect, it } from 'vitest';
import { clearLogOf, logEntriesOf } from '../../../test/access/log.ts';
import { beforeTests, issuesOf, PASSWORD, type Person, testApp } from '../../../test/app.ts';
import { newParcel, sent } from '../../../test/land.ts';
import { manage, newApplication } from '../../../test/subsidies.ts';

const PHONE = '+254 712 345 678';
const TITLE = 'Pump of Wanjiru';
const REJECTION = fillTemplate(
  `Dear {farmer}, no budget for {application}. WANJIRU called from ${PHONE}, 0712 345678 and w.kamau@farm.example on 1.11.2026.`,
  { farmer: 'Wanjiru Kamau', application: TITLE },
);
const app = testApp();
const manager = beforeTests(() => app.as('government', 'Achieng'));
const auditor = beforeTests(() => app.as('government', 'Makena'));
const farmer = beforeTests(() => app.as('farmer', 'Wanjiru Kamau', { phoneNumber: PHONE }));
let applicationId: string;

const assign = (person: Person, duties: string[], county?: string) =>
  manager.send<Post & Problem>('POST /government/posts', {
    body: { email: person.user.email, county, duties },
  });

beforeAll(async () => {
  await manager.send('POST /auth/confirm', { body: { password: PASSWORD } });
  await newParcel(farmer, { name: 'Shamba la Wanjiru' });
  applicationId = (await newApplication(farmer, { name: TITLE, description: 'Call 0712345678' }))._id;
  await manage(manager, applicationId, { status: 'rejected', reason: REJECTION });
  const machine = { name: 'Tractor', type: 'Tractor of Wanjiru' };
  const { _id } = await sent<Equipment>(farmer, 'POST /equipment', machine);
  await sent(farmer, `POST /equipment/${_id}/maintenance`, {
    date: '2026-01-05',
    kind: 'Repair by Wanjiru',
    description: 'Oil',
  });
  expect((await assign(auditor, ['auditor'])).status).toBe(201);
  await auditor.send('POST /auth/confirm', { body: { password: PASSWORD } });
});

it('stands alone in its post', async () => {
  const person = await app.as('government', 'Njeri');
  for (const duties of [
    ['auditor', 'view'],
    ['auditor', 'view', 'decide'],
  ])
    expect(issuesOf((await assign(person, duties)).body)).toEqual(['duties: auditor-alone']);
  expect(issuesOf((await assign(person, [])).body)).toEqual(['duties: view-needed']);
});

it('reads the audit log without names, texts and contact data of farmers', async () => {
  const { body } = await auditor.send<AuditEntry[]>('GET /government/audit');
  const csv = await auditor.send<string>('GET /government/audit.csv');
  for (const text of [JSON.stringify(body), csv.body])
    for (const secret of ['wanjiru', 'kamau', farmer.user.email, '712345678', '712 345', 'njoro'])
      expect(text.toLowerCase()).not.toContain(secret);
  expect(body.every(({ masked }) => masked)).toBe(true);
  const decision = body.find(({ action }) => action === 'subsidy.reject')!;
  expect(decision).toMatchObject({
    actor: { name: 'Achieng' },
    object: { name: null, farmer: 'W. K.', amount: 100 },
    after: {
      reason: 'Dear W. K., no budget for …. W. called from …, … and … on 1.11.2026.',
    },
  });
  expect(csv.body).toContain('Dear W. K., no budget for …');
  expect(decision.object!.reference).toMatch(/^\d{4}-/);
  expect(body.find(({ action }) => action === 'land.create')).toMatchObject({
    actor: { name: 'W. K.', role: 'farmer' },
    after: { size: 2 },
  });
});

it('reads a name on request, and the farmer sees it', async () => {
  const { body: records } = await auditor.send<BoardRecord[]>('GET /government/board/records', {
    query: { figure: 'decided' },
  });
  expect(records).toMatchObject([{ _id: applicationId, name: null, applicant: { name: 'W. K.' } }]);
  const { body } = await auditor.send(`POST /government/audit/people/${records[0]!.applicant._id}`);
  expect(body).toMatchObject({ name: 'Wanjiru Kamau', email: farmer.user.email, phoneNumber: PHONE });
  expect(await logEntriesOf(app, auditor)).toContainEqual({
    look: 'audit-person',
    entity_id: farmer.user._id,
    people: [farmer.user._id],
    area: null,
  });
  const { body: lines } = await farmer.send<{ look: string; viewer: object }[]>('GET /auth/access-lines');
  expect(lines).toContainEqual(
    expect.objectContaining({ look: 'audit-person', viewer: expect.objectContaining({ name: 'Makena' }) }),
  );
  // Officials act in office; they are not looked up here.
  expect((await auditor.send(`POST /government/audit/people/${manager.user._id}`)).status).toBe(404);
});

it('finds farmers by whole names or by email, and they see it', async () => {
  const calls = ['GET /government/audit', 'GET /government/audit.csv'];
  const findsOf = async (call: string, person: string) => {
    await clearLogOf(app, auditor);
    const { body } = await auditor.send<unknown[] | string>(call, { query: { person } });
    const entries = typeof body === 'string' ? body.trim().split('\r\n').length - 1 : body.length;
    const looks = (await logEntriesOf(app, auditor)).filter(({ look }) => look === 'audit-person');
    return { found: entries > 0, people: looks.flatMap(({ people }) => people) };
  };
  const finds = { found: true, people: [farmer.user._id] };
  for (const call of calls) {
    expect(await findsOf(call, 'wanjiru')).toEqual(finds);
    expect(await findsOf(call, 'Kamau Wanjiru')).toEqual(finds);
    expect(await findsOf(call, farmer.user.email.toUpperCase())).toEqual(finds);
    for (const part of ['Wanjir', 'W', 'wanjiru kam'])
      expect([part, await findsOf(call, part)]).toEqual([part, { found: false, people: [] }]);
    // Officials act in office.
    expect(await findsOf(call, 'Achieng')).toEqual({ found: true, people: [] });
  }
  await app.sql`insert into users (id, email, name, role, password_hash)
    select gen_random_uuid(), 'kasuku' || n || '@test.example', 'Kasuku', 'farmer', '' from generate_series(1, 21) as n`;
  await clearLogOf(app, auditor);
  const many = await auditor.send<Problem>('GET /government/audit', { query: { person: 'kasuku' } });
  expect([many.status, issuesOf(many.body)]).toEqual([400, ['person: too-many-people']]);
  expect(await logEntriesOf(app, auditor)).toEqual([]);
});

it('opens no register and no case, and changes nothing', async () => {
  const calls = [
    'GET /government/farmers',
    'GET /government/lands',
    'GET /government/queue',
    'GET /government/search?q=Wan',
    'GET /government/analytics',
    'GET /government/complaints',
    `GET /government/subsidies/${applicationId}`,
    `GET /government/trail/subsidy/${applicationId}`,
    `GET /government/farmers/${farmer.user._id}`,
  ];
  for (const call of calls) expect([call, (await auditor.send(call)).status]).toEqual([call, 403]);
  const decided = await manage<Problem>(auditor, applicationId, { status: 'approved' });
  expect([decided.status, decided.body.code]).toEqual([403, 'duty-needed']);
  const written = await auditor.send<Problem>('POST /messages', {
    body: {
      recipientId: farmer.user._id,
      channelType: 'government-farmer',
      subject: 'Land',
      content: 'Hello',
    },
  });
  expect([written.status, written.body.code]).toEqual([403, 'duty-needed']);
  const { body: people } = await auditor.send<{ role: string }[]>('GET /messages/users');
  expect(people.every(({ role }) => role === 'government')).toBe(true);
});

it('of a county reads the board of that county alone', async () => {
  const person = await app.as('government', 'Chebet');
  await newParcel(await app.as('farmer', 'Kiptoo'), { location: { address: 'Belgut, Kericho County' } });
  expect((await assign(person, ['auditor'], 'Kericho')).status).toBe(201);
  const board = await person.send('GET /government/board');
  expect(board.body).toMatchObject({ county: 'Kericho', total: { received: 0, decided: 0 } });
  expect((await person.send<Problem>('GET /government/audit')).body.code).toBe('country-needed');
  expect((await person.send(`POST /government/audit/people/${farmer.user._id}`)).status).toBe(404);
});
