/** Bulk decisions: rights and revisions at each row, audit entries, cancellation, and two processes on one job. */
import type {
  Application,
  BulkDecision,
  BulkDecisionDetail,
  BulkEligibility,
  ManagedSubsidy,
  Post,
  Problem,
} from '@ardhi/contract';
import { MAX_BULK_DECISIONS, MAX_ELIGIBILITY_IDS } from '@ardhi/contract/limits';
import { beforeAll, expect, it } from 'vitest';
import { beforeTests, issuesOf, PASSWORD, type Person, testApp } from '../../../test/app.ts';
import { auditEntries } from '../../../test/audit.ts';
import { newParcel, sent } from '../../../test/land.ts';
import { manage, newApplication, openProgramme } from '../../../test/subsidies.ts';
import { newId } from '../../lib/database/id.ts';
import { decideInBulk, decideNext, resumeBulkDecisions } from './bulk.ts';

const app = testApp();
// The first official manages.
const head = beforeTests(() => app.as('government', 'Achieng'));
const farmer = beforeTests(() => app.as('farmer', 'Wanjiku'));
beforeAll(async () => {
  await head.send('POST /auth/confirm', { body: { password: PASSWORD } });
});

type Row = { _id: string; revision: number };
const start = (by: Person, rows: Row[], fields: object = {}) =>
  by.send<BulkDecision & Problem>('POST /government/bulk-decisions', {
    body: { status: 'approved', rows: rows.map(({ _id, revision }) => ({ _id, revision })), ...fields },
  });
const results = async (by: Person, id: string) =>
  (await by.send<BulkDecisionDetail>(`GET /government/bulk-decisions/${id}`)).body;
/** Starts the job and runs it to its end. */
async function decided(by: Person, rows: Row[], fields: object = {}) {
  const { status, body } = await start(by, rows, fields);
  expect([status, body.finishedAt]).toEqual([201, null]);
  await decideInBulk({ bulkId: body._id }, app.services);
  return results(by, body._id);
}
const outcomes = ({ rows }: BulkDecisionDetail) => rows.map(({ outcome }) => outcome);
const statusOf = async (id: string) =>
  (await head.send<ManagedSubsidy>(`GET /government/subsidies/${id}`)).body.status;
const official = (name: string) => app.as('government', name);
const post = (person: Person, county: string) =>
  sent<Post>(head, 'POST /government/posts', {
    email: person.user.email,
    county,
    duties: ['view', 'decide'],
  });

it('decides each row as the single call does, in order, and names the job in the audit log', async () => {
  const by = await official('Otieno');
  const { _id: programmeId } = await openProgramme(head, { amount: 1000 });
  const rows = [
    await newApplication(farmer, { name: 'First', amount: 600, programmeId }),
    await newApplication(farmer, { name: 'Second', amount: 500, programmeId }),
    await newApplication(farmer, { name: 'Third', amount: 400, programmeId }),
  ];
  const done = await decided(by, rows, { reason: 'For the long rains' });
  expect(done).toMatchObject({ total: 3, decided: 2, refused: 1, changed: 0, awaiting: 0, cancelled: false });
  expect(done.finishedAt).not.toBeNull();
  expect(done.rows).toMatchObject([
    { name: 'First', amount: 600, applicant: { name: 'Wanjiku' }, outcome: 'decided', message: null },
    { outcome: 'refused', message: 'The programme’s budget does not cover this. KES 400 is left.' },
    { name: 'Third', outcome: 'decided' },
  ]);
  const [first, second] = rows.map(({ _id }) => _id);
  expect((await auditEntries(app, first!)).slice(1)).toMatchObject([
    {
      action: 'subsidy.approve',
      actor_id: by.user._id,
      after: { status: 'approved', reason: 'For the long rains', bulkId: done._id },
    },
  ]);
  expect(await auditEntries(app, second!)).toHaveLength(1);
  expect(await auditEntries(app, done._id)).toMatchObject([
    { action: 'bulk.start', actor_id: by.user._id, after: { status: 'approved', total: 3 } },
    {
      action: 'bulk.end',
      actor_id: by.user._id,
      after: { cancelled: false, total: 3, decided: 2, notDecided: 1 },
    },
  ]);
  const notices = await app.sql`
    select from notices where user_id = ${farmer.user._id} and kind = 'subsidy-approved'`;
  expect(notices).toHaveLength(2);
  expect(await statusOf(second!)).toBe('pending');
});

