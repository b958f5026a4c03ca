/** Four-eyes approval: two independent officials vote on the same revision. */
import type {
  Appeal,
  Application,
  ApprovalRequirements,
  DecidedSubsidy,
  OfficialOverlap,
  Problem,
  SubsidyDossier,
} from '@ardhi/contract';
import { expect, it } from 'vitest';
import { beforeTests, type Person, testApp } from '../../../test/app.ts';
import { auditEntries } from '../../../test/audit.ts';
import { rectangle, setBoundary } from '../../../test/boundaries.ts';
import { newParcel } from '../../../test/land.ts';
import { insertParcel } from '../../../test/parcels.ts';
import { insertPost } from '../../../test/posts.ts';
import { manage, newApplication, openProgramme } from '../../../test/subsidies.ts';

const app = testApp();
const farmer = beforeTests(() => app.as('farmer', 'Wanjiku'));
const amina = beforeTests(() => app.as('government', 'Amina'));
const peter = beforeTests(() => app.as('government', 'Peter'));
const otieno = beforeTests(() => app.as('government', 'Otieno'));

const put = manage<DecidedSubsidy & Problem>;
const approve = (person: Person, id: string, reason?: string) =>
  put(person, id, { status: 'approved', reason });

async function programme(amount = 10_000, secondAbove: number | null = 1000): Promise<string> {
  const open = await openProgramme(amina, { amount, secondAbove });
  expect(open).toMatchObject({ status: 'approved', secondAbove });
  return open._id;
}

const apply = async (programmeId: string, amount = 2000) =>
  (await newApplication(farmer, { amount, programmeId }))._id;

const approvedOf = (programmeId: string) =>
  app.row`select approved_cents from subsidies where id = ${programmeId}`;

it('stores amount, result of the rules and both approvals in the audit entry of the decision', async () => {
  const { _id: programmeId } = await openProgramme(amina, {
    amount: 10_000,
    secondAbove: 1000,
    rules: { minAcres: 5 },
  });
  const [id, small] = [await apply(programmeId), await apply(programmeId, 10)];
  // One official alone: the actor of the entry.
  await put(amina, small, { status: 'rejected', reason: 'No' });
  const alone = (await auditEntries(app, small)).at(-1)!;
  expect(alone).toMatchObject({ action: 'subsidy.reject', after: { amountCents: 1000, meetsRules: false } });
  expect(alone.after).not.toHaveProperty('approvals');

  for (const official of [peter, amina]) await approve(official, id);
  expect((await auditEntries(app, id)).at(-1)).toMatchObject({
    action: 'subsidy.approve',
    after: {
      status: 'approved',
      amountCents: 200_000,
      meetsRules: false,
      approvals: [
        { officialId: peter.user._id, name: 'Peter', at: expect.any(String) },
        { officialId: amina.user._id, name: 'Amina', at: expect.any(String) },
      ],
    },
  });
});

it('requires two officials above the amount, and one below it', async () => {
  const programmeId = await programme();
  const small = await apply(programmeId, 1000);
  expect((await approve(amina, small)).body).toMatchObject({
    status: 'approved',
    needsTwo: false,
    outcome: 'decided',
  });

  const id = await apply(programmeId);
  const first = await approve(amina, id, 'Complete');
  expect(first).toMatchObject({
    status: 200,
    body: { status: 'pending', needsTwo: true, outcome: 'awaiting-second-approval' },
  });
  expect(first.body.marks).toMatchObject([{ by: { name: 'Amina' }, status: 'approved' }]);
  expect((await farmer.send<Application>(`GET /subsidies/${id}`)).body).not.toHaveProperty('marks');
  expect(await approvedOf(programmeId)).toEqual({ approved_cents: 100_000 });
  expect(await approve(amina, id)).toMatchObject({ status: 409, body: { code: 'mark-given' } });

  // A disagreeing vote is stored too; a third official completes the pair with the vote they agree with.
  expect((await put(peter, id, { status: 'rejected', reason: 'Too dear' })).body.marks).toHaveLength(2);
  const done = await approve(otieno, id);
  expect(done.body).toMatchObject({ status: 'approved', decidedBy: 'Otieno', reason: 'Complete' });
  expect(done.body.marks.map(({ by }) => by.name)).toEqual(['Amina', 'Otieno']);
  expect(await approvedOf(programmeId)).toEqual({ approved_cents: 300_000 });
  const { body } = await amina.send<SubsidyDossier>(`GET /government/subsidies/${id}`);
  expect(body.timeline.map(({ event, by }) => `${event} ${by}`)).toEqual([
    'apply Wanjiku',
    'mark-approve Amina',
    'mark-reject Peter',
    'approve Otieno',
  ]);
});

