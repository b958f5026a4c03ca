import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';

type Step = 'backup' | 'copy' | 'drill' | 'full-drill';

interface StepResult {
  succeededAt: Date | null;
  /** Null if the last run succeeded. */
  failedAt: Date | null;
  failure: string;
}

export interface BackupHistory {
  /** Last success; null: never. */
  succeededAt: Date | null;
  failures: { step: Step; failedAt: Date; failure: string }[];
}

/** Results of the back-up with its copy, or of the restore drills. `doctor` also reads a database that lacks the table. */
export async function readBackupHistory(db: Db, kind: 'backup' | 'drill'): Promise<BackupHistory> {
  const { rows: tables } = await sql<{ exists: boolean }>`
    select to_regclass('backup_steps') is not null as exists`.execute(db);
  const { rows } = tables[0]!.exists
    ? await sql<Record<'step' | 'failure', string> & Record<'succeeded_at' | 'failed_at', string | null>>`
        select step, succeeded_at, failed_at, coalesce(failure, '') as failure from backup_steps`.execute(db)
    : { rows: [] };
  const steps: Step[] = kind === 'backup' ? ['backup', 'copy'] : ['drill', 'full-drill'];
  const results = rows
    .filter(({ step }) => steps.includes(step as Step))
    .map((row): StepResult & { step: Step } => ({
      step: row.step as Step,
      succeededAt: dateOf(row.succeeded_at),
      failedAt: dateOf(row.failed_at),
      failure: row.failure,
    }));
  // A copy is no success of its own.
  const successes = results.flatMap(({ step, succeededAt }) =>
    succeededAt && step !== 'copy' ? [succeededAt.getTime()] : [],
  );
  return {
    succeededAt: successes.length > 0 ? new Date(Math.max(...successes)) : null,
    failures: results.flatMap(({ step, failedAt, failure }) =>
      failedAt ? [{ step, failedAt, failure }] : [],
    ),
  };
}

const dateOf = (value: string | null) => (value === null ? null : new Date(value));
