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

/** Daily. Logs are stored outside the database, so the logged hash exposes later tampering with the seals. */
export const logTrailHead: Job<Record<string, never>> = async (_payload, { db, log }) => {
  log.info(await trailHead(db), 'head of the trail');
};