it('a first vote is announced to the officials who can give the second one, of the other level if both decide', async () => {
  const county = await app.as('farmer', 'Njambi');
  await insertParcel(app.db, county.user._id, { county: 'Meru' });
  const [first, neighbour, national] = await Promise.all(
    ['Meru', 'Meru', ''].map(async (place, index) => {
      const person = await app.as('government', `Voter ${index}`);
      await insertPost(app, person, place);
      return person;
    }),
  );
  const programmeId = await programme();
  const id = (await newApplication(county, { amount: 2000, programmeId }))._id;
  const requirements = await first!.send<ApprovalRequirements>(`GET /government/subsidies/${id}/approval`);
  expect(requirements.body).toMatchObject({ reason: 'threshold', secondLevel: 'country', refusal: null });
  await approve(first!, id);
  const told = await app.sql<{ user_id: string; link: string }>`
    select user_id, link from notices where kind = 'second-approval' and link like ${`%${id}`}`;
  const ids = told.map(({ user_id }) => user_id);
  expect(ids).toContain(national!.user._id);
  expect(ids).not.toContain(first!.user._id);
  expect(ids).not.toContain(neighbour!.user._id);
  expect(told[0]!.link).toBe(`/queue?view=approval&case=${id}`);
  // Other tests have other levels.
  await app.sql`delete from posts`;
});

it('says before the click that the budget does not cover an approval, and that the rules are not met', async () => {
  const open = await openProgramme(amina, { amount: 100, rules: { minAcres: 50 } });
  const id = await apply(open._id, 101);
  const { body } = await peter.send<ApprovalRequirements>(`GET /government/subsidies/${id}/approval`);
  const refused = await approve(peter, id);
  expect(refused).toMatchObject({ status: 409, body: { code: 'budget-exceeded' } });
  expect(body).toMatchObject({ refusal: refused.body.message, meets: false });
});

it('a vote expires when application, programme or voter changes, and the limit for two cannot be raised', async () => {
  const programmeId = await programme();
  const id = await apply(programmeId);
  await approve(amina, id);
  await farmer.send(`PUT /subsidies/${id}`, { body: { amount: 2500 } });
  const afterEdit = await approve(peter, id);
  expect(afterEdit.body.marks.map(({ by }) => by.name)).toEqual(['Peter']);

  expect(await put(otieno, programmeId, { secondAbove: 5000 })).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'secondAbove' }] },
  });
  expect((await put(otieno, programmeId, { secondAbove: null })).status).toBe(400);
  const edited = await put(otieno, programmeId, { secondAbove: 500 });
  expect(edited.status).toBe(200);
  expect(edited.body).not.toHaveProperty('outcome');
  const afterProgramme = await approve(amina, id);
  expect(afterProgramme.body).toMatchObject({ status: 'pending', marks: [{ by: { name: 'Amina' } }] });

  const leaving = await app.as('government', 'Leaving');
  const other = await apply(programmeId);
  await approve(leaving, other);
  await app.sql`update users set suspended_at = now() where id = ${leaving.user._id}`;
  expect((await approve(peter, other)).body.status).toBe('pending');
  expect((await approve(amina, other)).body.status).toBe('approved');
});

