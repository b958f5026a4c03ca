/** The job runner as a stop sees it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect, type Database } from '../src/lib/database/database.ts';
import {
  addJob,
  type Job,
  type JobName,
  type JobRunner,
  type Jobs,
  startJobs,
} from '../src/lib/jobs/jobs.ts';
import { startTestApp, type TestApp } from './app.ts';

let app: TestApp;
let database: Database;
beforeAll(async () => {
  app = await startTestApp();
  database = connect(app.connectionString);
});
afterAll(async () => {
  await database.close();
  await app.close();
});

it('stops although a job does not come to an end, and leaves it for the next start', async () => {
  const name = 'clean-up' as JobName;
  let begun = () => {};
  const running = new Promise<void>((resolve) => {
    begun = resolve;
  });
  // Only this one of them is asked for.
  const only = (job: Job<unknown>) => ({ [name]: job }) as Partial<Jobs> as Jobs;
  const endless: Job<unknown> = () => {
    begun();
    return new Promise(() => {});
  };
  await addJob(app.db, name, {} as never);
  const first = startJobs(database.pool, app.services, only(endless), [], {
    patienceMs: 50,
  });
  await running;
  await first.stop();

  // A job that was given back is tried again a little later; not to wait for it, its time is brought forward.
  await database.pool.query('update graphile_worker._private_jobs set run_at = now()');
  await database.pool.query(`
    create function slowly() returns trigger language plpgsql as 'begin perform pg_sleep(0.5); return old; end';
    create trigger slowly before delete on graphile_worker._private_jobs for each row execute function slowly()`);
  const second = await new Promise<JobRunner>((resolve) => {
    const finished: Job<unknown> = async () => resolve(runner);
    const runner = startJobs(database.pool, app.services, only(finished), []);
  });
  // What has come to its end is marked as such before the runner has stopped, however long that takes: nothing is done twice.
  await second.stop();
  const { rows: left } = await database.pool.query('select from graphile_worker._private_jobs');
  expect(left).toEqual([]);
});
