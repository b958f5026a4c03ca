/** Approval limits, and thresholds per farmer and programme over twelve months. */
import type {
  Application,
  ApprovalRequirements,
  BulkDecision,
  DecidedSubsidy,
  OwnPost,
  Post,
  Problem,
} from '@ardhi/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { beforeTests, issuesOf, PASSWORD, type Person, testApp } from '../../../test/app.ts';
import { manage, newApplication, newProgramme, openProgramme } from '../../../test/subsidies.ts';
import { runAdmin } from '../../accounts/officials/admin.ts';
import { decideInBulk } from './bulk.ts';

const app = testApp({ APPROVAL_LIMIT: '1000' });
// The first official has no limit, but decides alone only up to the default.
const head = beforeTests(() => app.as('government', 'Achieng'));
const peter = beforeTests(() => app.as('government', 'Peter'));
const otieno = beforeTests(() => app.as('government', 'Otieno'));
beforeAll(async () => {
  await confirm(head);
});

const confirm = (person: Person) => person.send('POST /auth/confirm', { body: { password: PASSWORD } });
const approve = (person: Person, id: string) =>
  manage<DecidedSubsidy & Problem>(person, id, { status: 'approved' });
const outcome = async (person: Person, id: string) => {
  const { body } = await approve(person, id);
  return body.outcome ?? body.code;
};
const requirements = async (person: Person, id: string) =>
  (await person.send<ApprovalRequirements>(`GET /government/subsidies/${id}/approval`)).body;
const apply = async (farmer: Person, amount: number, fields: object = {}) =>
  (await newApplication(farmer, { amount, ...fields }))._id;
const assign = (by: Person, official: Person, fields: object) =>
  by.send<Post & Problem>('POST /government/posts', {
    body: { email: official.user.email, duties: ['view', 'decide'], ...fields },
  });

const DECIDED = 'decided';
const AWAITING = 'awaiting-second-approval';

