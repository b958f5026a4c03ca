/** Checks of an installation. `npm run doctor` and the operator's page show the same results. */
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CHECKS, type CheckName, type CheckState } from '@ardhi/contract';
import { readMigrations } from '@ardhi/embedded-postgres';
import { sql } from 'kysely';
import { connect } from '../../lib/database/database.ts';
import type { Db } from '../../lib/database/db.ts';
import { isNearlyFull } from '../../lib/database/disk-space.ts';
import { oneLine } from '../../lib/database/preflight.ts';
import { listProcesses } from '../../lib/database/processes.ts';
import { isAuditLogSeparated } from '../../lib/database/roles.ts';
import {
  isMailHoldStored,
  isMaintenanceStored,
  listStoredSettings,
} from '../../lib/database/stored-settings.ts';
import { listFailedTasks, MAIL_FLAG } from '../../lib/jobs/jobs.ts';
import { checkMailServer } from '../../lib/jobs/mail.ts';
import { existingFingerprint } from '../../lib/settings/app-secret.ts';
import type { Env } from '../../lib/settings/env.ts';
import { misspelledSettings, settingNames } from '../../lib/settings/setting-names.ts';
import type { MessageKey } from '../../lib/text/i18n.ts';
import { VERIFY_RESULTS } from '../../records/audit/verify.ts';
import { openBasemap } from '../basemap/archive.ts';
import { readDiskSpace } from './disk.ts';
import { readBackupHistory } from './last-backup.ts';

export interface CheckContext {
  env: Env;
  /** The environment of the process. */
  variables: Record<string, string | undefined>;
  /** As the role of the server; an error if there is no database to ask. */
  db: Db | Error;
}

/** A text, with values that are formatted in the reader's language. */
export interface Line {
  key: MessageKey;
  values?: Record<string, string | number | Date>;
}

export interface Finding {
  state: CheckState;
  lines: Line[];
}

/** Time limit of one check, shorter than that of a request. */
const LIMIT_MS = 5_000;
const DAY_MS = 24 * 60 * 60 * 1000;

export async function runChecks(context: CheckContext): Promise<Record<CheckName, Finding>> {
  const findings = await Promise.all(
    CHECKS.map(async (name) => {
      const late = pause(LIMIT_MS, finding('unknown', 'doctor.late'), { ref: false });
      const found = Promise.race([checks[name](context), late]);
      return [name, await found.catch((error) => failed(name, oneLine(error)))] as const;
    }),
  );
  return Object.fromEntries(findings) as Record<CheckName, Finding>;
}

const line = (key: MessageKey, values?: Line['values']): Line => ({ key, ...(values && { values }) });
const finding = (state: CheckState, key: MessageKey, values?: Line['values']): Finding => ({
  state,
  lines: [line(key, values)],
});

/** Only the database check is about the database: the others cannot tell. */
const failed = (name: CheckName, reason: string): Finding =>
  name === 'database'
    ? finding('fault', 'doctor.database.away', { reason })
    : finding('unknown', 'doctor.unknown', { reason });

function dbOf({ db }: CheckContext): Db {
  if (db instanceof Error) throw db;
  return db;
}

const checks: Record<CheckName, (context: CheckContext) => Promise<Finding>> = {
  settings: checkSettings,
  database: checkDatabase,
  migrations: checkMigrations,
  roles: checkRoles,
  replicas: checkReplicas,
  disk: checkDisk,
  secret: checkSecret,
  mail: checkMail,
  map: checkMap,
  jobs: checkJobs,
  clock: checkClock,
  backup: (context) => checkBackup(context, 'backup', 2 * DAY_MS),
  drill: (context) => checkBackup(context, 'drill', 9 * DAY_MS),
  audit: checkAuditLog,
};

