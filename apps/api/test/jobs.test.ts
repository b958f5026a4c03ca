/** Stopping the job runner. */
import { afterAll, expect, it } from 'vitest';
import { connect } from '../src/lib/database/database.ts';
import {
  addJob,
  type Job,
  type JobName,
  type JobRunner,
  type Jobs,
  startJobs,
} from '../src/lib/jobs/jobs.ts';
import { beforeTests, testApp } from './app.ts';

const app = testApp();
const database = beforeTests(async () => connect(app.connectionString));
afterAll(() => database.close());

it('stops although a job does not finish, and leaves it for the next start', async () => {
  const name = 'clean-up' as JobName;
  let begun = () => {};
  const running = new Promise<void>((resolve) => {
    begun = resolve;
  });
  // The runner uses only this job.
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

  // A returned job is retried after a delay; it is made due now to avoid the wait.
  await database.pool.query('update graphile_worker._private_jobs set run_at = now()');
  await database.pool.query(`
    create function slowly() returns trigger language plpgsql as 'begin perform pg_sleep(0.5); return old; end';
    create trigger slowly before delete on graphile_worker._private_jobs for each row execute function slowly()`);
  const second = await new Promise<JobRunner>((resolve) => {
    const finished: Job<unknown> = async () => resolve(runner);
    const runner = startJobs(database.pool, app.services, only(finished), []);
  });
  // The runner saves the completion before it stops, however long that takes, so that no job runs twice.
  await second.stop();
  const { rows: left } = await database.pool.query('select from graphile_worker._private_jobs');
  expect(left).toEqual([]);
});
