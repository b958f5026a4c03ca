/** Password access to the embedded PostgreSQL: only the server's user can read the password file. */
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  lchownSync,
  linkSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type Cluster, program } from './binaries.ts';
import { firstFault, run } from './run.ts';

/** Name of the database and of the role that owns it and everything in it. */
export const NAME = 'ardhi';

/** The role that the server works as. It owns nothing, so the audit log can refuse its changes. */
export const APP_NAME = 'ardhi_app';

const RULES = `# Written by Ardhi at each start that finds anything else here.
local all all scram-sha-256
host all all 127.0.0.1/32 scram-sha-256
`;

const passwordFile = (folder: string) => `${folder}.password`;
const rulesFile = (folder: string) => join(folder, 'pg_hba.conf');

/** Undefined for a database created by an old release without passwords. */
export const passwordOf = (folder: string): string | undefined => textOf(passwordFile(folder));

export const isPasswordRequired = ({ folder }: Cluster) =>
  passwordOf(folder) !== undefined && textOf(rulesFile(folder)) === RULES;

/**
 * Sets the password in single-user mode, then requires it for every connection. `built` is the data directory, which
 * has a temporary name while it is being created. The owner of the database is not a superuser, as on an external
 * PostgreSQL.
 */
export async function requirePassword(cluster: Cluster, built = cluster.folder): Promise<void> {
  const password = readOrCreatePassword(cluster.folder);
  // A statement that was applied before fails without affecting the others.
  const statements = [
    `create role ${NAME} login`,
    `create database ${NAME} owner ${NAME}`,
    `create role ${APP_NAME} login`,
    `alter role ${NAME} password '${password}'`,
    `alter role ${APP_NAME} password '${password}'`,
    `alter role postgres password '${password}'`,
  ];
  await run(program(cluster.binaries, 'postgres'), ['--single', '-D', built, 'postgres'], {
    cwd: built,
    user: cluster.user,
    input: `${statements.join('\n')}\n`,
    fault: (output, code) => new Error(`PostgreSQL did not start: ${firstFault(output, code)}`),
  });
  // Created anew instead of overwritten, so that root never follows a link planted by the database's user.
  rmSync(rulesFile(built), { force: true });
  writeFileSync(rulesFile(built), RULES, { mode: 0o600, flag: 'wx' });
  if (cluster.user) lchownSync(rulesFile(built), cluster.user.uid, cluster.user.gid);
}

/** If two servers start at once, one creates the file and both read it. */
function readOrCreatePassword(folder: string): string {
  const file = passwordFile(folder);
  if (!existsSync(file)) {
    const partial = `${file}.${randomBytes(4).toString('hex')}`;
    writeFileSync(partial, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' });
    // The folder's owner must be able to start it after root did.
    const { uid, gid } = statSync(dirname(folder));
    if (process.getuid?.() === 0) chownSync(partial, uid, gid);
    try {
      linkSync(partial, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(partial);
    }
  }
  return readFileSync(file, 'utf8');
}

/** Undefined if the file does not exist. */
export function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
