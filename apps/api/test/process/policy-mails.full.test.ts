/** kill -9 while the mails of a policy are sent: every farmer gets one, and at most one farmer per kill gets two. */
import type { Policy } from '@ardhi/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOf } from '../client.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { sent } from '../land.ts';
import { type MailServer, startMailServer } from '../mail-server.ts';
import { type RunningServer, startServer } from './server.ts';

const FARMERS = 240;
const KILLS = 3;

let database: TestDatabase;
let client: pg.Client;
let mailServer: MailServer;
let server: RunningServer;
const start = () =>
  startServer({ DATABASE_URL: database.connectionString, SMTP_URL: mailServer.url, LOG_LEVEL: 'silent' });

beforeAll(async () => {
  [database, mailServer] = await Promise.all([createTestDatabase(), startMailServer({ delayMs: 2 })]);
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query(
    `insert into users (id, email, name, role, password_hash)
     select gen_random_uuid(), 'mkulima' || n || '@farm.example', 'Mkulima ' || n, 'farmer', ''
     from generate_series(1, $1) as n`,
    [FARMERS],
  );
  server = await start();
});
afterAll(async () => {
  await server.end('SIGKILL');
  await mailServer.close();
  await client.end();
  await database.drop();
});

const isFinished = async () => {
  const { rows } = await client.query('select from policy_sendings where mail_finished_at is not null');
  return rows.length > 0;
};

it(`reaches ${FARMERS} farmers through ${KILLS} kills`, async () => {
  const official = await clientOf(server.url).as('government');
  const { _id } = await sent<Policy>(official, 'POST /policies', {
    title: 'Terraces',
    description: 'Build.',
  });
  await sent(official, `POST /policies/${_id}/notify`);

  for (let kill = 1; kill <= KILLS; kill += 1) {
    const goal = Math.floor((FARMERS * kill) / (KILLS + 1));
    await expect.poll(() => mailServer.taken.length, { interval: 1 }).toBeGreaterThanOrEqual(goal);
    await server.end('SIGKILL');
    expect(await isFinished()).toBe(false);
    server = await start();
    // Skips a minute of waiting: the lease of the dead process expires, and the regular job resumes the mailing.
    await client.query(`update policy_sendings set mail_lease_until = now() - interval '1 second'`);
    await client.query(`select graphile_worker.add_job('policy-mail-resume', '{}')`);
  }
  await expect.poll(isFinished).toBe(true);

  const idsByFarmer = new Map<string, string[]>();
  const toFarmers = mailServer.taken.filter(({ to }) => to.endsWith('@farm.example'));
  for (const { to, messageId } of toFarmers) idsByFarmer.set(to, [...(idsByFarmer.get(to) ?? []), messageId]);
  expect(idsByFarmer.size).toBe(FARMERS);
  expect(toFarmers.length - FARMERS).toBeLessThanOrEqual(KILLS);
  for (const ids of idsByFarmer.values()) expect(new Set(ids).size).toBe(1);
});
