/** What can be known to be wrong before anything is started: an address to listen at, a database to use. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import pg from 'pg';
import { type Env, EnvError } from './env.ts';

const OLDEST_POSTGRES = 15;
const CONNECT_LIMIT_MS = 5_000;

/** What an error says, without line ends. One that stands for several, as for two addresses of a host, says nothing itself. */
export function oneLine(error: unknown): string {
  const { message, errors = [] } = error as Error & { errors?: Error[] };
  return (message || errors.map((each) => each.message).join(', ') || String(error)).replace(/\s+/g, ' ');
}

/** Listens for a moment, so that a wrong HOST or PORT is told before a database is made. */
export async function checkAddress(env: Pick<Env, 'host' | 'port'>): Promise<void> {
  const server = createServer();
  try {
    server.listen({ host: env.host, port: env.port });
    await once(server, 'listening');
  } catch (error) {
    throw addressFault(error, env);
  } finally {
    server.close();
  }
}

export function addressFault(error: unknown, { host, port }: Pick<Env, 'host' | 'port'>): Error {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === 'getaddrinfo')
    return new EnvError(`HOST ${host} is a name that is not found (${code}): use 127.0.0.1 or 0.0.0.0`);
  switch (code) {
    case 'EADDRINUSE':
      return new EnvError(`PORT ${port} is taken: stop the other program or set another PORT`);
    case 'EACCES':
      return new EnvError(`PORT ${port} needs more rights: use one above 1023`);
    default:
      return new EnvError(
        `HOST ${host} is not an address of this machine (${oneLine(error)}): use 127.0.0.1 or 0.0.0.0`,
      );
  }
}

/** Asks the PostgreSQL of DATABASE_URL whether it will do; the embedded one looks after itself. */
export async function checkDatabase(
  env: DatabaseUrls,
  use: 'read' | 'write',
  limitMs = CONNECT_LIMIT_MS,
): Promise<void> {
  if (env.databaseUrl) await askDatabase('DATABASE_URL', env.databaseUrl, use, limitMs);
  if (env.databaseDirectUrl && !env.databaseUrl)
    throw new EnvError('DATABASE_DIRECT_URL is set without DATABASE_URL: set both, or neither');
  if (env.databaseDirectUrl) await askDatabase('DATABASE_DIRECT_URL', env.databaseDirectUrl, use, limitMs);
}

type DatabaseUrls = Pick<Env, 'databaseUrl' | 'databaseDirectUrl'>;

async function askDatabase(
  name: string,
  connectionString: string,
  use: 'read' | 'write',
  limitMs: number,
): Promise<void> {
  let client: pg.Client;
  try {
    client = new pg.Client({ connectionString, connectionTimeoutMillis: limitMs });
    client.on('error', () => undefined);
    await client.connect();
  } catch (error) {
    throw connectFault(error, name);
  }
  const { rows } = await client.query<DatabaseKind>(KIND).finally(() => client.end());
  const fault = unfit(rows[0]!, use);
  if (fault) throw new EnvError(`${name} leads to ${fault}`);
}

interface DatabaseKind {
  major: number;
  isReadOnly: boolean;
}

const KIND = `select current_setting('server_version_num')::int / 10000 as major,
                     current_setting('transaction_read_only') = 'on' as "isReadOnly"`;

export function unfit({ major, isReadOnly }: DatabaseKind, use: 'read' | 'write'): string | null {
  if (major < OLDEST_POSTGRES) return `PostgreSQL ${major}: use version ${OLDEST_POSTGRES} or newer`;
  if (isReadOnly && use === 'write')
    return 'a database that may only be read: use the one that is written to';
  return null;
}

function connectFault(error: unknown, name: string): Error {
  const said = oneLine(error);
  const { code, severity } = error as { code?: string; severity?: string };
  if (code === '3D000')
    return new EnvError(`${name} names a database that is not there (${said}): create it, or mend the name`);
  if (severity)
    return new EnvError(`${name} is refused by its PostgreSQL (${said}): mend its user or password`);
  return new EnvError(`${name} leads to no usable PostgreSQL (${said}): start it, or mend the address`);
}

const NO_RIGHTS = ['42501', '3F000'];

/** Tables cannot be made by whoever does not own the database or a schema in it. */
export function migrationFault(error: unknown, env: DatabaseUrls): unknown {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  if (!env.databaseUrl || !NO_RIGHTS.includes(code ?? cause?.code ?? '')) return error;
  const name = env.databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
  return new EnvError(
    `${name} has a user who may not make tables (${oneLine(error)}): make that user the owner of the database`,
  );
}
