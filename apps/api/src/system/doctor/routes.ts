import { doctor } from '@ardhi/contract';
import { routesOf } from '../../lib/http/bind.ts';
import { retryJobs } from '../../lib/jobs/jobs.ts';
import { systemState } from './state.ts';

export const doctorRoutes = routesOf(doctor, {
  'GET /government/system': ({ db, env, language }) =>
    systemState({ db, env, variables: process.env }, language),

  'POST /government/system/jobs/{task}/retry': async ({ params, db, audit }) => {
    const count = await retryJobs(db, params.task);
    if (count > 0) await audit({ action: 'job.retry', entityId: null, after: { task: params.task } });
    return { count };
  },
});