describe('an approval above the limit', () => {
  it('needs a second official, and one of the two must have a limit that covers it', async () => {
    const farmer = await app.as('farmer');
    const within = await apply(farmer, 1000);
    expect(await requirements(peter, within)).toMatchObject({ reason: null, limit: 1000, covered: true });
    expect(await outcome(peter, within)).toBe(DECIDED);

    const large = await apply(await app.as('farmer'), 1000.01);
    expect(await requirements(peter, large)).toMatchObject({
      reason: 'limit',
      limit: 1000,
      total: 1000.01,
      covered: false,
    });
    expect(await outcome(peter, large)).toBe(AWAITING);
    expect((await requirements(peter, large)).refusal).toMatch(/^You have already recorded your decision/);
    expect(await outcome(peter, large)).toBe('mark-given');
    // Neither covers it.
    expect(await outcome(otieno, large)).toBe(AWAITING);
    const { body } = await head.send<DecidedSubsidy[]>('GET /subsidies/admin/all', {
      query: { status: 'pending', kind: 'application' },
    });
    expect(body.find(({ _id }) => _id === large)).toMatchObject({
      needsTwo: true,
      marks: [{ by: { name: 'Peter' } }, { by: { name: 'Otieno' } }],
    });
    expect(await requirements(head, large)).toMatchObject({ reason: null, refusal: null, firstBy: 'Peter' });
    const decided = await approve(head, large);
    expect(decided.body).toMatchObject({ status: 'approved', outcome: DECIDED, decidedBy: 'Achieng' });
    expect(decided.body.marks.map(({ by }) => by.name)).toEqual(['Peter', 'Achieng']);
  });

  it('is not decided alone in a bulk decision either, which decides the others', async () => {
    const rows: Application[] = [];
    for (const amount of [600, 1000.01, 700])
      rows.push(await newApplication(await app.as('farmer'), { amount }));
    const bulk = async (selected: typeof rows) => {
      const { body } = await peter.send<BulkDecision>('POST /government/bulk-decisions', {
        body: { status: 'approved', rows: selected.map(({ _id, revision }) => ({ _id, revision })) },
      });
      await decideInBulk({ bulkId: body._id }, app.services);
      return app.sql`
        select outcome, problem ->> 'code' as code from bulk_decision_rows where bulk_id = ${body._id} order by place`;
    };
    const decided = { outcome: DECIDED, code: null };
    expect(await bulk(rows)).toEqual([decided, { outcome: AWAITING, code: null }, decided]);
    const [, large] = rows;
    const further = await newApplication(await app.as('farmer'), { amount: 800 });
    expect(await bulk([large!, further])).toEqual([{ outcome: 'refused', code: 'mark-given' }, decided]);
    expect(await app.row`select status from subsidies where id = ${large!._id}`).toEqual({
      status: 'pending',
    });
    expect(await app.sql`select from limit_uses where subsidy_id = ${large!._id}`).toEqual([]);
  });

  it('is never decided alone by the first official, but covered by them', async () => {
    const id = await apply(await app.as('farmer'), 5000);
    expect(await requirements(head, id)).toMatchObject({ reason: 'limit', limit: 1000, covered: true });
    expect(await outcome(head, id)).toBe(AWAITING);
    expect(await outcome(peter, id)).toBe(DECIDED);
    expect(await app.row`select official_id from limit_uses where subsidy_id = ${id}`).toEqual({
      official_id: head.user._id,
    });
  });

  it('is not covered alone by an official whom the assigner of the limit let in', async () => {
    const { body } = await head.send<{ code: string }>('POST /government/invitations', { body: {} });
    const puppet = await app.as('government', 'Puppet', { invitation: body.code });
    await assign(head, puppet, { limit: 500_000 });
    const id = await apply(await app.as('farmer'), 400_000);
    expect(await requirements(puppet, id)).toMatchObject({ reason: 'limit', limit: 1000, covered: true });
    expect(await outcome(puppet, id)).toBe(AWAITING);
    expect(await outcome(head, id)).toBe('marks-of-friends');
    expect(await outcome(peter, id)).toBe(DECIDED);
  });

  it('is rejected by one official, and the vote to approve is dropped', async () => {
    const id = await apply(await app.as('farmer'), 5000);
    await approve(peter, id);
    const { body } = await manage(otieno, id, { status: 'rejected', reason: 'No' });
    expect(body).toMatchObject({ status: 'rejected', marks: [] });
  });

  it('loses its vote when the farmer edits it', async () => {
    const farmer = await app.as('farmer');
    const id = await apply(farmer, 5000);
    await approve(head, id);
    await farmer.send(`PUT /subsidies/${id}`, { body: { amount: 500_000_000 } });
    expect(await outcome(peter, id)).toBe(AWAITING);
  });

  it('cannot be split into several applications within twelve months', async () => {
    const farmer = await app.as('farmer');
    const [first, second, third] = [
      await apply(farmer, 600),
      await apply(farmer, 600),
      await apply(farmer, 600),
    ];
    expect(await outcome(peter, first)).toBe(DECIDED);
    expect(await outcome(otieno, second)).toBe(AWAITING);
    expect(await requirements(otieno, third)).toMatchObject({ reason: 'limit', total: 1200 });
    // Another programme has its own sum.
    const programmeId = (await openProgramme(head, { amount: 1000 }))._id;
    expect(await outcome(otieno, await apply(farmer, 600, { programmeId }))).toBe(DECIDED);
    await app.sql`update subsidies set decided_at = now() - interval '13 months' where id = ${first}`;
    expect(await outcome(otieno, third)).toBe(DECIDED);
  });

  it('applies to a programme and to a raise of its budget', async () => {
    const { _id } = await newProgramme(peter, { amount: 40_000 });
    expect(await outcome(peter, _id)).toBe(AWAITING);
    expect(await outcome(head, _id)).toBe(DECIDED);
    const small = (await openProgramme(peter, { amount: 1000 }))._id;
    expect(issuesOf((await manage(peter, small, { amount: 40_000 })).body)).toEqual([
      'amount: budget-above-limit',
    ]);

    // A raise counts towards the month.
    const monthly = await app.as('government', 'Monthly');
    await assign(head, monthly, { limit: 1000, monthLimit: 900 });
    const raised = (await openProgramme(monthly, { amount: 500 }))._id;
    expect((await manage(monthly, raised, { amount: 800 })).status).toBe(200);
    expect(issuesOf((await manage(monthly, raised, { amount: 901 })).body)).toEqual([
      'amount: budget-above-month',
    ]);
    expect(await outcome(monthly, await apply(await app.as('farmer'), 101))).toBe(AWAITING);
    expect(await outcome(monthly, await apply(await app.as('farmer'), 100))).toBe(DECIDED);
  });
});

