import type { Job } from '../../lib/jobs/jobs.ts';
import { auditLogHead, logSignInFailures, sealAuditLog } from './seal-queries.ts';

declare module '../../lib/jobs/jobs.ts' {
  interface JobPayloads {
    'seal-trail': Record<string, never>;
    'log-trail-head': Record<string, never>;
  }
}

export const sealAuditLogJob: Job<Record<string, never>> = async (_payload, { db }) => {
  await logSignInFailures(db);
  while (await sealAuditLog(db));
};

/** Daily. Logs are stored outside the database, so the logged hash exposes later tampering with the seals. */
export const logAuditLogHead: Job<Record<string, never>> = async (_payload, { db, log }) => {
  log.info(await auditLogHead(db), 'head of the trail');
};
