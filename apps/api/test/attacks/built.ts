/**
 * The built server as a process, on loopback and deployed. Each test file in this folder covers attacks on one subject;
 * cases that apply to both modes run for `TESTED_MODES`.
 */
import type { Problem } from '@ardhi/contract';
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import { runAdmin } from '../../src/accounts/officials/admin.ts';
import { connect } from '../../src/lib/database/database.ts';
import type { Db } from '../../src/lib/database/db.ts';
import { type Env, readEnv } from '../../src/lib/settings/env.ts';
import { type Client, clientOf, type Person } from '../client.ts';
import { appUrlOf, createTestDatabase, type Queries, queriesOf } from '../database.ts';
import { LOOPBACK_SETTINGS } from '../loopback-settings.ts';
import { type MailServer, startMailServer } from '../mail-server.ts';
import { startServer } from '../process/server.ts';

export { PASSWORD, type Person, personAt } from '../client.ts';

export interface Built extends Client, Queries {
  /** Origin that a browser would see. */
  origin: string;
  env: Env;
  db: Db;
  connectionString: string;
  /** Everything that the server has printed and logged so far. */
  output(): string;
  /** Runs one operator command and returns its output. */
  admin(...args: string[]): Promise<string[]>;
  close(): Promise<void>;
}

/** With `sharedWith` it is a second process on the database of another server, which must close later. */
export async function startBuilt(
  variables: Record<string, string>,
  sharedWith?: Pick<Built, 'connectionString'>,
): Promise<Built> {
  const database = sharedWith
    ? { connectionString: sharedWith.connectionString, drop: async () => {} }
    : await createTestDatabase();
  const { connectionString } = database;
  const settings = { GOVERNMENT_SIGNUP: '', LOG_LEVEL: 'info', ...variables };
  const roles = { DATABASE_URL: appUrlOf(connectionString), DATABASE_OWNER_URL: connectionString };
  const server = await startServer({ ...settings, ...roles });
  const env = readEnv(settings);
  const { db, close } = connect(connectionString);
  const admin = (...args: string[]) => runAdmin(connectionString, env, args);
  const client = clientOf(server.url);
  return {
    ...client,
    ...queriesOf(db),
    origin: env.publicUrl ?? server.url,
    env,
    db,
    connectionString,
    output: server.output,
    admin,
    as: async (role, name, more) => {
      if (role === 'farmer' || env.governmentSignup.mode !== 'invite') return client.as(role, name, more);
      return client.as(role, name, { invitation: lastToken((await admin('invite'))[0]!), ...more });
    },
    async close() {
      await server.end('SIGTERM');
      await close();
      await database.drop();
    },
  };
}

export const lastToken = (line: string) => line.split(' ').at(-1)!;

export type Mode = 'loopback' | 'deployed';
export const MODES: Mode[] = ['loopback', 'deployed'];
/** Modes for cases that apply to both: deployed, and in `npm run test:full` also loopback. */
export const TESTED_MODES: Mode[] = inject('isFull') ? MODES : ['deployed'];

/** With its safe defaults. */
export const DEPLOYED = { PUBLIC_URL: 'https://ardhi.example', TRUST_PROXY: '1' };

const SETTINGS: Record<Mode, Record<string, string>> = {
  loopback: {},
  deployed: { ...DEPLOYED, ...LOOPBACK_SETTINGS },
};

/** Starts the servers of a test file, with a mail server for them. Rate limits are reset before each test. */
export function startModes(ways: Mode[], variables: Record<string, string> = {}) {
  const running = {} as Record<Mode, Built> & { mail: MailServer };
  beforeAll(async () => {
    running.mail = await startMailServer();
    await Promise.all(
      ways.map(async (way) => {
        running[way] = await startBuilt({ SMTP_URL: running.mail.url, ...SETTINGS[way], ...variables });
      }),
    );
  });
  beforeEach(async () => {
    for (const way of ways) await running[way].db.deleteFrom('throttles').execute();
  });
  afterAll(async () => {
    await Promise.all(ways.map((way) => running[way]?.close()));
    await running.mail?.close();
  });
  return running;
}

/** Re-authenticates, as required before a reset code. */
export const confirm = (person: Person, proof: object) =>
  person.send<Problem>('POST /auth/confirm', { body: proof });
