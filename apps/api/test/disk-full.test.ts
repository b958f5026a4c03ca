/** A full disk: which calls are refused, and what they return. */
import { api } from '@ardhi/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { connect } from '../src/lib/database/database.ts';
import { diskFullProblem } from '../src/lib/database/disk-space.ts';
import { addJob, type Jobs, startJobs } from '../src/lib/jobs/jobs.ts';
import { diskFull } from '../src/lib/logging/outage.ts';
import { PASSWORD, testApp } from './app.ts';
import { newParcel, plot } from './land.ts';

const app = testApp();
afterEach(() => {
  vi.restoreAllMocks();
  diskFull.end();
});

const ready = async () => (await app.send<{ status: string; writes: boolean }>('GET /ready')).body;

/** Only a disk of its own can be filled: `process/full-disk.full.test.ts`. */
function fillDisk(): void {
  vi.spyOn(app.services.diskSpace, 'isFull').mockReturnValue(true);
  vi.spyOn(app.services.diskSpace, 'assertNotFull').mockImplementation(() => {
    throw diskFullProblem();
  });
}

it('refuses writes below the reserve, but not sign-in, sign-out and deletions', async () => {
  const farmer = await app.as('farmer');
  const parcel = await newParcel(farmer);
  fillDisk();
  const refused = await farmer.send<{ code: string; message: string }>('POST /land', { body: plot });
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
    503,
    'disk-full',
    '60',
  ]);
  expect(refused.body.message).toContain('storage is full');
  const inKiswahili = await farmer.send<{ message: string }>(`PUT /land/${parcel._id}`, {
    body: { ...plot, revision: 1 },
    headers: { 'accept-language': 'sw' },
  });
  expect(inKiswahili.status).toBe(503);
  expect(inKiswahili.body.message).toContain('imejaa');

  const login = await app.send<{ token: string }>('POST /auth/login', {
    body: { email: farmer.user.email, password: PASSWORD },
  });
  expect(login.status).toBe(200);
  expect((await farmer.send(`GET /land/${parcel._id}`)).status).toBe(200);
  expect((await farmer.send(`DELETE /land/${parcel._id}`)).status).toBe(200);
  const headers = { authorization: `Bearer ${login.body.token}` };
  expect((await app.send('POST /auth/logout', { headers })).status).toBe(200);
  const { status } = await farmer.send('DELETE /auth/account', { body: { password: PASSWORD } });
  expect(status).toBe(200);
});

it('refuses all writes except deletions, the calls of sign-in, and sync requests, which check each part', () => {
  const accepted = Object.entries(api)
    .filter(([call, route]) => !/^(GET|DELETE) /.test(call) && 'whileFull' in route)
    .map(([call]) => call);
  expect(accepted.sort()).toEqual([
    'POST /auth/confirm',
    'POST /auth/login',
    'POST /auth/logout',
    'POST /auth/revoke',
    'POST /auth/second-factors/challenge',
    'POST /sync',
  ]);
});

it('returns 503 if PostgreSQL finds no space, and stays ready with writes: false', async () => {
  const farmer = await app.as('farmer');
  expect(await ready()).toEqual({ status: 'ready', writes: true });
  await app.sql`create function no_space() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = '53100'; end $$`;
  await app.sql`create trigger no_space before insert on parcels execute function no_space()`;
  const refused = await farmer.send<{ code: string }>('POST /land', { body: plot });
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
    503,
    'disk-full',
    '60',
  ]);
  expect(await ready()).toEqual({ status: 'ready', writes: false });
  await app.sql`drop function no_space cascade`;
  await newParcel(farmer);
});

it('leaves jobs queued that need space, and runs the others', async () => {
  const { pool, close } = connect(app.connectionString);
  const ran: string[] = [];
  const only = {
    'clean-up': async () => void ran.push('clean-up'),
    'remind-farmers': async () => void ran.push('remind-farmers'),
  } as Partial<Jobs> as Jobs;
  const listeners = new Set<() => void>();
  fillDisk();
  vi.spyOn(app.services.diskSpace, 'onChange').mockImplementation((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  });
  await addJob(app.db, 'remind-farmers', {});
  await addJob(app.db, 'clean-up', {});
  const runner = startJobs(pool, app.services, only, [], { jobsWhileFull: ['clean-up'] });
  await expect.poll(() => ran).toEqual(['clean-up']);
  vi.restoreAllMocks();
  for (const listener of listeners) listener();
  await expect.poll(() => ran).toEqual(['clean-up', 'remind-farmers']);
  await runner.stop();
  await close();
});
