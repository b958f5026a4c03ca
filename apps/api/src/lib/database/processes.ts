/**
 * Server processes of this database. Each names itself on its listening connection, so that the list needs no table and
 * a process that ends or dies disappears from it at once.
 */
import { hostname } from 'node:os';
import { sql } from 'kysely';
import { secretFingerprint } from '../settings/app-secret.ts';
import type { Env } from '../settings/env.ts';
import type { Db } from './db.ts';

export interface ServerProcess {
  /** Host and port. */
  name: string;
  version: string;
  /** Fingerprint of APP_SECRET. */
  secret: string;
}

/** PostgreSQL cuts it after 63 characters, so the host comes last. */
export const processName = (env: Env, version: string): string =>
  `ardhi ${version} ${secretFingerprint(env)} ${env.port}@${hostname()}`;

/** Sees the connections of the own role and of its members. */
export async function listProcesses(db: Db): Promise<ServerProcess[]> {
  const { rows } = await sql<{ application_name: string }>`
    select application_name from pg_stat_activity
    where datname = current_database() and application_name like 'ardhi %@%' order by application_name`.execute(
    db,
  );
  return rows.flatMap(({ application_name }) => {
    const [, version, secret, port, host] =
      /^ardhi (\S+) ([0-9a-f]{8}) (\d+)@(\S+)$/.exec(application_name) ?? [];
    return version && secret ? [{ name: `${host}:${port}`, version, secret }] : [];
  });
}
