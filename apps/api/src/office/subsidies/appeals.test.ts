/** Returned applications are corrected; rejected ones can be appealed. */
import type {
  Appeal,
  Application,
  EligibilityReport,
  ManagedSubsidy,
  Notice,
  Problem,
} from '@ardhi/contract';
import { expect, it } from 'vitest';
import { beforeTests, type Person, testApp } from '../../../test/app.ts';
import { insertParcel } from '../../../test/parcels.ts';
import { insertPost } from '../../../test/posts.ts';
import { manage, newApplication, openProgramme } from '../../../test/subsidies.ts';

const app = testApp();
const farmer = beforeTests(() => app.as('farmer', 'Wanjiku'));
const amina = beforeTests(() => app.as('government', 'Amina'));
const peter = beforeTests(() => app.as('government', 'Peter'));

const apply = async (fields: object = {}) =>
  (await newApplication(farmer, { name: 'Pump', amount: 500, ...fields }))._id;
const getApplication = async (id: string) => (await farmer.send<Application>(`GET /subsidies/${id}`)).body;
const returnForCorrection = (id: string, body: object = {}) =>
  amina.send<ManagedSubsidy & Problem>(`POST /government/subsidies/${id}/return`, {
    body: { fields: ['amount', 'parcelIds'], reason: 'Name the parcel', ...body },
  });
const appeal = (id: string) =>
  farmer.send<Application & Problem>(`POST /subsidies/${id}/appeal`, { body: { reason: 'Look again' } });
const appealOf = async (id: string) => {
  const { body } = await peter.send<Appeal[]>('GET /government/appeals', { query: { state: 'all' } });
  return body.find(({ application }) => application._id === id)!;
};
const decideAppeal = (person: Person, id: string, status: string) =>
  person.send<Appeal & Problem>(`PUT /government/appeals/${id}`, { body: { status, answer: 'Read again' } });
const stored = async (id: string) => {
  const rows = await app.sql`select * from subsidies where id = ${id}`;
  return rows[0];
};

it('returning an application pauses its clock until the farmer has corrected it', async () => {
  const id = await apply();
  expect((await returnForCorrection(id, { fields: [] })).body.issues).toMatchObject([{ path: 'fields' }]);
  expect((await returnForCorrection(id, { fields: ['status'] })).status).toBe(400);
  expect((await returnForCorrection(id, { reason: ' ' })).body.issues).toMatchObject([{ path: 'reason' }]);
  expect(await getApplication(id)).toMatchObject({ returned: null, revision: 1 });

  const { body } = await returnForCorrection(id);
  expect(body).toMatchObject({ status: 'pending', returned: { fields: ['amount', 'parcelIds'] } });
  expect((await returnForCorrection(id, { revision: 1 })).body.code).toBe('stale');
  const { body: notices } = await farmer.send<Notice[]>('GET /notices');
  expect(notices[0]).toMatchObject({
    title: 'Please correct your application: Pump',
    link: `/subsidies/${id}?correct=1`,
  });
  // Fourteen days with the farmer are nine or ten working days.
  await app.sql`update subsidies set returned_at = now() - interval '14 days',
    created_at = now() - interval '40 days', due_on = nairobi_date(now()) - 5 where id = ${id}`;
  const overdue = async () =>
    (await amina.send<{ _id: string }[]>('GET /government/queue', { query: { view: 'late' } })).body;
  expect((await overdue()).map(({ _id }) => _id)).not.toContain(id);
  await farmer.send(`PUT /subsidies/${id}`, { body: { amount: 400 } });
  expect(await getApplication(id)).toMatchObject({ returned: null, status: 'pending', amount: 400 });
  const paused = await app.row`
    select stopped_days = working_days_between(nairobi_date(now()) - 14, nairobi_date(now())) and stopped_days > 5
      and due_on = add_working_days(nairobi_date(now()) - 5, stopped_days) as right from subsidies where id = ${id}`;
  expect(paused).toEqual({ right: true });
  // Approve and Reject work on every pending row, including returned ones; a decided one cannot be returned.
  await returnForCorrection(id);
  expect((await manage(peter, id, { status: 'approved' })).body).toMatchObject({ returned: null });
  expect((await returnForCorrection(id)).body.code).toBe('subsidy-decided');
});