it('decides nothing that was changed, decided or withdrawn since the official saw it', async () => {
  const by = await official('Mwangi');
  const rows = [
    await newApplication(farmer),
    await newApplication(farmer),
    await newApplication(farmer),
    await newApplication(farmer),
  ];
  const { body } = await start(by, rows, { status: 'rejected', reason: 'Too late' });
  const [edited, approved, withdrawn] = rows.map(({ _id }) => _id);
  await farmer.send(`PUT /subsidies/${edited}`, { body: { amount: 90_000 } });
  await manage(head, approved!, { status: 'approved' });
  await farmer.send(`DELETE /subsidies/${withdrawn}`);
  await decideInBulk({ bulkId: body._id }, app.services);
  const done = await results(by, body._id);
  expect(outcomes(done)).toEqual(['changed', 'changed', 'changed', 'decided']);
  expect(done).toMatchObject({ changed: 3, decided: 1 });
  expect([await statusOf(edited!), await statusOf(approved!)]).toEqual(['pending', 'approved']);
});

it.each([
  [
    'suspended',
    'account-suspended',
    (id: string) => app.sql`update users set suspended_at = now() where id = ${id}`,
  ],
  [
    'without a post',
    'post-needed',
    (id: string) => app.sql`update posts set ended_at = now() where official_id = ${id}`,
  ],
  [
    'with the duty to view alone',
    'duty-needed',
    (id: string) => app.sql`update posts set duties = '{view}' where official_id = ${id}`,
  ],
])('refuses the remaining rows of an official who is %s meanwhile', async (_how, code, change) => {
  const by = await official('Barasa');
  await post(by, 'Nakuru');
  const owner = await app.as('farmer');
  await newParcel(owner);
  const rows = [await newApplication(owner), await newApplication(owner), await newApplication(owner)];
  const { body } = await start(by, rows, { status: 'rejected', reason: 'No' });
  expect(await decideNext(app.services, body._id)).toBe(true);
  await change(by.user._id);
  await decideInBulk({ bulkId: body._id }, app.services);
  const stored = await app.sql<{ outcome: string; code: string | null }>`
    select outcome, problem ->> 'code' as code from bulk_decision_rows where bulk_id = ${body._id} order by place`;
  expect(stored).toEqual([
    { outcome: 'decided', code: null },
    { outcome: 'refused', code },
    { outcome: 'refused', code },
  ]);
  expect(await Promise.all(rows.map(({ _id }) => statusOf(_id)))).toEqual(['rejected', 'pending', 'pending']);
  expect((await auditEntries(app, body._id)).at(-1)).toMatchObject({
    action: 'bulk.end',
    after: { decided: 1, notDecided: 2 },
  });
});

it('decides only within the post, and shows no contents from elsewhere', async () => {
  const by = await official('Chepkoech');
  await post(by, 'Kericho');
  const [here, elsewhere] = [await app.as('farmer'), await app.as('farmer')];
  await newParcel(here, { location: { address: 'Belgut, Kericho County' }, county: 'Kericho' });
  await newParcel(elsewhere);
  const rows = [await newApplication(elsewhere), await newApplication(here)];
  const done = await decided(by, [...rows, { _id: newId(), revision: 1 }]);
  const hidden = { outcome: 'refused', name: null, amount: null, applicant: null };
  expect(done.rows).toMatchObject([hidden, { outcome: 'decided', name: 'Seed' }, hidden]);
  expect(await statusOf(rows[0]!._id)).toBe('pending');
});