describe('the threshold of a programme', () => {
  it('compares with what the farmer was granted from it in twelve months', async () => {
    const programmeId = (await openProgramme(head, { amount: 1000, secondAbove: 100 }))._id;
    const farmer = await app.as('farmer');
    const ids = await Promise.all(Array.from({ length: 3 }, () => apply(farmer, 50, { programmeId })));
    expect(await outcome(peter, ids[0]!)).toBe(DECIDED);
    expect(await outcome(peter, ids[1]!)).toBe(DECIDED);
    expect(await requirements(peter, ids[2]!)).toMatchObject({ reason: 'threshold', total: 150 });
    const first = await approve(peter, ids[2]!);
    expect(first.body).toMatchObject({ needsTwo: true, outcome: AWAITING });
    expect(await outcome(otieno, ids[2]!)).toBe(DECIDED);
    // Another farmer has their own sum.
    expect(await outcome(peter, await apply(await app.as('farmer'), 50, { programmeId }))).toBe(DECIDED);
  });
});

describe('limits of a post', () => {
  it('replace the default, per decision and per month', async () => {
    const official = await app.as('government', 'Njeri');
    const { body } = await assign(head, official, { limit: 5000, monthLimit: 6000 });
    expect(body).toMatchObject({ limit: 5000, monthLimit: 6000 });
    expect(await outcome(official, await apply(await app.as('farmer'), 5000))).toBe(DECIDED);
    const next = await apply(await app.as('farmer'), 1000.5);
    expect(await requirements(official, next)).toMatchObject({
      reason: 'month',
      monthLimit: 6000,
      monthApproved: 5000,
    });
    expect(await outcome(official, next)).toBe(AWAITING);
    expect(await outcome(peter, next)).toBe(AWAITING);
    expect(await outcome(head, next)).toBe(DECIDED);
    const own = await official.send<{ posts: OwnPost[]; limits: object }>('GET /government/posts/own');
    expect(own.body).toMatchObject({
      posts: [{ limit: 5000, monthLimit: 6000 }],
      limits: { alone: 5000, month: 6000, approvedThisMonth: 5000 },
    });
    // Approvals of last month no longer count.
    await app.sql`update limit_uses set used_at = now() - interval '32 days' where official_id = ${official.user._id}`;
    expect(await outcome(official, await apply(await app.as('farmer'), 5000))).toBe(DECIDED);
  });

  it('are at most those of the official who assigns it, also by invitation', async () => {
    const manager = await app.as('government', 'Mwangi');
    const duties = ['view', 'decide', 'manage'];
    await assign(head, manager, { county: 'Nakuru', duties, limit: 500, monthLimit: 2000 });
    await confirm(manager);
    const clerk = await app.as('government', 'Clerk');
    await assign(head, clerk, { county: 'Kericho' });
    const refused = async (fields: object) =>
      issuesOf((await assign(manager, clerk, { county: 'Nakuru', ...fields })).body);
    expect(await refused({ limit: 501 })).toEqual(['limit: above-own-limit']);
    expect(await refused({ limit: 500, monthLimit: 2001 })).toEqual(['monthLimit: above-own-limit']);
    const inherited = { limit: 500, monthLimit: 2000 };
    expect((await assign(manager, clerk, { county: 'Nakuru' })).body).toMatchObject(inherited);
    const { body } = await manager.send<{ code: string }>('POST /government/invitations', { body: {} });
    const invited = await app.as('government', 'Invited', { invitation: body.code });
    const own = await invited.send<{ posts: OwnPost[] }>('GET /government/posts/own');
    expect(own.body.posts).toMatchObject([inherited]);
    // A manager with the default limit grants at most the default.
    const deputy = await app.as('government', 'Deputy');
    await assign(head, deputy, { duties });
    await confirm(deputy);
    expect(issuesOf((await assign(deputy, peter, { limit: 1000.01 })).body)).toEqual([
      'limit: above-own-limit',
    ]);
  });

  it('can be set by the operator, whose first national post has none', async () => {
    const [chief, second] = [await app.as('government', 'Chief'), await app.as('government', 'Second')];
    const post = (...args: string[]) => runAdmin(app.connectionString, app.env, ['post', ...args]);
    expect(await post(chief.user.email, 'country', 'view,decide')).toEqual([
      `${chief.user.email} has a post: country, view, decide`,
    ]);
    expect((await post(second.user.email, 'country', 'view,decide', '--limit', '700000'))[0]).toContain(
      'limit KES 700,000',
    );
    await expect(post(second.user.email, 'country', 'view', '--limit', 'much')).rejects.toThrow('use:');
    const id = await apply(await app.as('farmer'), 500_000_000);
    expect(await requirements(chief, id)).toMatchObject({ limit: 1000, covered: true });
    expect(await requirements(second, id)).toMatchObject({ limit: 700_000, covered: false });
    expect(await outcome(second, await apply(await app.as('farmer'), 700_000))).toBe(DECIDED);
  });
});