it('a rejection shows its reason and the rules of that day, and can be appealed once, within 30 days', async () => {
  const parcel = await insertParcel(app.db, farmer.user._id, { county: 'Nakuru', sizeAcres: 2 });
  const programme = await openProgramme(amina, { amount: 600, rules: { minAcres: 5 } });
  const id = await apply({ programmeId: programme._id, parcelIds: [parcel] });
  expect((await appeal(id)).body.code).toBe('not-rejected');
  await manage(amina, id, { status: 'rejected', reason: 'Too small' });
  await app.db.updateTable('parcels').set({ size_acres: 9 }).where('id', '=', parcel).execute();
  const { body: facts } = await farmer.send<EligibilityReport>(`GET /subsidies/${id}/eligibility`);
  expect(facts).toMatchObject({ frozen: true, meets: false, parcels: [{ size: 2 }] });

  const late = await apply();
  await manage(amina, late, { status: 'rejected' });
  const decided = (days: number) =>
    app.sql`update subsidies set decided_at = now() - make_interval(days => ${days}) where id = ${late}`;
  await decided(31);
  expect((await appeal(late)).body.code).toBe('appeal-late');
  await decided(30);
  expect((await appeal(late)).status).toBe(201);

  const before = await stored(id);
  expect((await getApplication(id)).appealUntil).not.toBeNull();
  const responses = await Promise.all([appeal(id), appeal(id)]);
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect((await appeal(id)).body.code).toBe('appeal-made');
  expect(await getApplication(id)).toMatchObject({ appealUntil: null, appeal: { status: 'pending' } });

  const { _id: appealId, mayDecide } = await appealOf(id);
  expect(mayDecide).toBe(true);
  expect((await decideAppeal(amina, appealId, 'upheld')).body.code).toBe('appeal-other-person');
  const upheld = await decideAppeal(peter, appealId, 'upheld');
  expect(upheld.body).toMatchObject({ status: 'upheld', decidedBy: 'Peter', mayDecide: false });
  expect((await decideAppeal(peter, appealId, 'dismissed')).body.code).toBe('appeal-decided');
  expect(await stored(id)).toEqual(before);

  const opened = upheld.body.newApplicationId!;
  expect(await getApplication(opened)).toMatchObject({
    status: 'pending',
    appealOf: id,
    programmeId: programme._id,
    parcelIds: [parcel],
    amount: 500,
  });
  // The budget limit applies to the new application too.
  const other = await apply({ programmeId: programme._id, amount: 200 });
  await manage(amina, other, { status: 'approved' });
  expect((await manage(peter, opened, { status: 'approved' })).body.code).toBe('budget-exceeded');
  expect(await getApplication(id)).toMatchObject({ appeal: { status: 'upheld', newApplicationId: opened } });
});

it('the national office decides an appeal against a county’s rejection, if there is one', async () => {
  const parcel = await insertParcel(app.db, farmer.user._id, { county: 'Nakuru' });
  const id = await apply({ parcelIds: [parcel] });
  const [clerk, colleague, head] = await Promise.all(
    ['Clerk', 'Colleague', 'Head'].map((name) => app.as('government', name)),
  );
  await insertPost(app, clerk!, 'Nakuru');
  await insertPost(app, colleague!, 'Nakuru');
  await manage(clerk!, id, { status: 'rejected', reason: 'No' });
  await appeal(id);
  const { _id } = await appealOf(id);
  await insertPost(app, head!, '');
  expect((await decideAppeal(colleague!, _id, 'dismissed')).body).toMatchObject({
    code: 'appeal-level-above',
    message: expect.stringMatching(/could decide: .*Head/),
  });
  expect((await decideAppeal(head!, _id, 'dismissed')).body).toMatchObject({ status: 'dismissed' });
  expect(await getApplication(id)).toMatchObject({ appeal: { status: 'dismissed', newApplicationId: null } });
});

it('states the reason of a return and the answer to an appeal in both languages', async () => {
  const noticeIn = async (language: string) =>
    (await farmer.send<Notice[]>('GET /notices', { headers: { 'accept-language': language } })).body[0]?.body;
  const id = await apply();
  await returnForCorrection(id, { reason: 'Name the parcel', reasonSw: 'Taja shamba' });
  expect((await getApplication(id)).returned).toMatchObject({
    reason: 'Name the parcel',
    reasonSw: 'Taja shamba',
  });
  expect(await noticeIn('sw')).toContain('Taja shamba');
  expect(await noticeIn('en')).toContain('Name the parcel');
  // A second return without a translation has none.
  await returnForCorrection(id, { reason: 'Name it' });
  expect((await getApplication(id)).returned).toMatchObject({ reason: 'Name it', reasonSw: null });

  await manage(amina, id, { status: 'rejected', reason: 'No' });
  await appeal(id);
  const { _id: appealId } = await appealOf(id);
  await peter.send(`PUT /government/appeals/${appealId}`, {
    body: { status: 'dismissed', answer: 'Read again', answerSw: 'Nimesoma tena' },
  });
  expect((await getApplication(id)).appeal).toMatchObject({
    answer: 'Read again',
    answerSw: 'Nimesoma tena',
  });
  expect(await noticeIn('sw')).toContain('Nimesoma tena');
  expect(await noticeIn('en')).toContain('Read again');
});
