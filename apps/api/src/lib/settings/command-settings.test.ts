import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCommandSettings } from './command-settings.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ardhi-settings-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const serviceWith = (text: string) => {
  const file = join(folder, 'ardhi.env');
  writeFileSync(file, text);
  return { file, dataDir: '/var/lib/ardhi' };
};
const noService = { file: '/nowhere/ardhi.env', dataDir: '/var/lib/ardhi' };
const EXTERNAL = `# The service's database
DATABASE_URL="postgres://ardhi_app:a%23b@db.example/ardhi"
DATABASE_OWNER_URL=postgres://ardhi:c@db.example/ardhi
APP_SECRET=
METRICS_TOKEN=one#two
`;

test('without the file of the service, commands use the environment and the default folder', () => {
  const { env, file } = readCommandSettings('/checkout/data', { LOG_LEVEL: 'warn' }, noService);
  expect([env.dataDir, env.databaseUrl, env.logLevel, file]).toEqual(['/checkout/data', null, 'warn', null]);
});

describe('with the file of the service', () => {
  test('its database is used, and its signs are read as systemd reads them', () => {
    const { env, file } = readCommandSettings('/root/.ardhi', { LOG_LEVEL: 'warn' }, serviceWith(EXTERNAL));
    expect(env.databaseUrl).toBe('postgres://ardhi_app:a%23b@db.example/ardhi');
    expect(env.databaseOwnerUrl).toBe('postgres://ardhi:c@db.example/ardhi');
    expect([env.metricsToken, env.appSecrets, env.logLevel]).toEqual(['one#two', [], 'warn']);
    expect(file).toBe(join(folder, 'ardhi.env'));
  });

  test('an embedded database is in the data folder of its unit', () => {
    const { env } = readCommandSettings('/root/.ardhi', {}, serviceWith('#DATABASE_URL=postgres://x/y\n'));
    expect([env.dataDir, env.databaseUrl]).toEqual(['/var/lib/ardhi', null]);
  });

  test('a database of the environment never mixes with addresses of the file', () => {
    const service = serviceWith(EXTERNAL);
    const drill = readCommandSettings('/root/.ardhi', { DATABASE_URL: 'postgres://a:b@c/drill' }, service);
    expect([drill.env.databaseUrl, drill.env.databaseOwnerUrl, drill.file]).toEqual([
      'postgres://a:b@c/drill',
      null,
      null,
    ]);
    const embedded = readCommandSettings('/root/.ardhi', { DATA_DIR: '/srv/copy' }, service);
    expect([embedded.env.dataDir, embedded.env.databaseUrl]).toEqual(['/srv/copy', null]);
  });
});
