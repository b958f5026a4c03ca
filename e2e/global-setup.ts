/** Runs `npm start` on a free port with an empty database, and stops it after the last test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { newDataFolder } from '../apps/api/test/process/data-folder.ts';
import { environmentOfTests } from '../apps/api/test/process/server.ts';

const START_TIMEOUT_MS = 300_000;

async function addressOf(server: ChildProcess): Promise<string> {
  if (!server.stdout) throw new Error('The server has no output');
  const timeout = AbortSignal.timeout(START_TIMEOUT_MS);
  for await (const line of createInterface({ input: server.stdout, signal: timeout })) {
    const address = /^Ardhi is at (http:\S+)/.exec(line)?.[1];
    if (address) return address;
  }
  throw new Error('The server ended before it said where it is');
}

/** Runs `npm start` until the returned function is called. */
async function startServer(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const server = spawn(process.execPath, ['scripts/start.mjs'], {
    env: {
      ...environmentOfTests(),
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      GOVERNMENT_SIGNUP: 'open',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  server.stderr.on('data', (chunk: Buffer) => {
    errors += chunk;
  });
  // The server's errors are printed only if it failed, so that a successful run is quiet.
  server.once('exit', (code) => {
    if (code) console.error(errors);
  });
  const url = await addressOf(server);
  server.stdout?.resume();
  return {
    url,
    async stop() {
      server.kill('SIGTERM');
      await once(server, 'exit');
    },
  };
}

export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  // See uniqueOrigin in boundaries-helpers.ts.
  process.env.E2E_CELL = String(100 * randomInt(100));
  // With E2E_BASE_URL the tests use an existing server.
  if (process.env.E2E_BASE_URL) return undefined;
  const template = newDataFolder('e2e');
  // The first start creates the database that all servers copy.
  await (await startServer(template)).stop();
  process.env.TEST_DATA_FOLDER = template;
  const folder = newDataFolder('e2e');
  const { url, stop } = await startServer(folder);
  process.env.E2E_BASE_URL = url;
  return async () => {
    await stop();
    for (const one of [folder, template]) rmSync(one, { recursive: true, force: true });
  };
}
