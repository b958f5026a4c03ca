/** Last results of the backup and its steps. */
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';

/** `drill` is the weekly one before encryption; `full-drill` is the command, with the file as it is stored. */
export const BACKUP_STEPS = ['backup', 'copy', 'drill', 'full-drill'] as const;
export type BackupStep = (typeof BACKUP_STEPS)[number];

export interface BackupResult {
  /** Time of the last success, in ISO 8601; null: never. */
  succeededAt: string | null;
  /** Of the last success. */
  file: string | null;
  bytes: number | null;
  rows: number | null;
  /** Time and message of the last failure; null if the last run succeeded. */
  failedAt: string | null;
  failure: string | null;
}

const NEVER: BackupResult = {
  succeededAt: null,
  file: null,
  bytes: null,
  rows: null,
  failedAt: null,
  failure: null,
};

/** For metrics, the operator's page and `doctor`. */
export async function lastBackup(db: Db): Promise<Record<BackupStep, BackupResult>> {
  const { rows } = await sql<BackupResult & { step: BackupStep }>`
    select step, succeeded_at as "succeededAt", file, bytes, rows, failed_at as "failedAt", failure
    from backup_steps`.execute(db);
  const found = new Map(rows.map(({ step, ...result }) => [step, result]));
  return Object.fromEntries(BACKUP_STEPS.map((step) => [step, found.get(step) ?? NEVER])) as Record<
    BackupStep,
    BackupResult
  >;
}

export async function recordSuccess(
  db: Db,
  step: BackupStep,
  { file, bytes, rows }: { file: string; bytes: number | null; rows: number | null },
): Promise<void> {
  await sql`
    insert into backup_steps (step, succeeded_at, file, bytes, rows)
    values (${step}, now(), ${file}, ${bytes}, ${rows})
    on conflict (step) do update set succeeded_at = excluded.succeeded_at, file = excluded.file,
      bytes = excluded.bytes, rows = excluded.rows, failed_at = null, failure = null`.execute(db);
}

export async function recordFailure(db: Db, step: BackupStep, failure: string): Promise<void> {
  await sql`
    insert into backup_steps (step, failed_at, failure) values (${step}, now(), ${failure})
    on conflict (step) do update set failed_at = excluded.failed_at, failure = excluded.failure`.execute(db);
}
