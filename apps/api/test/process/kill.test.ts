/** kill -9 at any moment loses no acknowledged write. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runningEmbeddedPostgres } from '@ardhi/embedded-postgres';
import pg from 'pg';
import { afterAll, expect, inject, it } from 'vitest';
import { type RunningServer, startServer } from './server.ts';

const KILLS = inject('isFull') ? 200 : 2;
const WRITERS = 4;
const dataDir = mkdtempSync(join(tmpdir(), 'ardhi-kill-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function register(url: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'A',
      email: 'a@gov.ke',
      password: 'secret',
      role: 'government',
      department: 'Lands',
    }),
  });
  return ((await response.json()) as { token: string }).token;
}

/** Writes until the server is gone and adds every confirmed write to `acknowledged`. */
async function write(url: string, token: string, acknowledged: Set<string>): Promise<void> {
  for (;;) {
    try {
      const response = await fetch(`${url}/api/government/invitations`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: '{}',
      });
      if (response.status !== 201) return;
      acknowledged.add(((await response.json()) as { _id: string })._id);
    } catch {
      return;
    }
  }
}

async function storedIds(): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: await runningEmbeddedPostgres(dataDir) });
  await client.connect();
  const { rows } = await client.query<{ id: string }>('select id from invitations');
  await client.end();
  return new Set(rows.map(({ id }) => id));
}

it(`survives ${KILLS} kills during writes`, async () => {
  const acknowledged = new Set<string>();
  let server: RunningServer = await startServer({ DATA_DIR: dataDir });
  const token = await register(server.url);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const goal = acknowledged.size + 5 + ((kill * 7) % 23);
    const writers = Array.from({ length: WRITERS }, () => write(server.url, token, acknowledged));
    await expect.poll(() => acknowledged.size, { interval: 1 }).toBeGreaterThan(goal);
    await server.end('SIGKILL');
    await Promise.all(writers);
    server = await startServer({ DATA_DIR: dataDir });
  }
  const stored = await storedIds();
  const lost = [...acknowledged].filter((id) => !stored.has(id));
  await server.end('SIGTERM');
  expect(lost).toEqual([]);
  expect(acknowledged.size).toBeGreaterThan(KILLS * 5);
});
