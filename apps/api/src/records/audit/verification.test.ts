/** Daily verification of the audit log, its metrics, and the head that leaves the database. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runQueuedJobs, testAppWithMail } from '../../../test/mailing.ts';
import { logAuditLogHead, sealAuditLogJob, verifyAuditLogJob } from './jobs.ts';
import { auditLogHead } from './seal-queries.ts';

const { app, mailServer } = testAppWithMail({
  AUDIT_HEAD_TO: 'auditor@audit.example',
  METRICS_TOKEN: 'token',
});
runQueuedJobs(app);

async function metric(name: string): Promise<number> {
  const response = await fetch(`${app.url}/metrics`, { headers: { authorization: 'Bearer token' } });
  const line = (await response.text()).split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.split(' ')[1]);
}

it('is a metric: correct, changed, or lost by a restore', async () => {
  await app.as('government');
  const farmer = await app.as('farmer');
  await sealAuditLogJob({}, app.services);
  expect(await metric('ardhi_audit_verified_timestamp_seconds')).toBe(0);
  await verifyAuditLogJob({}, app.services);
  const [row] = await app.sql<{ at: number }>`
    select extract(epoch from verified_at)::float8 as at from audit_verifications order by id desc limit 1`;
  await expect.poll(() => metric('ardhi_audit_verified_timestamp_seconds')).toBe(row!.at);
  expect(await metric('ardhi_audit_result')).toBe(0);

  expect(await metric('ardhi_audit_unsealed_seconds')).toBeLessThan(3600);
  await app.as('farmer');
  // As if sealing had stopped two hours ago.
  await app.sql`alter table audit_seals disable trigger user`;
  await app.sql`alter table audit_log disable trigger user`;
  const past = await app.row<{ at: string }>`select now() - interval '2 hours' as at`;
  const [last] = await app.sql<{ id: number; sealed_at: string }>`
    select id, sealed_at from audit_seals order by id desc limit 1`;
  await app.sql`update audit_seals set sealed_at = ${past.at} where id = ${last!.id}`;
  await app.sql`
    update audit_log set at = ${past.at} where not exists (select from audit_seals where audit_log.id <@ ids)`;
  await expect.poll(() => metric('ardhi_audit_unsealed_seconds')).toBeGreaterThan(7000);
  await app.sql`update audit_seals set sealed_at = ${last!.sealed_at} where id = ${last!.id}`;
  await app.sql`alter table audit_log enable trigger user`;
  await app.sql`alter table audit_seals enable trigger user`;

  await app.sql`select begin_epoch()`;
  await verifyAuditLogJob({}, app.services);
  await expect.poll(() => metric('ardhi_audit_result')).toBe(3);

  await app.sql`alter table audit_log disable trigger user`;
  await app.sql`update audit_log set action = 'x' where actor_id = ${farmer.user._id}`;
  await app.sql`alter table audit_log enable trigger user`;
  await verifyAuditLogJob({}, app.services);
  await expect.poll(() => metric('ardhi_audit_result')).toBe(2);
});

it('the head is sent by mail', async () => {
  await logAuditLogHead({}, app.services);
  await expect.poll(() => mailServer.taken.map(({ to }) => to)).toContain('auditor@audit.example');
  const { text } = mailServer.taken.find(({ to }) => to === 'auditor@audit.example')!;
  expect(text.replace(/=\r\n/g, '')).toContain((await auditLogHead(app.db)).hash);
});

const received: unknown[] = [];
const receiver = createServer(async (request, response) => {
  if (request.url === '/moved') return response.writeHead(307, { location: '/' }).end();
  received.push({ method: request.method, body: await json(request) });
  response.writeHead(received.length === 1 ? 503 : 204).end();
});
beforeAll(() => new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => receiver.close(resolve)));

it('the head is posted to a service; a refusal fails the job, which is retried', async () => {
  const { port } = receiver.address() as AddressInfo;
  const send = (path: string) =>
    logAuditLogHead(
      {},
      {
        ...app.services,
        env: { ...app.env, auditHeadTo: { url: `http://127.0.0.1:${port}${path}` } },
      },
    );
  // Not followed: the address that the operator named must confirm the receipt.
  await expect(send('/moved')).rejects.toThrow('fetch failed');
  expect(received).toEqual([]);
  await expect(send('/')).rejects.toThrow('AUDIT_HEAD_TO responded with 503');
  await send('/');
  const head = await auditLogHead(app.db);
  expect(received).toEqual(
    [1, 2].map(() => ({ method: 'POST', body: { ...head, from: 'https://ardhi.example' } })),
  );
});
