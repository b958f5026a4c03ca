/** Startup checks of the listen address and the database. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ServerClient } from '@ardhi/embedded-postgres';
import { type Env, EnvError } from '../settings/env.ts';
import { HAS_SETTINGS, setRoleSettings } from './database.ts';
import { isDatabaseAway } from './db.ts';

const MIN_POSTGRES_VERSION = 15;
const CONNECT_LIMIT_MS = 5_000;
const RETRY_MS = 500;

/** Message on one line. An AggregateError, as for two addresses of one host, has no message of its own. */
export function oneLine(error: unknown): string {
  const { message, errors = [] } = error as Error & { errors?: Error[] };
  return (message || errors.map((each) => each.message).join(', ') || String(error)).replace(/\s+/g, ' ');
}

/** Listens briefly, so that a wrong HOST or PORT is reported before a database is created. */
export async function checkAddress(env: Pick<Env, 'host' | 'port'>): Promise<void> {
  const server = createServer();
  try {
    server.listen({ host: env.host, port: env.port });
    await once(server, 'listening');
  } catch (error) {
    throw listenError(error, env);
  } finally {
    server.close();
  }
}

export function listenError(error: unknown, { host, port }: Pick<Env, 'host' | 'port'>): Error {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === 'getaddrinfo')
    return new EnvError(
      `HOST ${host} is a host name that cannot be resolved (${code}): use 127.0.0.1 or 0.0.0.0`,
    );
  switch (code) {
    case 'EADDRINUSE':
      return new EnvError(`PORT ${port} is in use: stop the other program or set another PORT`);
    case 'EACCES':
      return new EnvError(`PORT ${port} is reserved for root: use a port above 1023`);
    default:
      return new EnvError(
        `HOST ${host} is not an address of this machine (${oneLine(error)}): use 127.0.0.1 or 0.0.0.0`,
      );
  }
}

type DatabaseSettings = Pick<Env, 'databaseUrl' | 'databaseDirectUrl' | 'databasePooler'> &
  Partial<Pick<Env, 'databaseOwnerUrl'>>;
type ReplicaSettings = Pick<Env, 'databaseUrl' | 'databaseReadUrl' | 'databasePooler'>;

/** Retry options for a database that is not available yet: the server waits for it, a command does not. */
export interface RetryOptions {
  waitMs?: number;
  limitMs?: number;
  signal?: AbortSignal;
  note?: (line: string) => void;
}

/** Checks that the PostgreSQL of DATABASE_URL is usable; the embedded one needs no check. */
export async function checkDatabase(
  { databaseUrl, databaseDirectUrl, databaseOwnerUrl, databasePooler }: DatabaseSettings,
  use: 'read' | 'write',
  waiting: RetryOptions = {},
): Promise<{ pooled: boolean }> {
  if (databaseOwnerUrl && !databaseUrl)
    throw new EnvError('DATABASE_OWNER_URL is set without DATABASE_URL: set both, or neither');
  if (databaseDirectUrl && !databaseUrl)
    throw new EnvError('DATABASE_DIRECT_URL is set without DATABASE_URL: set both, or neither');
  if (!databaseUrl) return { pooled: false };
  const mayBePooled = databasePooler === 'detect' || databasePooler === 'transaction';
  const identities: Record<string, string> = {};
  if (databaseOwnerUrl) {
    const { isPooled, identity } = await probeDatabase('DATABASE_OWNER_URL', databaseOwnerUrl, use, waiting);
    identities.DATABASE_OWNER_URL = identity;
    if (isPooled && mayBePooled)
      throw new EnvError('DATABASE_OWNER_URL points to a pooler: set it to the address of PostgreSQL itself');
  }
  if (databaseDirectUrl) {
    const { isPooled, identity } = await probeDatabase(
      'DATABASE_DIRECT_URL',
      databaseDirectUrl,
      use,
      waiting,
    );
    identities.DATABASE_DIRECT_URL = identity;
    if (isPooled && mayBePooled)
      throw new EnvError(
        'DATABASE_DIRECT_URL points to a pooler: set it to the address of PostgreSQL itself',
      );
    // Must precede the first connection through the pooler, which reuses the connections it has.
    if (mayBePooled && use === 'write') await setRoleSettings(databaseDirectUrl);
  }
  const { isPooled, hasSettings, identity } = await probeDatabase('DATABASE_URL', databaseUrl, use, waiting);
  for (const [name, other] of Object.entries(identities))
    if (other !== identity)
      throw new EnvError(
        `${name} and DATABASE_URL point to different databases: name the same database in both`,
      );
  const pooled = databasePooler === 'transaction' || (databasePooler === 'detect' && isPooled);
  if (pooled && !databaseDirectUrl)
    throw new EnvError(
      'DATABASE_URL goes through a pooler, and DATABASE_DIRECT_URL is not set: set it to the address of PostgreSQL itself, for events, jobs and migrations (or, where the pooler keeps sessions apart, DATABASE_POOLER=session)',
    );
  if (pooled && use === 'write' && !hasSettings)
    throw new EnvError(
      'DATABASE_URL points to a pooler whose connections are older than the settings of its role: let it reconnect (PgBouncer: RECONNECT), and name the same user in DATABASE_DIRECT_URL',
    );
  return { pooled };
}