it('refuses two officials if one invited the other or reset their account, in either order', async () => {
  const programmeId = await programme();
  const friend = await app.as('government', 'Friend');
  await app.sql`
    insert into account_grants (user_id, given_by, kind) values (${friend.user._id}, ${peter.user._id}, 'invitation')`;
  for (const [one, other] of [
    [peter, friend],
    [friend, peter],
  ] as const) {
    const id = await apply(programmeId);
    await approve(one, id);
    expect(await approve(other, id)).toMatchObject({ status: 403, body: { code: 'marks-of-friends' } });
    expect((await approve(otieno, id)).body.status).toBe('approved');
  }
});

it('refuses officials who are connected through others or by a mailbox, and names who could approve', async () => {
  const programmeId = await programme();
  const letIn = (giver: Person, ...people: Person[]) =>
    app.sql`insert into account_grants (user_id, given_by, kind)
      select id, ${giver.user._id}, 'invitation' from unnest(${people.map(({ user }) => user._id)}::uuid[]) as id`;
  const official = (name: string) => app.as('government', name);
  const [top, middle, bottom] = [await official('Top'), await official('Middle'), await official('Bottom')];
  const sibling = await official('Sibling');
  await letIn(top, middle, sibling);
  await letIn(middle, bottom);
  const [one, other] = [await official('One'), await official('Other')];
  await letIn(one, other);
  await letIn(other, one);
  const mailbox = await app.as('government', 'Mailbox', { email: 'chief@gov.example' });
  const tagged = await app.as('government', 'Tagged', { email: 'Chief+2@gov.example' });

  for (const [first, second] of [
    [top, bottom],
    [bottom, top],
    [middle, sibling],
    [sibling, bottom],
    [one, other],
    [mailbox, tagged],
  ] as const) {
    const id = await apply(programmeId);
    await approve(first, id);
    const { status, body } = await approve(second, id);
    expect([status, body.code]).toEqual([403, 'marks-of-friends']);
    expect(body.message).toMatch(/These officials could decide: Amina, .*\.$/);
    expect(body.message).not.toMatch(new RegExp(`: .*(${first.user.name}|${second.user.name})\\b`));
  }
  const id = await apply(programmeId);
  await approve(top, id);
  expect((await approve(otieno, id)).body.status).toBe('approved');
});

