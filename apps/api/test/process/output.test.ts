/** The server's output: short lines at a terminal, JSON elsewhere. */
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf } from '../client.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { openEventStream } from '../event-stream.ts';
import { startServer } from './server.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const hasScript = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux');

async function outputOf(variables: Record<string, string>, options: { terminal?: boolean } = {}) {
  const server = await startServer({ DATABASE_URL: database.connectionString, ...variables }, options);
  for (const call of ['health', 'ready', 'config', 'none']) await fetch(`${server.url}/api/${call}`);
  if (variables.LOG_LEVEL === 'info') await server.says(/GET \/api\/none/);
  await server.end('SIGTERM');
  return server.output();
}

const HEALTH_CHECK = /GET \/(health|ready)/;
const INVITATION = /^Invitation for the first official: \S+/m;
const WARNING = /^Anyone who can reach this address can register as an official\./m;

describe.runIf(hasScript)('at a terminal', () => {
  it('shows a short line per request, and none for health checks', async () => {
    const output = await outputOf({ LOG_LEVEL: 'info' }, { terminal: true });
    expect(output).toMatch(/^\d\d:\d\d:\d\d GET \/config 200 \d+ ms\r?$/m);
    expect(output).not.toMatch(HEALTH_CHECK);
    expect(output).not.toContain('{');
    expect(output).toMatch(WARNING);
  });

  it('shows the address and the first invitation at every LOG_LEVEL', async () => {
    const output = await outputOf({ LOG_LEVEL: 'silent', GOVERNMENT_SIGNUP: 'invite' }, { terminal: true });
    expect(output).toMatch(/^Ardhi is at http:/m);
    expect(output).toMatch(INVITATION);
    expect(output).not.toContain('GET /');
  });
});

it('is JSON without a terminal, and includes the first invitation', async () => {
  const output = await outputOf({ LOG_LEVEL: 'info', GOVERNMENT_SIGNUP: 'invite' });
  expect(output).toMatch(/"call":"GET \/config","status":200/);
  expect(output).toMatch(HEALTH_CHECK);
  expect(output).toMatch(INVITATION);
});

it('has a line for the start and one for the end of an event stream, on either side', async () => {
  const server = await startServer({ DATABASE_URL: database.connectionString, LOG_LEVEL: 'info' });
  const farmer = await clientOf(server.url).as('farmer');
  const linesOf = (state: string) =>
    server
      .output()
      .split('\n')
      .filter((line) => line.includes('"GET /events"') && line.includes(state));
  const closedByBrowser = await openEventStream(server.url, farmer);
  expect(JSON.parse(linesOf('stream started')[0] ?? '')).toMatchObject({
    call: 'GET /events',
    status: 200,
    user: farmer.user._id,
  });
  expect(linesOf('stream ended')).toEqual([]);
  await closedByBrowser.close();
  await expect.poll(() => linesOf('stream ended')).toHaveLength(1);
  await openEventStream(server.url, farmer);
  await server.end('SIGTERM');
  expect(linesOf('stream started')).toHaveLength(2);
  expect(linesOf('stream ended')).toHaveLength(2);
  expect(linesOf('answered')).toEqual([]);
  const [reqId] = linesOf('stream').map((line) => JSON.parse(line).reqId);
  expect(linesOf(reqId)).toHaveLength(2);
});