async function checkSettings({ env, variables, db }: CheckContext): Promise<Finding> {
  const set = settingNames().filter((name) => variables[name]?.trim());
  const stored = env.deployed && !(db instanceof Error) ? await listStoredSettings(db, env) : [];
  const isMaintained = env.maintenance || (!(db instanceof Error) && (await isMaintenanceStored(db)));
  const warnings = [
    ...misspelledSettings(variables).map((found) => line('doctor.settings.misspelled', { ...found })),
    ...(isMaintained ? [line('doctor.settings.maintenance')] : []),
    ...(stored.length > 0 ? [line('doctor.settings.stored', { names: stored.join(', ') })] : []),
    ...(env.deployed && env.governmentSignup.mode === 'open' ? [line('doctor.settings.open')] : []),
  ];
  const names = line('doctor.settings.set', { count: set.length, names: set.join(', ') });
  const deployed = line(env.deployed ? 'doctor.settings.deployed' : 'doctor.settings.loopback');
  return { state: warnings.length > 0 ? 'warning' : 'ok', lines: [...warnings, deployed, names] };
}

const MAX_CONNECTION_SHARE = 0.8;

async function checkDatabase(context: CheckContext): Promise<Finding> {
  const { rows } = await sql<{ version: string; bytes: number; used: number; max: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select count(*) from pg_stat_activity where backend_type = 'client backend') as used,
      current_setting('max_connections')::int as max`.execute(dbOf(context));
  const { version, bytes, used, max } = rows[0]!;
  const kind = context.env.databaseUrl ? 'external' : 'embedded';
  const found = line('doctor.database.ok', {
    // Debian appends the version of its package.
    version: version.split(' ')[0]!,
    kind,
    size: sizeText(bytes),
    used,
    max,
  });
  const isFull = used > MAX_CONNECTION_SHARE * max;
  return isFull
    ? { state: 'warning', lines: [found, line('doctor.database.connections')] }
    : { state: 'ok', lines: [found] };
}

/** In the bundle this file is part of one that is directly below the app. */
const migrationsFolder = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../../migrations' : '../migrations', import.meta.url),
);

async function checkMigrations(context: CheckContext): Promise<Finding> {
  const { rows: applied } = await sql<{ number: number; name: string }>`
    select number, name from migrations order by number`.execute(dbOf(context));
  const known = readMigrations(migrationsFolder);
  // A baseline replaces the migrations before it.
  const first = known[0]?.number ?? 0;
  const pending = known.filter(({ number }) => !applied.some((row) => row.number === number));
  const newer = applied.filter(
    ({ number }) => number >= first && !known.some((one) => one.number === number),
  );
  if (pending.length > 0)
    return finding('fault', 'doctor.migrations.pending', { count: pending.length, name: pending[0]!.name });
  if (newer.length > 0) return finding('warning', 'doctor.migrations.newer', { name: newer.at(-1)!.name });
  return finding('ok', 'doctor.migrations.ok', { name: known.at(-1)?.name ?? '' });
}

async function checkRoles(context: CheckContext): Promise<Finding> {
  const db = dbOf(context);
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db);
  const isSeparated = await isAuditLogSeparated(db);
  return finding(isSeparated ? 'ok' : 'warning', isSeparated ? 'doctor.roles.ok' : 'doctor.roles.shared', {
    role: rows[0]!.role,
  });
}

const MAX_LAG_MS = 1_000;
const POLL_MS = 50;

/** Measures whether the replica replays the primary's present position within a second. */
async function checkReplicas(context: CheckContext): Promise<Finding> {
  const { databaseReadUrl } = context.env;
  if (!databaseReadUrl) return finding('off', 'doctor.replicas.off');
  const primary = dbOf(context);
  const replica = connect(databaseReadUrl, { max: 1, waitMs: LIMIT_MS });
  try {
    const { rows } = await sql<{ position: string }>`select pg_current_wal_flush_lsn() as position`.execute(
      primary,
    );
    for (const end = Date.now() + MAX_LAG_MS; ; await pause(POLL_MS)) {
      const behind = await bytesBehind(replica.db, rows[0]!.position);
      if (behind === null) return finding('warning', 'doctor.replicas.primary');
      if (behind <= 0) return finding('ok', 'doctor.replicas.ok');
      if (Date.now() >= end) return finding('warning', 'doctor.replicas.late', { size: sizeText(behind) });
    }
  } catch (error) {
    return finding('warning', 'doctor.replicas.away', { reason: oneLine(error) });
  } finally {
    await replica.close();
  }
}

/** Null if the server is not a replica. */
async function bytesBehind(replica: Db, position: string): Promise<number | null> {
  const { rows } = await sql<{ behind: number | null }>`
    select case when pg_is_in_recovery() then pg_wal_lsn_diff(${position}::pg_lsn, pg_last_wal_replay_lsn())
      end::float8 as behind`.execute(replica);
  return rows[0]!.behind;
}

async function checkDisk({ env }: CheckContext): Promise<Finding> {
  if (env.databaseUrl) return finding('unknown', 'doctor.disk.external');
  const found = await readDiskSpace(env.dataDir);
  const space = line('doctor.disk.space', {
    free: sizeText(found.freeBytes),
    total: sizeText(found.sizeBytes),
    folder: env.dataDir,
  });
  if (!isNearlyFull(found)) return { state: 'ok', lines: [space] };
  const state = found.freeBytes < found.reserveBytes ? 'fault' : 'warning';
  return { state, lines: [space, line('doctor.disk.low')] };
}

async function checkSecret(context: CheckContext): Promise<Finding> {
  const own = existingFingerprint(context.env);
  const processes = await listProcesses(dbOf(context));
  if (processes.length === 0) return finding('warning', 'doctor.secret.none');
  const secrets = new Set([...processes.map(({ secret }) => secret), ...(own ? [own] : [])]);
  const versions = new Set(processes.map(({ version }) => version));
  const list = processes.map(({ name, version, secret }) => `${name} (${version}, ${secret})`).join(', ');
  const running = line('doctor.secret.processes', { count: processes.length, list });
  if (secrets.size > 1)
    return { state: 'fault', lines: [line('doctor.secret.differs', { own: own ?? '–' }), running] };
  if (versions.size > 1) return { state: 'warning', lines: [line('doctor.secret.versions'), running] };
  return { state: 'ok', lines: [line('doctor.secret.same'), running] };
}

async function checkMail({ env, db }: CheckContext): Promise<Finding> {
  if (!env.smtpUrl) return finding('off', 'doctor.mail.off');
  if (!(db instanceof Error) && (await isMailHoldStored(db))) return finding('warning', 'doctor.mail.held');
  const { host } = new URL(env.smtpUrl);
  try {
    await checkMailServer(env.smtpUrl, LIMIT_MS - 1_000);
    return finding('ok', 'doctor.mail.ok', { host, from: env.mailFrom });
  } catch (error) {
    return finding('fault', 'doctor.mail.failed', { host, reason: oneLine(error) });
  }
}

/** The file as it is now, and one tile of each server. */
async function checkMap({ env: { basemapFile, basemapUrl, imagery } }: CheckContext): Promise<Finding> {
  const findings = await Promise.all([
    ...(basemapFile ? [checkBasemapFile(basemapFile)] : []),
    ...(basemapUrl ? [checkMapServer('BASEMAP_URL', basemapUrl)] : []),
    ...(imagery ? [checkMapServer('IMAGERY_URL', imagery.url)] : []),
  ]);
  if (findings.length === 0) return finding('off', 'doctor.map.bundled');
  const order: CheckState[] = ['fault', 'warning', 'unknown', 'ok'];
  return {
    state: order.find((state) => findings.some((one) => one.state === state))!,
    lines: findings.flatMap(({ lines }) => lines),
  };
}

async function checkBasemapFile(path: string): Promise<Finding> {
  try {
    const file = await openBasemap(path);
    await file.close();
    const { bytes, minZoom, maxZoom } = file;
    return finding('ok', 'doctor.map.file', { path, size: sizeText(bytes), minZoom, maxZoom });
  } catch (error) {
    return finding('fault', 'doctor.map.fileFailed', { reason: oneLine(error) });
  }
}

/** Nairobi, at a zoom that every tile server has. */
const SAMPLE_TILE = { '{z}': '6', '{x}': '38', '{y}': '32' };

/** The address may contain a key, so only its host is shown. */
async function checkMapServer(setting: string, url: string): Promise<Finding> {
  if (url.startsWith('/')) return finding('unknown', 'doctor.map.ownPath', { setting });
  const address = url.replace(/\{[zxy]\}/g, (part) => SAMPLE_TILE[part as keyof typeof SAMPLE_TILE]);
  const { host } = new URL(address);
  try {
    const { ok, status } = await fetch(address, { signal: AbortSignal.timeout(LIMIT_MS - 1_000) });
    return ok
      ? finding('ok', 'doctor.map.server', { setting, host })
      : finding('warning', 'doctor.map.refused', { setting, host, status });
  } catch (error) {
    const reason = oneLine((error as Error).cause ?? error);
    return finding('warning', 'doctor.map.away', { setting, host, reason });
  }
}

const MAX_DUE_MINUTES = 15;

async function checkJobs(context: CheckContext): Promise<Finding> {
  const db = dbOf(context);
  const tasks = await listFailedTasks(db);
  const { rows } = await sql<{ minutes: number }>`
    select coalesce(floor(extract(epoch from now() - min(run_at)) / 60), 0)::int as minutes
    from graphile_worker._private_jobs
    where attempts < max_attempts and run_at <= now() and locked_at is null
      -- Held mail waits for the operator.
      and not (coalesce(flags ? ${MAIL_FLAG}, false) and ${await isMailHoldStored(db)})`.execute(db);
  const { minutes } = rows[0]!;
  const given = (count: 'failed' | 'retrying') => {
    const found = tasks.filter((task) => task[count] > 0);
    return {
      count: found.reduce((sum, task) => sum + task[count], 0),
      tasks: found.map(({ task }) => task).join(', '),
    };
  };
  const [failedJobs, retriedJobs] = [given('failed'), given('retrying')];
  const lines = [
    ...(failedJobs.count > 0 ? [line('doctor.jobs.failed', failedJobs)] : []),
    ...(retriedJobs.count > 0 ? [line('doctor.jobs.retrying', retriedJobs)] : []),
    ...(minutes >= MAX_DUE_MINUTES ? [line('doctor.jobs.late', { minutes })] : []),
  ];
  if (lines.length === 0) return finding('ok', 'doctor.jobs.ok');
  return { state: failedJobs.count > 0 ? 'fault' : 'warning', lines };
}

const MAX_CLOCK_SECONDS = { ok: 2, warning: 60 };

async function checkClock(context: CheckContext): Promise<Finding> {
  const before = Date.now();
  const { rows } = await sql<{ now: number }>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as now`.execute(dbOf(context));
  const after = Date.now();
  // Half of the round trip counts for each direction.
  const seconds = Math.abs(rows[0]!.now - (before + after) / 2) / 1000;
  const state =
    seconds <= MAX_CLOCK_SECONDS.ok ? 'ok' : seconds <= MAX_CLOCK_SECONDS.warning ? 'warning' : 'fault';
  const time = line('doctor.clock.time', { time: new Date(after), seconds: seconds.toFixed(1) });
  return { state, lines: state === 'ok' ? [time] : [time, line('doctor.clock.differs')] };
}

