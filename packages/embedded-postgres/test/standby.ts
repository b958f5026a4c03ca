/** A standby with streaming replication, run with the PostgreSQL programs of Ardhi. */
import { appendFileSync, chownSync, cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { clustersIn, homeFolder } from '../src/launcher/home.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/launcher.ts';

export interface Standby extends EmbeddedPostgres {
  /** Pauses WAL replay. */
  pause(): Promise<void>;
  resume(): Promise<void>;
}

/** Client that connects as the superuser. */
export function administrator(connectionString: string): pg.Client {
  const url = new URL(connectionString);
  url.username = 'postgres';
  return new pg.Client({ connectionString: url.href });
}

async function asAdministrator<T>(connectionString: string, work: (client: pg.Client) => Promise<T>) {
  const client = administrator(connectionString);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Starts a standby of the server on `primaryDir`. */
export async function startStandby(
  primary: Pick<EmbeddedPostgres, 'connectionString'>,
  { primaryDir, dataDir, settings = {} }: StandbyOptions,
): Promise<Standby> {
  const home = homeFolder(primaryDir);
  const cluster = `pg${clustersIn(home)[0]}`;
  const [from, to] = [join(home, cluster), join(dataDir, cluster)];
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  await asAdministrator(primary.connectionString, async (client) => {
    await client.query(`select pg_backup_start('standby', fast => true)`);
    copyCluster(from, to);
    const { rows } = await client.query('select labelfile from pg_backup_stop()');
    writeOwned(join(to, 'backup_label'), rows[0].labelfile);
    // After the copy: the standby's pg_hba.conf must stay as the launcher expects it.
    appendFileSync(join(from, 'pg_hba.conf'), 'local replication postgres scram-sha-256\n');
    await client.query('select pg_reload_conf()');
  });
  cpSync(`${from}.password`, `${to}.password`);
  const url = new URL(primary.connectionString);
  const host = url.searchParams.get('host');
  const address = `host=''${host}'' port=${url.port} user=postgres password=${url.password}`;
  writeOwned(join(to, 'standby.signal'), '');
  appendFileSync(join(to, 'postgresql.auto.conf'), `\nprimary_conninfo = '${address}'\n`);
  const standby = await startEmbeddedPostgres({ dataDir, log: () => undefined, settings });
  const run = (statement: string) =>
    asAdministrator(standby.connectionString, async (client) => void (await client.query(statement)));
  return {
    ...standby,
    pause: () => run('select pg_wal_replay_pause()'),
    resume: () => run('select pg_wal_replay_resume()'),
  };
}

export interface StandbyOptions {
  primaryDir: string;
  dataDir: string;
  settings?: Record<string, string>;
}

/** Changes made during the copy are in the WAL, which the standby replays. */
function copyCluster(from: string, to: string): void {
  const excluded = ['postmaster.pid', 'postmaster.opts'];
  cpSync(from, to, {
    recursive: true,
    filter: (path) => !excluded.some((name) => path.endsWith(name)) && !path.includes('.s.PGSQL'),
  });
  chownRecursive(to, statSync(from));
}

function chownRecursive(path: string, owner: { uid: number; gid: number; mode: number }): void {
  if (process.getuid?.() !== 0) return;
  const stats = statSync(path);
  chownSync(path, owner.uid, owner.gid);
  if (stats.isDirectory()) for (const name of readdirSync(path)) chownRecursive(join(path, name), owner);
}

function writeOwned(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 });
  const { uid, gid } = statSync(dirname(path));
  if (process.getuid?.() === 0) chownSync(path, uid, gid);
}