it('records the first of two votes, which another official completes in a job of theirs', async () => {
  const [one, other] = [await official('Njeri'), await official('Kamau')];
  const { _id: programmeId } = await openProgramme(head, { amount: 1000, secondAbove: 50 });
  const rows = [await newApplication(farmer, { amount: 60, programmeId })];
  const first = await decided(one, rows);
  expect([outcomes(first), first.awaiting]).toEqual([['awaiting-second-approval'], 1]);
  expect(await statusOf(rows[0]!._id)).toBe('pending');
  // The same official cannot complete it.
  expect(outcomes(await decided(one, rows))).toEqual(['refused']);
  expect(outcomes(await decided(other, rows))).toEqual(['decided']);
  expect(await statusOf(rows[0]!._id)).toBe('approved');
});

it('runs one job per official, which only they can read and cancel', async () => {
  const [by, other] = [await official('Amina'), await official('Peter')];
  const rows = [await newApplication(farmer), await newApplication(farmer), await newApplication(farmer)];
  const { body } = await start(by, rows);
  expect(await start(by, rows)).toMatchObject({ status: 409, body: { code: 'bulk-running' } });
  expect(await decideNext(app.services, body._id)).toBe(true);
  const path = `/government/bulk-decisions/${body._id}`;
  for (const call of [`GET ${path}`, `POST ${path}/cancel`])
    expect((await other.send(call)).status).toBe(404);
  expect((await other.send<BulkDecision[]>('GET /government/bulk-decisions')).body).toEqual([]);

  const cancelled = await by.send<BulkDecision>(`POST ${path}/cancel`);
  expect(cancelled).toMatchObject({ status: 200, body: { cancelled: true, decided: 1, total: 3 } });
  expect((await by.send<Problem>(`POST ${path}/cancel`)).body.code).toBe('bulk-finished');
  await decideInBulk({ bulkId: body._id }, app.services);
  expect(outcomes(await results(by, body._id))).toEqual(['decided', null, null]);
  expect((await auditEntries(app, body._id)).map(({ action }) => action)).toEqual(['bulk.start', 'bulk.end']);
  // The next one may start, and the list shows both.
  expect((await start(by, rows.slice(1))).status).toBe(201);
  const { body: listed } = await by.send<BulkDecision[]>('GET /government/bulk-decisions');
  expect(listed.map(({ total }) => total)).toEqual([2, 3]);
});

it('two processes on one job decide each row once, and an abandoned job is resumed', async () => {
  const by = await official('Wafula');
  const rows: Row[] = [];
  for (let n = 0; n < 12; n += 1) rows.push(await newApplication(farmer));
  const { body } = await start(by, rows);
  expect(await decideNext(app.services, body._id)).toBe(true);
  // Its process was killed: the queued job is gone with it.
  await app.sql`delete from graphile_worker._private_jobs`;
  const queued = () => app.sql`select from graphile_worker._private_jobs`;
  await resumeBulkDecisions({}, app.services);
  expect(await queued()).toHaveLength(0);
  await app.sql`update bulk_decisions set worked_at = now() - interval '1 minute' where id = ${body._id}`;
  await resumeBulkDecisions({}, app.services);
  expect(await queued()).toHaveLength(1);
  const run = () => decideInBulk({ bulkId: body._id }, app.services);
  await Promise.all([run(), run(), run()]);
  expect(await results(by, body._id)).toMatchObject({ decided: 12, total: 12 });
  const entries = await app.sql<{ count: number }>`
    select count(*) as count from audit_log where after ->> 'bulkId' = ${body._id} group by entity_id`;
  expect(entries.map(({ count }) => count)).toEqual(rows.map(() => 1));
});

