/** Nobody but the server gets in: whoever connects needs the password of a file that only the server's user can read. */
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

/** Of the server's role and of its database. */
export const NAME = 'ardhi';

const RULES = `# Written by Ardhi at each start that finds anything else here.
local all all scram-sha-256
host all all 127.0.0.1/32 scram-sha-256
`;

const passwordFile = (folder: string) => `${folder}.password`;
const rulesFile = (folder: string) => join(folder, 'pg_hba.conf');

/** Undefined where a release that asked for none made the database. */
export const passwordOf = (folder: string): string | undefined => textOf(passwordFile(folder));

export const isClosed = ({ folder }: Cluster) =>
  passwordOf(folder) !== undefined && textOf(rulesFile(folder)) === RULES;

/**
 * Sets the password while PostgreSQL listens to nobody, and then asks everybody for it. `built` is the data directory,
 * which has another name while it is being made. The server owns its database and is no superuser, as on any other
 * PostgreSQL.
 */
export async function closeToStrangers(cluster: Cluster, built = cluster.folder): Promise<void> {
  const password = madePassword(cluster.folder);
  // Of these, those that are done already fail alone.
  const statements = [
    `create role ${NAME} login`,
    `create database ${NAME} owner ${NAME}`,
    `alter role ${NAME} password '${password}'`,
    `alter role postgres password '${password}'`,
  ];
  await run(program(cluster.binaries, 'postgres'), ['--single', '-D', built, 'postgres'], {
    cwd: built,
    user: cluster.user,
    input: `${statements.join('\n')}\n`,
    fault: (output, code) => new Error(`PostgreSQL did not start: ${firstFault(output, code)}`),
  });
  // Made anew and not written over: root follows no link that the database's user may have put there.
  rmSync(rulesFile(built), { force: true });
  writeFileSync(rulesFile(built), RULES, { mode: 0o600, flag: 'wx' });
  if (cluster.user) lchownSync(rulesFile(built), cluster.user.uid, cluster.user.gid);
}

/** Of two servers that start at once, one makes it and both read it. */
function madePassword(folder: string): string {
  const file = passwordFile(folder);
  if (!existsSync(file)) {
    const partial = `${file}.${randomBytes(4).toString('hex')}`;
    writeFileSync(partial, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' });
    // Root may start it once, and the user whose folder it is the next time.
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

/** Undefined where there is no such file. */
export function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
