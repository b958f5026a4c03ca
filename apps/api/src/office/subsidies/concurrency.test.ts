import { beforeAll, expect, it } from 'vitest';
import { type Person, testApp } from '../../../test/app.ts';
import { manage, newApplication, openProgramme } from '../../../test/subsidies.ts';

const app = testApp();
let farmers: Person[];
let officials: Person[];
beforeAll(async () => {
  farmers = await Promise.all(Array.from({ length: 4 }, () => app.as('farmer')));
  officials = await Promise.all(Array.from({ length: 5 }, () => app.as('government')));
});

const open = async (amount: number) => (await openProgramme(officials[0]!, { amount }))._id;
const apply = async (programmeId: string, amount: number, farmer: Person) =>
  (await newApplication(farmer, { amount, programmeId }))._id;

it('50 concurrent decisions on 20 applications: within the budget, each decided once, all in the audit log', async () => {
  const programmeId = await open(1000);
  const amounts = Array.from({ length: 20 }, (_, index) => 60 + 10 * (index % 7) + 0.01);
  const ids = await Promise.all(
    amounts.map((amount, index) => apply(programmeId, amount, farmers[index % 4]!)),
  );

  // Two or three officials decide each application at the same time, and disagree.
  const responses = await Promise.all(
    Array.from({ length: 50 }, async (_, decider) => {
      const id = ids[(decider * 7) % 20]!;
      const status = decider % 5 === 0 ? 'rejected' : 'approved';
      return { id, response: await manage(officials[decider % 5]!, id, { status }) };
    }),
  );

  const rows = await app.db
    .selectFrom('subsidies')
    .selectAll()
    .where('programme_id', '=', programmeId)
    .execute();
  const approvedCents = rows
    .filter(({ status }) => status === 'approved')
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  expect(approvedCents).toBeLessThanOrEqual(100_000);
  expect(approvedCents).toBeGreaterThan(0);
  expect(await app.row`select approved_cents from subsidies where id = ${programmeId}`).toEqual({
    approved_cents: approvedCents,
  });

  const done = responses.filter(({ response }) => response.status === 200);
  const codes = new Set(
    responses.filter(({ response }) => response.status !== 200).map(({ response }) => response.body.code),
  );
  for (const code of codes) expect(['subsidy-decided', 'budget-exceeded']).toContain(code);
  const decided = rows.filter(({ status }) => status !== 'pending');
  expect(new Set(done.map(({ id }) => id)).size).toBe(done.length);
  expect(done).toHaveLength(decided.length);
  for (const { decided_by, facts } of decided) {
    expect(decided_by).not.toBeNull();
    expect(facts).toMatchObject({ frozen: true });
  }

  const auditRows = await app.sql<{ entity_id: string; action: string; actor_id: string }>`
    select entity_id, action, actor_id from audit_log
    where entity_id = any(${ids}) and action in ('subsidy.approve', 'subsidy.reject')`;
  expect(auditRows).toHaveLength(decided.length);
  for (const row of decided)
    expect(auditRows.find(({ entity_id }) => entity_id === row.id)).toMatchObject({
      actor_id: row.decided_by,
      action: row.status === 'approved' ? 'subsidy.approve' : 'subsidy.reject',
    });
  const notices = await app.db.selectFrom('notices').select('id').execute();
  expect(notices).toHaveLength(decided.length);
  // Only the budget stopped them: no application refused for it would still fit.
  const left = 100_000 - approvedCents;
  const refused = responses.filter(({ response }) => response.body.code === 'budget-exceeded');
  for (const { id } of refused) {
    const row = rows.find((found) => found.id === id)!;
    if (row.status === 'pending') expect(row.amount_cents).toBeGreaterThan(left);
  }
});

it('concurrent edits, withdrawals, moves, closings and decisions keep all sums correct and do not deadlock', async () => {
  const [one, two] = [await open(500), await open(500)];
  const ids = await Promise.all(
    Array.from({ length: 12 }, (_, index) => apply(index % 2 ? one : two, 90, farmers[index % 4]!)),
  );
  const calls = ids.flatMap((id, index) => [
    manage(officials[index % 5]!, id, { status: 'approved' }),
    farmers[index % 4]!.send(`PUT /subsidies/${id}`, {
      body: { amount: 95, programmeId: index % 2 ? two : one },
    }),
    index % 3
      ? manage(officials[(index + 1) % 5]!, one, { closed: index % 2 === 0 })
      : farmers[index % 4]!.send(`DELETE /subsidies/${id}`),
  ]);
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  for (const status of statuses) expect([200, 404, 409]).toContain(status);
  for (const programmeId of [one, two]) {
    const { approved_cents } = await app.row<{ approved_cents: number }>`
      select approved_cents from subsidies where id = ${programmeId}`;
    const rows = await app.sql<{ amount_cents: number }>`
      select amount_cents from subsidies where programme_id = ${programmeId} and status = 'approved'`;
    expect(rows.reduce((sum, row) => sum + row.amount_cents, 0)).toBe(approved_cents);
    expect(approved_cents).toBeLessThanOrEqual(50_000);
  }
});