it('an official who reset a farmer’s password decides nothing of the farmer for 90 days', async () => {
  const victim = await app.as('farmer', 'Chebet');
  const twin = await app.as('government', 'Twin', { email: 'peter+two@gov.example' });
  await app.sql`update users set email = 'peter@gov.example' where id = ${peter.user._id}`;
  const reset = (days: number) => app.sql`
    insert into account_grants (user_id, given_by, kind, at)
    values (${victim.user._id}, ${peter.user._id}, 'reset', now() - make_interval(days => ${days}))
    on conflict (user_id, given_by, kind) do update set at = excluded.at`;
  const { _id: id } = await newApplication(victim, { amount: 50 });
  const { _id: rejected } = await newApplication(victim, { amount: 60 });
  await put(amina, rejected, { status: 'rejected', reason: 'Too late' });
  await victim.send(`POST /subsidies/${rejected}/appeal`, { body: { reason: 'Look again' } });
  const { body: appeals } = await otieno.send<{ _id: string }[]>('GET /government/appeals');
  const attempts = (person: Person) => [
    approve(person, id),
    put(person, id, { status: 'rejected', reason: 'No' }),
    person.send<Problem>(`POST /government/subsidies/${id}/return`, {
      body: { fields: ['amount'], reason: 'Correct it' },
    }),
    person.send<Problem>(`PUT /government/appeals/${appeals[0]!._id}`, {
      body: { status: 'upheld', answer: 'Fine' },
    }),
  ];
  await reset(1);
  app.env.requireSecondOfficial = true;
  try {
    for (const person of [peter, twin])
      for (const [index, { status, body }] of (await Promise.all(attempts(person))).entries()) {
        expect([status, body.code]).toEqual([403, 'reset-recently']);
        // Amina may decide the application, but not the appeal against her own decision.
        expect(body.message).toMatch(index < 3 ? /could decide: Amina, / : /could decide: (?!.*Amina)/);
        expect(body.message).not.toMatch(/: .*(Peter|Twin)/);
      }
    // The same for an official who applies as a farmer with another address of their mailbox.
    const alias = await app.as('farmer', 'Alias', { email: 'peter+farm@gov.example' });
    const { _id: own } = await newApplication(alias, { amount: 40 });
    expect(await approve(peter, own)).toMatchObject({ status: 403, body: { code: 'own-application' } });
    await reset(91);
    expect((await put(peter, id, { status: 'rejected', reason: 'No' })).body.status).toBe('rejected');
  } finally {
    app.env.requireSecondOfficial = false;
  }
  // On a bare start the case only shows it.
  await reset(2);
  const { _id: later } = await newApplication(victim, { amount: 70 });
  const dossier = (person: Person) => person.send<SubsidyDossier>(`GET /government/subsidies/${later}`);
  expect((await dossier(peter)).body.warnings?.resetAt).toEqual(expect.any(String));
  expect((await dossier(otieno)).body.warnings?.resetAt).toBeNull();
  expect((await approve(peter, later)).body.status).toBe('approved');
});

it('the same for officials who are not independent of the one who reset it, also for overlaps of boundaries', async () => {
  const [victim, neighbour] = [await app.as('farmer'), await app.as('farmer')];
  const [head, clerk] = [await app.as('government', 'Head'), await app.as('government', 'Clerk')];
  await app.sql`insert into account_grants (user_id, given_by, kind) values
    (${clerk.user._id}, ${head.user._id}, 'invitation'), (${victim.user._id}, ${clerk.user._id}, 'reset')`;
  const { _id: id } = await newApplication(victim, { amount: 50 });
  const { _id: rejected } = await newApplication(victim, { amount: 60 });
  await put(amina, rejected, { status: 'rejected', reason: 'Too late' });
  await victim.send(`POST /subsidies/${rejected}/appeal`, { body: { reason: 'Look again' } });
  await setBoundary(victim, (await newParcel(victim))._id, rectangle(0, 0));
  await setBoundary(neighbour, (await newParcel(neighbour))._id, rectangle(8, 0));
  const mayDecide = async (person: Person) => {
    const { body } = await person.send<Appeal[]>('GET /government/appeals');
    return body.find(({ application }) => application._id === rejected)?.mayDecide;
  };
  const settle = async (person: Person) => {
    const { body } = await person.send<OfficialOverlap[]>('GET /government/overlaps');
    const { body: decided } = await person.send<Problem>(`PUT /government/overlaps/${body[0]!._id}`, {
      body: { status: 'settled', note: 'The hedge' },
    });
    return decided.code;
  };
  expect(await mayDecide(head)).toBe(true);
  app.env.requireSecondOfficial = true;
  try {
    for (const person of [head, clerk]) {
      expect((await approve(person, id)).body).toMatchObject({ code: 'reset-recently' });
      expect(await mayDecide(person)).toBe(false);
      expect(await settle(person)).toBe('reset-recently');
    }
    expect(await mayDecide(otieno)).toBe(true);
    expect(await settle(otieno)).toBeUndefined();
    const { message } = (await approve(head, id)).body;
    expect(message).toMatch(/could decide: /);
    expect(message).not.toMatch(/: .*(Head|Clerk)\b/);
  } finally {
    app.env.requireSecondOfficial = false;
  }
});

