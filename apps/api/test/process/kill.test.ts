/** kill -9 at any moment loses no acknowledged write. */
import { rmSync } from 'node:fs';
import { runningEmbeddedPostgres } from '@ardhi/embedded-postgres';
import pg from 'pg';
import { afterAll, expect, inject, it } from 'vitest';
import { clientOf, type Person, personAt } from '../client.ts';
import { newDataFolder } from './data-folder.ts';
import { type RunningServer, startServer } from './server.ts';

const KILLS = inject('isFull') ? 200 : 2;
const WRITERS = 4;
const dataDir = newDataFolder('kill');
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Writes until the server is gone and adds every confirmed write to `acknowledged`. */
async function write(official: Person, acknowledged: Set<string>): Promise<void> {
  for (;;) {
    try {
      const { status, body } = await official.send<{ _id: string }>('POST /government/invitations', {
        body: {},
      });
      if (status !== 201) return;
      acknowledged.add(body._id);
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
  const registered = await clientOf(server.url).as('government');
  for (let kill = 0; kill < KILLS; kill += 1) {
    const goal = acknowledged.size + 5 + ((kill * 7) % 23);
    const official = personAt(clientOf(server.url), registered);
    const writers = Array.from({ length: WRITERS }, () => write(official, acknowledged));
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