it('answers whether selected applications meet the rules, and leaves out those elsewhere and decided ones', async () => {
  const by = await official('Naliaka');
  await post(by, 'Kericho');
  const [here, traveller, elsewhere] = [
    await app.as('farmer'),
    await app.as('farmer'),
    await app.as('farmer'),
  ];
  const kericho = { location: { address: 'Belgut, Kericho County' }, county: 'Kericho' };
  const [small, large] = [
    await newParcel(here, { ...kericho, size: 2 }),
    await newParcel(here, { ...kericho, size: 6 }),
  ];
  const both = [
    (await newParcel(traveller, { ...kericho, size: 2 }))._id,
    (await newParcel(traveller, { size: 1 }))._id,
  ];
  await newParcel(elsewhere);
  const { _id: programmeId } = await openProgramme(head, {
    amount: 10_000,
    rules: { minAcres: 5, minScore: 95 },
  });
  const { _id: easy } = await openProgramme(head, { amount: 10_000, rules: { minAcres: 5 } });
  const { _id: there } = await openProgramme(head, { amount: 10_000, rules: { counties: ['Nakuru'] } });
  const apply = async (person: Person, fields: object) => (await newApplication(person, fields))._id;
  const free = await apply(here, {});
  const all = await apply(here, { programmeId });
  const named = await apply(here, { programmeId, parcelIds: [small._id] });
  const met = await apply(here, { programmeId: easy, parcelIds: [large._id] });
  const metElsewhere = await apply(traveller, { programmeId: there, parcelIds: both });
  const foreign = await apply(elsewhere, { programmeId });
  const decided = await apply(here, { programmeId });
  await manage(head, decided, { status: 'rejected', reason: 'No' });
  const ids = [free, all, named, met, metElsewhere, foreign, decided, programmeId, newId()];
  const path = 'GET /government/bulk-decisions/eligibility';
  const { body } = await by.send<BulkEligibility[]>(path, { query: { ids: ids.join(',') } });
  const byId = new Map(body.map((one) => [one._id, one]));
  expect(body).toHaveLength(5);
  const applicantOf = ({ user }: Person) => ({ _id: user._id, name: user.name });
  const applicant = applicantOf(here);
  expect(ids.slice(0, 5).map((id) => byId.get(id))).toEqual([
    { _id: free, applicant, meets: null, unmet: [] },
    { _id: all, applicant, meets: false, unmet: ['min-score'] },
    { _id: named, applicant, meets: false, unmet: ['min-acres', 'min-score'] },
    { _id: met, applicant, meets: true, unmet: [] },
    { _id: metElsewhere, applicant: applicantOf(traveller), meets: true, unmet: [] },
  ]);
  const many = Array.from({ length: MAX_ELIGIBILITY_IDS + 1 }, newId).join(',');
  for (const [refused, issue] of [
    [many, 'ids: too-many-items'],
    ['x', 'ids.0: invalid'],
  ] as const) {
    const { status, body: problem } = await by.send<Problem>(path, { query: { ids: refused } });
    expect([status, issuesOf(problem)]).toEqual([400, [issue]]);
  }
});

it('sends each second official one notice for all first votes of a job', async () => {
  const [by, other] = [await official('Muthoni'), await official('Odhiambo')];
  const { _id: programmeId } = await openProgramme(head, { amount: 10_000, secondAbove: 50 });
  const rows: Row[] = [];
  for (let n = 0; n < 4; n += 1) rows.push(await newApplication(farmer, { amount: 60, programmeId }));
  const { body } = await start(by, rows);
  for (const _row of rows) await decideNext(app.services, body._id);
  // An edit ends the vote on it.
  await farmer.send(`PUT /subsidies/${rows[3]!._id}`, { body: { amount: 70 } });
  const told = () =>
    app.sql<{ user_id: string; kind: string; count: number; link: string }>`
      select user_id, kind, (details ->> 'count')::int as count, link from notices
      where kind like 'second-approval%' and details ->> 'official' = 'Muthoni'`;
  expect(await told()).toEqual([]);
  await decideInBulk({ bulkId: body._id }, app.services);
  await decideInBulk({ bulkId: body._id }, app.services);
  const notices = await told();
  const recipients = notices.map(({ user_id }) => user_id);
  expect(new Set(recipients).size).toBe(recipients.length);
  expect(recipients).toContain(head.user._id);
  expect(recipients).not.toContain(by.user._id);
  for (const notice of notices)
    expect(notice).toMatchObject({ kind: 'second-approvals', count: 3, link: '/queue?view=approval' });
  const { body: read } = await head.send<{ title: string; body: string }[]>('GET /notices');
  expect(read[0]).toMatchObject({
    title: 'A second official is needed: 3 applications',
    body: 'Muthoni has approved them. Your decision completes them.',
  });
  // The second votes complete them: there is nothing to notify of, also when the job is stopped.
  const { body: second } = await start(other, rows.slice(0, 2));
  await decideNext(app.services, second._id);
  await other.send(`POST /government/bulk-decisions/${second._id}/cancel`);
  expect(await app.sql`select from notices where details ->> 'official' = 'Odhiambo'`).toEqual([]);
});