it('drops the vote of an official whose post has ended', async () => {
  const programmeId = await programme();
  const id = await apply(programmeId);
  const posted = await app.as('government', 'Posted');
  await insertPost(app, posted, '');
  expect((await approve(posted, id)).body.marks).toHaveLength(1);
  await app.sql`update posts set ended_at = now() where official_id = ${posted.user._id}`;
  const second = await approve(otieno, id);
  expect(second.body).toMatchObject({ status: 'pending', marks: [{ by: { name: 'Otieno' } }] });
  expect((await approve(amina, id)).body.status).toBe('approved');
});

it('requires votes of two levels if country and county both have an office that decides', async () => {
  const programmeId = await programme();
  const nakuru = await app.as('farmer');
  const parcel = await insertParcel(app.db, nakuru.user._id, { county: 'Nakuru' });
  const apply = async () =>
    (await newApplication(nakuru, { amount: 2000, programmeId, parcelIds: [parcel] }))._id;
  const posted = async (place: string): Promise<Person> => {
    const person = await app.as('government');
    await insertPost(app, person, place);
    return person;
  };
  const [clerk, colleague] = [await posted('Nakuru'), await posted('Nakuru')];
  // Only the county can decide: two of its officials suffice.
  const first = await apply();
  await approve(clerk, first);
  expect((await approve(colleague, first)).body.status).toBe('approved');
  const head = await posted('');
  const second = await apply();
  await approve(clerk, second);
  expect((await approve(colleague, second)).body.status).toBe('pending');
  expect((await approve(head, second)).body.status).toBe('approved');
});

it('50 concurrent decisions and a programme edit: every decision has two valid votes, within the budget', async () => {
  const programmeId = await programme(6000, 100);
  const officials = [amina, peter, otieno, await app.as('government', 'D'), await app.as('government', 'E')];
  const ids = await Promise.all(Array.from({ length: 10 }, (_, index) => apply(programmeId, 700 + index)));
  const responses = await Promise.all([
    ...Array.from({ length: 50 }, (_, decider) => {
      const status = decider % 7 === 0 ? 'rejected' : 'approved';
      return put(officials[(decider + Math.floor(decider / 10)) % 5]!, ids[decider % 10]!, { status });
    }),
    put(amina, programmeId, { description: 'For groups of women' }),
  ]);
  const codes = new Set(responses.filter(({ status }) => status !== 200).map(({ body }) => body.code));
  for (const code of codes) expect(['subsidy-decided', 'budget-exceeded', 'mark-given']).toContain(code);

  const { revision } = await app.row<{ revision: number }>`
    select revision from subsidies where id = ${programmeId}`;
  const rows = await app.sql<{ id: string; status: string; amount_cents: number; decided_by: string }>`
    select id, status, amount_cents, decided_by from subsidies where programme_id = ${programmeId}`;
  const marks = await app.db.selectFrom('subsidy_marks').selectAll().where('subsidy_id', 'in', ids).execute();
  for (const row of rows) {
    const own = marks.filter(({ subsidy_id }) => subsidy_id === row.id);
    if (row.status === 'pending') continue;
    expect(own).toHaveLength(2);
    expect(new Set(own.map(({ status }) => status))).toEqual(new Set([row.status]));
    expect(own.map(({ marked_by }) => marked_by)).toContain(row.decided_by);
    // Both on the same programme revision: a vote from before the edit never pairs with one from after it.
    expect(new Set(own.map(({ programme_revision }) => programme_revision)).size).toBe(1);
  }
  expect(marks.every(({ programme_revision }) => programme_revision <= revision)).toBe(true);
  const approved = rows.filter(({ status }) => status === 'approved');
  expect(approved.length).toBeGreaterThan(0);
  const sum = approved.reduce((cents, row) => cents + row.amount_cents, 0);
  expect(sum).toBeLessThanOrEqual(600_000);
  expect(await approvedOf(programmeId)).toEqual({ approved_cents: sum });
});
