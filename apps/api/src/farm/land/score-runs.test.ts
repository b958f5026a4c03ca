import type { ParcelDetail, ParcelScore, ScoreRun } from '@ardhi/contract';
import { DAY_MS, today } from '@ardhi/contract/dates';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { beforeTests, testApp } from '../../../test/app.ts';
import { daysAgo, maize, newParcel, sent } from '../../../test/land.ts';
import { SCORE_VERSION } from './score.ts';
import {
  listOpenRuns,
  openRun,
  purgeParcels,
  recomputeAllScores,
  recomputeScores,
  runBatch,
  runScores,
} from './score-runs.ts';

const app = testApp();
const farmer = beforeTests(() => app.as('farmer'));
const official = beforeTests(() => app.as('government'));

afterEach(() => void vi.useRealTimers());

const scoreOf = async (id: string) => (await farmer.send<ParcelScore>(`GET /land/${id}/score`)).body;
const runs = async () => (await official.send<ScoreRun[]>('GET /government/score-runs')).body;

/** Moves the clock forward, also for the server. */
function daysLater(days: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * DAY_MS });
}

describe('the nightly run', () => {
  it('moves the window of parcels with records and writes history if the score changed', async () => {
    const parcel = await newParcel(farmer);
    const withoutRecords = await newParcel(farmer);
    // Outside the two-year window next month.
    await sent(farmer, `POST /land/${parcel._id}/crops`, {
      ...maize,
      plantingDate: daysAgo(850),
      harvestDate: daysAgo(715),
      yield: 0,
    });
    const before = await scoreOf(parcel._id);
    expect(before.sustainabilityScore).not.toBe(50);
    const revision = (await farmer.send<ParcelDetail>(`GET /land/${parcel._id}`)).body.revision;

    daysLater(30);
    await recomputeScores({}, app.services);
    const after = await scoreOf(parcel._id);
    expect(after).toMatchObject({ sustainabilityScore: 50, status: 'initial', asOf: today() });
    expect(after.history).toHaveLength(before.history.length + 1);
    expect(after.history.at(-1)).toMatchObject({ score: 50, date: today() });
    expect((await farmer.send<ParcelDetail>(`GET /land/${parcel._id}`)).body.revision).toBe(revision);
    expect((await scoreOf(withoutRecords._id)).asOf).not.toBe(today());

    const [run] = await runs();
    expect(run).toMatchObject({
      kind: 'nightly',
      target: today(),
      parcelsDone: 1,
      parcelsTotal: 1,
      parcelsChanged: 1,
    });
    expect(run?.finishedAt).not.toBeNull();
    await recomputeScores({}, app.services);
    expect((await runs())[0]).toEqual(run);
  });

  it('ignores an expected yield past its harvest date until the farmer confirms it', async () => {
    const parcel = await newParcel(farmer);
    const planned = { ...maize, plantingDate: daysAgo(100), harvestDate: daysAgo(-10) };
    const { crops } = await sent(farmer, `POST /land/${parcel._id}/crops`, planned);
    daysLater(40);
    await recomputeScores({}, app.services);
    const productivity = (score: ParcelScore) => score.components.find(({ key }) => key === 'productivity')!;
    expect(productivity(await scoreOf(parcel._id)).score).toBeNull();
    await sent(farmer, `PUT /land/${parcel._id}/crops/${crops[0]!._id}/harvest`, { yield: 1.7 });
    expect(productivity(await scoreOf(parcel._id)).score).toBeCloseTo(60, 5);
  });
});

