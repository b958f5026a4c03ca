/** A fictitious release's SQL folder, and a database to apply it to. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { migrate } from '../src/migrate.ts';
import { createDatabase } from './databases.ts';

export interface Release {
  /** Folder of the migrations; the folder `sql` is next to it. */
  directory: string;
  /** `path` is relative to the release: `migrations/0001_people.sql`, `sql/order.txt`. */
  write(path: string, text: string): void;
  /** Adds the next migration. */
  add(name: string, text: string): void;
  edit(path: string, change: (text: string) => string): void;
  remove(path: string): void;
  copy(): Release;
  clear(): void;
}

/** Takes the files as text, or the folder to copy them from. */
export function newRelease(files: Record<string, string> | string = {}): Release {
  const folder = mkdtempSync(join(tmpdir(), 'ardhi-release-'));
  for (const name of ['migrations', 'sql']) {
    mkdirSync(join(folder, name));
    if (typeof files === 'string') cpSync(join(files, name), join(folder, name), { recursive: true });
  }
  const release: Release = {
    directory: join(folder, 'migrations'),
    write: (path, text) => writeFileSync(join(folder, path), text),
    add(name, text) {
      const last = readdirSync(release.directory)
        .filter((file) => file.endsWith('.sql'))
        .sort()
        .at(-1);
      const number = Number.parseInt(last ?? '0', 10) + 1;
      release.write(`migrations/${String(number).padStart(4, '0')}_${name}.sql`, text);
    },
    edit: (path, change) => release.write(path, change(readFileSync(join(folder, path), 'utf8'))),
    remove: (path) => rmSync(join(folder, path)),
    copy: () => newRelease(folder),
    clear: () => rmSync(folder, { recursive: true }),
  };
  if (typeof files !== 'string') for (const [path, text] of Object.entries(files)) release.write(path, text);
  return release;
}

export interface BareDatabase {
  connectionString: string;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Opens a separate connection, closed with the database. */
  connect(): Promise<pg.Client>;
  /** Closes all connections. The next query opens a new one. */
  disconnect(): Promise<void>;
  upgrade(release: Release, options?: Parameters<typeof migrate>[2]): Promise<string[]>;
  drop(): Promise<void>;
}

/** Empty, or a copy of `template`, which must have no open connections. */
export async function bareDatabase(template?: string): Promise<BareDatabase> {
  const { connectionString, drop } = await createDatabase(inject('administratorUrl'), template);
  const clients: pg.Client[] = [];
  let ownClient: Promise<pg.Client> | undefined;
  const connect = async () => {
    const client = new pg.Client({ connectionString });
    client.on('error', () => undefined);
    await client.connect();
    clients.push(client);
    return client;
  };
  const disconnect = async () => {
    ownClient = undefined;
    for (const client of clients.splice(0)) await client.end();
  };
  return {
    connectionString,
    connect,
    disconnect,
    async query(text, values) {
      ownClient ??= connect();
      return (await (await ownClient).query(text, values)).rows;
    },
    upgrade: async (release, options) =>
      (await migrate(connectionString, release.directory, options)).applied,
    async drop() {
      await disconnect();
      await drop();
    },
  };
}
