/** An outage of the database is two lines in the log of each process, with and without traffic. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@ardhi/embedded-postgres';
import { afterEach, expect, it } from 'vitest';
import { clientOf } from '../client.ts';
import { type RunningServer, startServer } from './server.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ardhi-outage-'));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Lines of a level above info, or without a level, after the start. */
function troubleOf(server: RunningServer): string[] {
  const [, ...lines] = server.output().split(/^Anyone who can reach .*\n/m);
  return lines
    .join('')
    .split('\n')
    .filter((line) => line && !line.startsWith('Audit log not separated'))
    .map((line) => (line.startsWith('{') ? JSON.parse(line).msg : line));
}

/** Longer than the pause after which an outage counts as over. */
const CALLS_DURING_OUTAGE = 30;

async function callFor(server: RunningServer): Promise<void> {
  let refused = 0;
  const call = async () => {
    const { status } = await clientOf(server.url).send('POST /auth/login', {
      body: { email: 'nobody@test.example', password: 'nothing' },
    });
    refused += status === 503 ? 1 : 0;
    return refused;
  };
  await expect.poll(call, { interval: 500 }).toBeGreaterThanOrEqual(CALLS_DURING_OUTAGE);
}

const isReady = async ({ url }: RunningServer) => (await clientOf(url).send('GET /ready')).status;

it('of an external database', async () => {
  const dataDir = newFolder();
  const start = () => startEmbeddedPostgres({ dataDir, log: () => undefined });
  let postgres = await start();
  cleanUps.push(() => postgres.stop());
  const variables = { DATABASE_URL: postgres.connectionString };
  const [busy, idle] = [await startServer(variables), await startServer(variables)];
  cleanUps.push(
    () => busy.end('SIGTERM'),
    () => idle.end('SIGTERM'),
  );
  await postgres.stop();
  await callFor(busy);
  postgres = await start();
  for (const server of [busy, idle]) {
    await expect.poll(() => isReady(server)).toBe(200);
    await server.says(/the database is reachable again/);
    expect(troubleOf(server)).toEqual(['the database is unreachable', 'the database is reachable again']);
  }
});