async function checkBackup(context: CheckContext, kind: 'backup' | 'drill', maxMs: number): Promise<Finding> {
  const { succeededAt, failures } = await readBackupHistory(dbOf(context), kind);
  const last = succeededAt
    ? line(`doctor.${kind}.last`, { time: succeededAt })
    : line(`doctor.${kind}.never`);
  const failed = failures.map(({ step, failedAt, failure }) =>
    line(`doctor.${step}.failed`, { time: failedAt, reason: failure }),
  );
  if (failed.length > 0) return { state: 'fault', lines: [...failed, last] };
  if (!succeededAt) return { state: 'warning', lines: [last] };
  return Date.now() - succeededAt.getTime() > maxMs
    ? { state: 'warning', lines: [last, line(`doctor.${kind}.old`)] }
    : { state: 'ok', lines: [last] };
}

async function checkAuditLog(context: CheckContext): Promise<Finding> {
  const last = await dbOf(context)
    .selectFrom('audit_verifications')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!last) return finding('unknown', 'doctor.audit.never');
  const time = new Date(last.verified_at);
  if (last.result === VERIFY_RESULTS.tampered)
    return finding('fault', 'doctor.audit.tampered', { time, count: last.faults });
  if (last.result === VERIFY_RESULTS.restored) return finding('warning', 'doctor.audit.restored', { time });
  return Date.now() - time.getTime() > 2 * DAY_MS
    ? finding('warning', 'doctor.audit.old', { time })
    : finding('ok', 'doctor.audit.ok', { time });
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

function sizeText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  const value = bytes / 1024 ** power;
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[power]}`;
}