it('48 concurrent decisions exceed neither a limit, a monthly limit nor a threshold', async () => {
  const officials = await Promise.all(Array.from({ length: 4 }, () => app.as('government')));
  const monthly = await app.as('government');
  await assign(head, monthly, { limit: 1000, monthLimit: 500 });
  const farmer = await app.as('farmer');
  const others = await Promise.all(Array.from({ length: 16 }, () => app.as('farmer')));
  const programmeId = (await openProgramme(head, { amount: 1000, secondAbove: 500 }))._id;
  const sixteen = (amount: number, fields: object = {}) =>
    Promise.all(Array.from({ length: 16 }, () => apply(farmer, amount, fields)));
  const [free, ofProgramme] = [await sixteen(200), await sixteen(90, { programmeId })];
  const ofMonth = await Promise.all(others.map((one) => apply(one, 100)));

  const decide = (ids: string[], by: Person[]) => ids.map((id, index) => outcome(by[index % by.length]!, id));
  const outcomes = await Promise.all([
    ...decide(free, officials),
    ...decide(ofProgramme, officials),
    ...decide(ofMonth, [monthly]),
  ]);
  expect(new Set(outcomes)).toEqual(new Set([DECIDED, AWAITING]));
  const granted = async (ids: string[]) =>
    (
      await app.row<{ cents: number }>`
        select sum(amount_cents)::bigint as cents from subsidies where id = any(${ids}) and status = 'approved'`
    ).cents;
  expect(await granted(free)).toBe(100_000);
  expect(await granted(ofProgramme)).toBe(45_000);
  expect(await granted(ofMonth)).toBe(50_000);
  const uses =
    await app.sql`select from limit_uses where subsidy_id = any(${[...free, ...ofProgramme, ...ofMonth]})`;
  expect(uses).toHaveLength(5 + 5 + 5);
});

describe('without a default limit', () => {
  const bare = testApp();
  const official = beforeTests(() => bare.as('government'));

  it('one official approves any amount, and only the case shows that they rejected it before', async () => {
    const programme = await openProgramme(official, { amount: 40_000_000 });
    expect(programme.status).toBe('approved');
    const farmer = await bare.as('farmer');
    expect(await outcome(official, await apply(farmer, 39_000_000, { programmeId: programme._id }))).toBe(
      DECIDED,
    );
    expect(await outcome(official, await apply(farmer, 500_000_000))).toBe(DECIDED);
    const reopened = await reopenedAfter(official, await bare.as('government'), farmer);
    expect(await requirements(official, reopened)).toMatchObject({ reason: null, rejectedBefore: true });
    expect(await outcome(official, reopened)).toBe(DECIDED);
  });
});