/** An unavailable replica is reported and not used; a wrongly configured one stops the start. */
export async function checkReplica(
  { databaseUrl, databaseReadUrl, databasePooler }: ReplicaSettings,
  note: (line: string) => void,
): Promise<void> {
  if (!databaseReadUrl) return;
  const name = 'DATABASE_READ_URL';
  if (!databaseUrl) throw new EnvError(`${name} is set without DATABASE_URL: set both, or neither`);
  try {
    const { isPooled } = await probeDatabase(name, databaseReadUrl, 'read', {});
    if (isPooled && databasePooler !== 'session')
      throw new PooledError(
        `${name} points to a pooler: set it to the address of a replica itself, since its position is read before each read`,
      );
  } catch (error) {
    if (error instanceof PooledError) throw error;
    note(`${oneLine(error)}. Officials' reads go to DATABASE_URL meanwhile.`);
  }
}

class PooledError extends EnvError {}

async function probeDatabase(
  name: string,
  connectionString: string,
  use: 'read' | 'write',
  waiting: RetryOptions,
): Promise<DatabaseKind & { isPooled: boolean }> {
  const { kind, processID } = await retryUntilAvailable(name, waiting, async (connectionTimeoutMillis) => {
    const client = new ServerClient({ connectionString, connectionTimeoutMillis });
    await client.connect();
    const { rows } = await client.query<DatabaseKind>(KIND_QUERY).finally(() => client.end());
    return { kind: rows[0]!, processID: (client as { processID?: number }).processID };
  }).catch((error) => {
    throw connectFault(error, name);
  });
  const fault = unsuitableReason(kind, use);
  if (fault) throw new EnvError(`${name} points to ${fault}`);
  return { ...kind, isPooled: kind.backend !== processID };
}

async function retryUntilAvailable<T>(
  name: string,
  { waitMs = 0, limitMs = CONNECT_LIMIT_MS, signal, note }: RetryOptions,
  probe: (limitMs: number) => Promise<T>,
): Promise<T> {
  const end = Date.now() + waitMs;
  for (let isReported = false; ; isReported = true) {
    try {
      return await probe(limitMs);
    } catch (error) {
      if (!isDatabaseAway(error) || Date.now() >= end) throw error;
      if (!isReported) note?.(`${name}: waiting for PostgreSQL (${oneLine(error)})`);
      await pause(RETRY_MS, undefined, { signal });
    }
  }
}

interface DatabaseKind {
  major: number;
  isReadOnly: boolean;
  hasSettings: boolean;
  /** Cluster and database: the same under every address and role. */
  identity: string;
  /** Process id of the session; a pooler reports a different one to its clients. */
  backend: number;
}

const KIND_QUERY = `select current_setting('server_version_num')::int / 10000 as major,
                     current_setting('transaction_read_only') = 'on' as "isReadOnly",
                     ${HAS_SETTINGS} as "hasSettings",
                     (select system_identifier from pg_control_system()) || '/' || (
                       select oid from pg_database where datname = current_database()) as identity,
                     pg_backend_pid() as backend`;

export function unsuitableReason(
  { major, isReadOnly }: Pick<DatabaseKind, 'major' | 'isReadOnly'>,
  use: 'read' | 'write',
): string | null {
  if (major < MIN_POSTGRES_VERSION)
    return `PostgreSQL ${major}: use version ${MIN_POSTGRES_VERSION} or newer`;
  if (isReadOnly && use === 'write')
    return 'a database that may only be read: use the one that is written to';
  return null;
}

function connectFault(error: unknown, name: string): Error {
  const reason = oneLine(error);
  const { code, severity } = error as { code?: string; severity?: string };
  if (code === '3D000')
    return new EnvError(
      `${name} names a database that does not exist (${reason}): create it, or correct the name`,
    );
  if (severity)
    return new EnvError(`${name} is refused by its PostgreSQL (${reason}): correct its user or password`);
  return new EnvError(
    `${name} does not reach a usable PostgreSQL (${reason}): start it, or correct the address`,
  );
}

const NO_RIGHTS = ['42501', '3F000'];

/** Explains a missing privilege: only the owner of the database or of a schema can create tables. */
export function migrationError(error: unknown, env: DatabaseSettings): unknown {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  if (!env.databaseUrl || !NO_RIGHTS.includes(code ?? cause?.code ?? '')) return error;
  const name = env.databaseOwnerUrl
    ? 'DATABASE_OWNER_URL'
    : env.databaseDirectUrl
      ? 'DATABASE_DIRECT_URL'
      : 'DATABASE_URL';
  return new EnvError(
    `${name} has a user who may not make tables (${oneLine(error)}): make that user the owner of the database${env.databaseOwnerUrl ? '' : ', or name the owner in DATABASE_OWNER_URL'}`,
  );
}