describe('the run for a new engine version', () => {
  it('recomputes every parcel once and resumes after an interruption', async () => {
    await app.db.deleteFrom('parcels').execute();
    for (let index = 0; index < 60; index += 1) await newParcel(farmer, { name: `Plot ${index}` });
    await app.sql`
      update parcels set score_version = 'older', score = 7, confidence = 3, score_status = 'provisional'
      where name like 'Plot %'`;
    await app.db.deleteFrom('score_runs').execute();
    // Simulates a process that dies after some batches.
    await openRun(app.services, 'version', SCORE_VERSION);
    const [open] = await listOpenRuns(app.db, [SCORE_VERSION]);
    for (let batch = 0; batch < 10; batch += 1)
      expect(await runBatch(app.services, open!.id, 'version')).toBe(true);
    const [half] = await runs();
    expect(half).toMatchObject({
      kind: 'version',
      target: SCORE_VERSION,
      parcelsTotal: 60,
      finishedAt: null,
    });
    expect(half!.parcelsDone).toBeGreaterThan(0);
    expect(half!.parcelsDone).toBeLessThan(60);

    await recomputeAllScores({}, app.services);
    const [done] = await runs();
    expect(done).toMatchObject({ parcelsDone: 60, parcelsTotal: 60, parcelsChanged: 60 });
    expect(done?.finishedAt).not.toBeNull();
    expect(await app.sql`select from parcels where score_version <> ${SCORE_VERSION}`).toEqual([]);

    await recomputeAllScores({}, app.services);
    expect((await runs())[0]).toEqual(done);
  });
});

describe('several processes', () => {
  it('share a run: each parcel is computed once, and one process closes the run', async () => {
    await app.db.deleteFrom('parcels').execute();
    for (let index = 0; index < 60; index += 1) await newParcel(farmer, { name: `Plot ${index}` });
    await app.db.updateTable('parcels').set({ score: 7 }).execute();
    await Promise.all(
      Array.from({ length: 4 }, () => runScores(app.services, 'version', 'of several processes')),
    );
    expect((await runs())[0]).toMatchObject({ parcelsDone: 60, parcelsTotal: 60, parcelsChanged: 60 });
    expect((await runs())[0]!.finishedAt).not.toBeNull();
    expect(await app.db.selectFrom('score_run_ranges').selectAll().execute()).toEqual([]);
  });

  it('skip a range that another process has claimed, and resume it after that process died', async () => {
    await app.db.updateTable('parcels').set({ score: 7 }).execute();
    await openRun(app.services, 'version', 'of one that dies');
    const [open] = await listOpenRuns(app.db, ['of one that dies']);
    const death = app.db.transaction().execute(async (db) => {
      await db
        .selectFrom('score_run_ranges')
        .selectAll()
        .where('run_id', '=', open!.id)
        .limit(1)
        .forUpdate()
        .execute();
      await runScores(app.services, 'version', 'of one that dies');
      expect((await runs())[0]!.finishedAt).toBeNull();
      throw new Error('killed');
    });
    await expect(death).rejects.toThrow('killed');
    await runScores(app.services, 'version', 'of one that dies');
    expect((await runs())[0]).toMatchObject({ parcelsDone: 60, parcelsChanged: 60 });
    expect((await runs())[0]!.finishedAt).not.toBeNull();
  });

  it('write nothing for a parcel with an unchanged score', async () => {
    const versions = () =>
      app.sql<{ id: string; xmin: string }>`select id, xmin::text from parcels order by id`;
    const before = await versions();
    await runScores(app.services, 'version', 'without a change');
    expect(await versions()).toEqual(before);
    expect((await runs())[0]).toMatchObject({ parcelsDone: 60, parcelsChanged: 0 });
  });
});

describe('purging', () => {
  it('removes parcels 30 days after their deletion and leaves tombstones', async () => {
    const old = await newParcel(farmer);
    const recent = await newParcel(farmer);
    await sent(farmer, `POST /land/${old._id}/crops`, maize);
    for (const { _id } of [old, recent]) await farmer.send(`DELETE /land/${_id}`);
    await app.sql`update parcels set deleted_at = now() - interval '31 days' where id = ${old._id}`;
    await purgeParcels({}, app.services);
    const left = await app.sql`select id from parcels where id = any(${[old._id, recent._id]})`;
    expect(left).toEqual([{ id: recent._id }]);
    expect((await farmer.send(`GET /land/${old._id}`)).status).toBe(410);
    expect((await farmer.send(`POST /land/${old._id}/restore`)).status).toBe(410);
    expect((await farmer.send(`POST /land/${old._id}/crops`, { body: maize })).status).toBe(410);
    const again = await farmer.send('POST /land', {
      body: { _id: old._id, name: 'x', size: 1, location: { address: 'y' } },
    });
    expect(again.status).toBe(410);
    const otherFarmer = await app.as('farmer');
    expect((await otherFarmer.send(`GET /land/${old._id}`)).status).toBe(404);
  });
});