describe('where two officials are required', () => {
  const strict = testApp({ REQUIRE_SECOND_OFFICIAL: 'true', APPROVAL_LIMIT: '1000' });
  const first = beforeTests(() => strict.as('government', 'First'));
  const author = beforeTests(() => strict.as('government'));
  const second = beforeTests(() => strict.as('government'));

  it('a programme is approved by an official in a national post, with its author as the other one', async () => {
    const clerk = await strict.as('government');
    await confirm(first);
    await assign(first, clerk, { county: 'Nakuru' });
    const { _id } = await newProgramme(author, { amount: 40_000 });
    expect((await requirements(author, _id)).refusal).toMatch(/^Another official has to decide this: you/);
    expect(await outcome(author, _id)).toBe('second-official');
    // Neither the author nor this official covers it.
    expect(await outcome(second, _id)).toBe(AWAITING);
    expect(await outcome(first, _id)).toBe(DECIDED);

    const colleague = await strict.as('government');
    await assign(first, colleague, { county: 'Nakuru' });
    const ofCounty = (await newProgramme(clerk, { amount: 100 }))._id;
    const { body } = await approve(colleague, ofCounty);
    expect(body).toMatchObject({ code: 'programme-national', message: expect.stringContaining('First') });
    expect(await outcome(second, ofCounty)).toBe(DECIDED);
    const large = (await newProgramme(first, { amount: 40_000 }))._id;
    // The author covers it.
    expect(await requirements(second, large)).toMatchObject({ reason: null, firstBy: null, refusal: null });
    expect(await outcome(second, large)).toBe(DECIDED);
    // An author who can no longer decide covers nothing.
    await confirm(first);
    const promoted = await strict.as('government', 'Promoted');
    await assign(first, promoted, { limit: 50_000 });
    const orphaned = (await newProgramme(promoted, { amount: 40_000 }))._id;
    await strict.sql`update posts set ended_at = now() where official_id = ${promoted.user._id}`;
    expect(await requirements(second, orphaned)).toMatchObject({ reason: 'limit', covered: false });
    expect(await outcome(second, orphaned)).toBe(AWAITING);
  });

  it('an official who loosens the threshold of a programme does not approve it', async () => {
    const { _id } = await newProgramme(author, { amount: 900, secondAbove: 100 });
    expect((await manage(second, _id, { secondAbove: null })).status).toBe(200);
    expect(await outcome(second, _id)).toBe('second-official');
    expect(await outcome(first, _id)).toBe(DECIDED);
  });

  it('an application reopened by an appeal is decided by an official who did not reject it', async () => {
    const farmer = await strict.as('farmer');
    const id = await reopenedAfter(author, second, farmer);
    for (const status of ['approved', 'rejected'])
      expect((await manage<Problem>(author, id, { status, reason: 'Again' })).body).toMatchObject({
        code: 'appeal-same-official',
        message: expect.stringMatching(/could decide: .*First/),
      });
    const [name, host] = author.user.email.split('@');
    const twin = await strict.as('government', 'Twin', { email: `${name}+2@${host}` });
    expect(await outcome(twin, id)).toBe('appeal-same-official');
    expect(await outcome(second, id)).toBe(DECIDED);
  });
});

/** Rejected by one official; another upholds the appeal. Returns the new application. */
async function reopenedAfter(rejecter: Person, upholder: Person, farmer: Person): Promise<string> {
  const id = await apply(farmer, 100);
  await manage(rejecter, id, { status: 'rejected', reason: 'No' });
  await farmer.send(`POST /subsidies/${id}/appeal`, { body: { reason: 'Look again' } });
  const { body: appeals } =
    await upholder.send<{ _id: string; application: { _id: string } }[]>('GET /government/appeals');
  const { _id } = appeals.find(({ application }) => application._id === id)!;
  const { body } = await upholder.send<{ newApplicationId: string }>(`PUT /government/appeals/${_id}`, {
    body: { status: 'upheld', answer: 'Yes' },
  });
  return body.newApplicationId;
}
