import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { type BackupStep, lastBackup } from '../backup/results.ts';

export interface BackupHistory {
  /** Last success; null: never. */
  succeededAt: Date | null;
  failures: { step: BackupStep; failedAt: Date; failure: string }[];
}

/** Results of the back-up with its copy, or of the restore drills. `doctor` also reads a database that lacks the table. */
export async function readBackupHistory(db: Db, kind: 'backup' | 'drill'): Promise<BackupHistory> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('backup_steps') is not null as exists`.execute(db);
  if (!rows[0]!.exists) return { succeededAt: null, failures: [] };
  const results = await lastBackup(db);
  const steps: BackupStep[] = kind === 'backup' ? ['backup', 'copy'] : ['drill', 'full-drill'];
  // A copy is no success of its own.
  const successes = steps.flatMap((step) => (step === 'copy' ? [] : (results[step].succeededAt ?? [])));
  return {
    succeededAt: successes.length > 0 ? new Date(Math.max(...successes.map((at) => Date.parse(at)))) : null,
    failures: steps.flatMap((step) => {
      const { failedAt, failure } = results[step];
      return failedAt ? [{ step, failedAt: new Date(failedAt), failure: failure ?? '' }] : [];
    }),
  };
}
