import type { Job } from '../../lib/jobs/jobs.ts';
import { noteSignInFailures, sealTrail, trailHead } from './seal-queries.ts';

declare module '../../lib/jobs/jobs.ts' {
  interface JobPayloads {
    'seal-trail': Record<string, never>;
    'log-trail-head': Record<string, never>;
  }
}

export const sealTrailJob: Job<Record<string, never>> = async (_payload, { db }) => {
  await noteSignInFailures(db);
  while (await sealTrail(db));
};

/** Logs are kept elsewhere than the database: so is, with them, what the trail was at the end of each day. */
export const logTrailHead: Job<Record<string, never>> = async (_payload, { db, log }) => {
  log.info(await trailHead(db), 'head of the trail');
};