it('names every fault of the input on its field', async () => {
  const row = { _id: newId(), revision: 1 };
  const misspelt = { status: 'rejected', reason: 'No, {famer}', reasonSw: 'Hapana' };
  expect(issuesOf((await start(head, [row], misspelt)).body)).toEqual(['reason: placeholder']);
  const swahili = { ...misspelt, reason: 'No, {farmer}', reasonSw: 'Hapana, {mkulima}' };
  expect(issuesOf((await start(head, [row], swahili)).body)).toEqual(['reasonSw: placeholder']);
  const many = Array.from({ length: MAX_BULK_DECISIONS + 1 }, () => ({ _id: newId(), revision: 1 }));
  for (const [rows, issue] of [
    [[], 'rows: too-small'],
    [[row, row], 'rows: repeated'],
    [many, 'rows: too-many-items'],
  ] as const) {
    const { status, body } = await start(head, [...rows]);
    expect([status, issuesOf(body)]).toEqual([400, [issue]]);
  }
});

it('fills the placeholders of its reason for each application, and refuses one that has no such value', async () => {
  const by = await official('Barasa');
  const { _id: programmeId } = await openProgramme(head, { name: 'Drip kits', amount: 10_000 });
  const own = await newApplication(farmer, { name: 'Kit', amount: 600, programmeId });
  const free = await newApplication(farmer, { name: 'Pump', amount: 500 });
  const done = await decided(by, [own, free], {
    status: 'rejected',
    reason: '{farmer}, {programme} has no budget for {application} ({amount}). {office}, {official}',
    reasonSw: '{farmer}, {programme} haina fedha. {office}',
  });
  expect(done.rows).toMatchObject([
    { outcome: 'decided' },
    {
      outcome: 'refused',
      message:
        'The reason contains “programme”, and this application has no such detail. Decide it with its own reason.',
    },
  ]);
  const { body } = await farmer.send<Application>(`GET /subsidies/${own._id}`);
  expect(body).toMatchObject({
    reason: 'Wanjiku, Drip kits has no budget for Kit (KES 600). the national office, Barasa',
    reasonSw: 'Wanjiku, Drip kits haina fedha. ofisi ya kitaifa',
  });
  const notices = await farmer.send<{ body: string }[]>('GET /notices', {
    headers: { 'accept-language': 'sw' },
  });
  expect(notices.body[0]!.body).toContain('Drip kits haina fedha');
  expect(await statusOf(free._id)).toBe('pending');
});

it('tells nothing of an application elsewhere, or decided meanwhile, by the placeholders of the reason', async () => {
  const by = await official('Jelimo');
  await post(by, 'Kericho');
  const [here, elsewhere] = [await app.as('farmer'), await app.as('farmer')];
  await newParcel(here, { location: { address: 'Belgut, Kericho County' }, county: 'Kericho' });
  await newParcel(elsewhere);
  const [foreign, known] = [await newApplication(elsewhere), await newApplication(here)];
  const { body } = await start(by, [foreign, { _id: newId(), revision: 1 }, known], {
    status: 'rejected',
    reason: '{programme} has no budget',
  });
  await manage(head, known._id, { status: 'approved' });
  await decideInBulk({ bulkId: body._id }, app.services);
  const stored = await app.sql`
    select outcome, problem ->> 'code' as code from bulk_decision_rows where bulk_id = ${body._id} order by place`;
  expect(stored).toEqual([
    { outcome: 'refused', code: 'not-found' },
    { outcome: 'refused', code: 'not-found' },
    { outcome: 'changed', code: 'subsidy-decided' },
  ]);
});
