/** Applications that were decided before a restore. */
import type { ApprovalRequirements, DecidedSubsidy, SubsidyDossier } from '@ardhi/contract';
import { expect, it } from 'vitest';
import { beforeTests, type Person, startTestApp, testApp } from '../../../test/app.ts';
import { personAt } from '../../../test/client.ts';
import { manage, newApplication } from '../../../test/subsidies.ts';

const app = testApp();
const farmer = beforeTests(() => app.as('farmer', 'Wanjiku'));
const amina = beforeTests(() => app.as('government', 'Amina'));
const peter = beforeTests(() => app.as('government', 'Peter'));

const DECIDED = { status: 'approved', decidedAt: '2026-11-16T09:30:00.000Z' };
const EPOCH = 'c7a1f9b2-7f3b-4f55-9d0f-1b0a4f7d3b11 2026-11-16T09:00:00.000Z';
const report = (person: Person, id: string) =>
  person.send(`PUT /subsidies/${id}/earlier-decision`, { body: DECIDED });
const decide = (person: Person, id: string, status: 'approved' | 'rejected') =>
  manage<DecidedSubsidy>(person, id, { status });
const apply = async () => (await newApplication(farmer, { amount: 2000 }))._id;

it('are flagged; one official decides on a bare start', async () => {
  app.env.epoch = EPOCH;
  const id = await apply();
  expect((await report(farmer, id)).status).toBe(200);
  expect((await report(farmer, id)).status).toBe(200);
  const { body } = await amina.send<SubsidyDossier>(`GET /government/subsidies/${id}`);
  expect(body.warnings?.decidedBefore).toEqual({ status: 'approved', at: DECIDED.decidedAt });
  const entries = await app.sql`
    select from audit_log where action = 'subsidy.earlier-decision' and entity_id = ${id}`;
  expect(entries).toHaveLength(1);
  expect((await decide(amina, id, 'approved')).body).toMatchObject({ outcome: 'decided' });
});

it('need two officials where a second one is required, to approve and to reject', async () => {
  const strict = await startTestApp({ REQUIRE_SECOND_OFFICIAL: 'true' }, app.connectionString);
  strict.env.epoch = EPOCH;
  try {
    const at = (person: Person) => personAt(strict, person);
    for (const status of ['approved', 'rejected'] as const) {
      const [plain, flagged] = [await apply(), await apply()];
      await report(at(farmer), flagged);
      expect((await decide(at(amina), plain, status)).body).toMatchObject({ outcome: 'decided' });
      const { body } = await at(amina).send<ApprovalRequirements>(
        `GET /government/subsidies/${flagged}/approval`,
      );
      expect(body.reason).toBe('restore');
      expect((await decide(at(amina), flagged, status)).body).toMatchObject({
        status: 'pending',
        outcome: 'awaiting-second-approval',
      });
      expect((await decide(at(peter), flagged, status)).body).toMatchObject({ status, outcome: 'decided' });
    }
  } finally {
    await strict.close();
  }
});

it('are reported only by their farmer, while pending, and only after a restore', async () => {
  const stored = (id: string) => app.sql`select from earlier_decisions where subsidy_id = ${id}`;
  app.env.epoch = EPOCH;
  const decided = await apply();
  await decide(amina, decided, 'rejected');
  await report(farmer, decided);
  expect(await stored(decided)).toEqual([]);
  const other = await app.as('farmer');
  expect((await report(other, decided)).status).toBe(404);
  app.env.epoch = null;
  const id = await apply();
  expect((await report(farmer, id)).status).toBe(200);
  expect(await stored(id)).toEqual([]);
});
