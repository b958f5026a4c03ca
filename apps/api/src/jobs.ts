/** All background jobs and their schedule. */

import { mailResetLink } from './accounts/auth/service.ts';
import { appendToJournal } from './accounts/users/journal.ts';
import { purgeParcels, recomputeAllScores, recomputeScores, resumeScores } from './farm/land/score-runs.ts';
import { remindFarmers } from './farm/reminders/jobs.ts';
import { pushWeek } from './farm/reminders/week.ts';
import { foldRollups, saveDailyMetrics, saveMetricsToday } from './insight/analytics/jobs.ts';
import { makeMonthlyReports } from './insight/board/reports.ts';
import type { CronJob, JobName, Jobs } from './lib/jobs/jobs.ts';
import { sendMail } from './lib/jobs/mail.ts';
import type { Env } from './lib/settings/env.ts';
import { createBinder, resumeBinders } from './office/binders/create.ts';
import { freezeAudience } from './office/policies/service.ts';
import { escalateOverdueCases } from './office/queue/jobs.ts';
import { decideInBulk, resumeBulkDecisions } from './office/subsidies/bulk.ts';
import { cleanUp, logAuditLogHead, sealAuditLogJob, verifyAuditLogJob } from './records/audit/jobs.ts';
import { mailPolicy, resumeMailings } from './records/notices/mailing.ts';
import { sendPush } from './records/push/jobs.ts';
import { backUp, backupCrons } from './system/backup/jobs.ts';
import { eraseClosedAccounts } from './system/personal-data/closed-accounts.ts';

export const jobs: Jobs = {
  backup: backUp,
  'send-mail': sendMail,
  'reset-mail': mailResetLink,
  'journal-account': appendToJournal,
  'clean-up': cleanUp,
  'erase-closed-accounts': eraseClosedAccounts,
  'recompute-scores': recomputeScores,
  'recompute-all-scores': recomputeAllScores,
  'resume-scores': resumeScores,
  'purge-parcels': purgeParcels,
  'policy-audience': freezeAudience,
  'policy-mail': mailPolicy,
  'policy-mail-resume': resumeMailings,
  'fold-rollups': foldRollups,
  'remember-figures': saveDailyMetrics,
  'remember-figures-today': saveMetricsToday,
  'monthly-board': makeMonthlyReports,
  'remind-farmers': remindFarmers,
  'push-week': pushWeek,
  'send-push': sendPush,
  'late-cases': escalateOverdueCases,
  'bulk-decide': decideInBulk,
  'bulk-decide-resume': resumeBulkDecisions,
  'create-binder': createBinder,
  'create-binder-resume': resumeBinders,
  'seal-trail': sealAuditLogJob,
  'log-trail-head': logAuditLogHead,
  'verify-trail': verifyAuditLogJob,
};

// UTC; Nairobi is three hours ahead, so 22:10 is 01:10 there.
const crons: CronJob[] = [
  { match: '10 22 * * *', task: 'clean-up' },
  { match: '20 22 * * *', task: 'recompute-scores' },
  { match: '* * * * *', task: 'resume-scores' },
  { match: '30 22 * * *', task: 'purge-parcels' },
  { match: '40 22 * * *', task: 'erase-closed-accounts' },
  { match: '* * * * *', task: 'policy-mail-resume' },
  { match: '* * * * *', task: 'bulk-decide-resume' },
  { match: '* * * * *', task: 'create-binder-resume' },
  { match: '* * * * *', task: 'fold-rollups' },
  { match: '50 20 * * *', task: 'remember-figures' },
  { match: '15 21 * * *', task: 'monthly-board' },
  { match: '0 4 * * *', task: 'remind-farmers' },
  { match: '30 3 * * 1', task: 'push-week' },
  { match: '30 3 * * *', task: 'late-cases' },
  { match: '* * * * *', task: 'seal-trail' },
  { match: '5 21 * * *', task: 'log-trail-head' },
  { match: '40 22 * * *', task: 'verify-trail' },
];

/** Jobs of this process. Where backups are not scheduled here, another process must take their job. */
export function jobsOf(env: Env): Partial<Jobs> {
  const { backup: _backup, ...others } = jobs;
  return env.backup.time ? jobs : others;
}

export const cronsOf = (env: Env): CronJob[] => [...crons, ...backupCrons(env)];

/** Jobs that run while the disk is full: they free space, or write little that cannot wait. The others stay queued. */
export const jobsWhileFull: JobName[] = [
  'send-mail',
  'reset-mail',
  'journal-account',
  'clean-up',
  'erase-closed-accounts',
  'purge-parcels',
  'fold-rollups',
  'seal-trail',
  'log-trail-head',
  'verify-trail',
];

/** Jobs that check for work at every start. */
export const jobsAtStart: JobName[] = ['recompute-all-scores', 'remember-figures-today', 'monthly-board'];
