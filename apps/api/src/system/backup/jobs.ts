/** The scheduled backup as a job, for servers without a timer of their own (BACKUP_TIME). */
import { runningEmbeddedPostgres } from '@ardhi/embedded-postgres';
import { journalOf } from '../../accounts/users/journal.ts';
import type { CronJob, Job } from '../../lib/jobs/jobs.ts';
import type { Env } from '../../lib/settings/env.ts';
import { runBackup } from './run.ts';

declare module '../../lib/jobs/jobs.ts' {
  interface JobPayloads {
    backup: Record<string, never>;
  }
}

export const backUp: Job<Record<string, never>> = async (_payload, { env, log }) => {
  const { dir, ...settings } = env.backup;
  if (!dir) return;
  // The role of the server can read everything that a backup contains.
  const url = env.databaseDirectUrl ?? env.databaseUrl ?? (await runningEmbeddedPostgres(env.dataDir));
  if (!url) throw new Error(`no database runs on ${env.dataDir}`);
  await runBackup(
    url,
    { ...settings, dir },
    {
      print: (line) => log.info({ backup: line }, 'backup'),
      journal: journalOf(env),
    },
  );
};

const HOUR_MS = 60 * 60_000;
/** Nairobi is three hours ahead of UTC, all year. */
const NAIROBI_HOURS = 3;

/** A backup that was due while no server ran is made at the next start. */
export function backupCrons({ backup: { time } }: Pick<Env, 'backup'>): CronJob[] {
  if (!time) return [];
  const [hour, minute] = time.split(':').map(Number) as [number, number];
  const match = `${minute} ${(hour + 24 - NAIROBI_HOURS) % 24} * * *`;
  return [{ match, task: 'backup', options: { backfillPeriod: 20 * HOUR_MS, maxAttempts: 3 } }];
}
