/** Leaving without a trace: closing and suspending officials' accounts. */
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { ManagedSubsidy, Problem, SignedIn, User } from '@ardhi/contract';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Built,
  confirm,
  PASSWORD,
  type Person,
  personAt,
  startBuilt,
  startModes,
  TESTED_MODES,
} from './built.ts';

// Stated, so that each attack meets only the protection under test.
const SETTINGS = {
  OFFICIALS_SECOND_FACTOR: 'optional',
  JURISDICTION: 'open',
  REQUIRE_SECOND_OFFICIAL: 'false',
};
const running = startModes(TESTED_MODES, SETTINGS);

const remove = (person: Person) =>
  person.send<Problem>('DELETE /auth/account', { body: { password: PASSWORD } });
const login = (app: Built, { user }: Person) =>
  app.send<SignedIn & Problem>('POST /auth/login', { body: { email: user.email, password: PASSWORD } });

describe.each(TESTED_MODES)('an official (%s)', (way) => {
  let app: Built;
  let head: Person;
  beforeAll(async () => {
    app = running[way];
    // The first official manages.
    head = await app.as('government', 'Head');
  });

  it('cannot remove their name from a decision by deleting the account', async () => {
    const [official, farmer] = [await app.as('government', 'Quincewell'), await app.as('farmer')];
    const applied = await farmer.send<{ _id: string }>('POST /subsidies', {
      body: { name: 'Seed', description: 'Maize seed', amount: 100 },
    });
    const call = `/government/subsidies/${applied.body._id}`;
    const body = { status: 'approved', reason: 'For a friend' };
    expect((await official.send(`PUT ${call}`, { body })).status).toBe(200);
    expect((await remove(official)).status).toBe(200);
    expect((await login(app, official)).status).toBe(401);
    const { body: decided } = await head.send<ManagedSubsidy>(`GET ${call}`);
    expect(decided.decidedBy).toBe('Quincewell');
    const entry = await app.row<{ name: string; after: object }>`
      select users.name, audit_log.after from audit_log join users on users.id = actor_id
      where action = 'subsidy.approve' and entity_id = ${applied.body._id}`;
    expect(entry).toMatchObject({
      name: 'Quincewell',
      after: { status: 'approved', reason: 'For a friend' },
    });
  });

  it('cannot be deleted with a stolen session and password if there is a second factor', async () => {
    const person = await app.as('government');
    await confirm(person, { password: PASSWORD });
    const { body: factor } = await person.send<{ _id: string; secret: string }>(
      'POST /auth/second-factors/totp',
      { body: { name: 'Phone' }, headers: { 'idempotency-key': randomUUID() } },
    );
    const totp = new TOTP({ secret: Secret.fromBase32(factor.secret) });
    const code = (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 });
    const confirmation = { body: { code: code(0) }, headers: { 'idempotency-key': randomUUID() } };
    await person.send(`POST /auth/second-factors/${factor._id}/confirm`, confirmation);
    await app.sql`update sessions set confirmed_at = null where user_id = ${person.user._id}`;
    expect((await remove(person)).body.code).toBe('confirm-needed');
    expect((await confirm(person, { password: PASSWORD })).body.code).toBe('second-factor-needed');
    expect((await remove(person)).body.code).toBe('confirm-needed');
    expect((await confirm(person, { code: code(1) })).status).toBe(200);
    expect((await remove(person)).status).toBe(200);
  });

  it('is suspended by a manager at once in every process, with the invitations that they made', async () => {
    const there = await startBuilt({ ...SETTINGS, TRUST_PROXY: '1' }, app);
    try {
      const rogue = await app.as('government', 'Rogue');
      await app.admin('grant-manage', rogue.user.email);
      const elsewhere = personAt(there, rogue);
      await expect.poll(async () => (await elsewhere.send<User>('GET /auth/profile')).body.manage).toBe(true);
      const invited = await elsewhere.send<{ code: string }>('POST /government/invitations', { body: {} });
      expect(invited.status).toBe(201);
      const stream = await fetch(`${there.url}/api/events`, {
        headers: { authorization: `Bearer ${rogue.token}` },
      });
      const suspend = (by: Person, of: Person) =>
        by.send<Problem>(`PUT /government/officials/${of.user._id}/suspended`, {
          body: { suspended: true, reason: 'Sells approvals' },
        });
      expect((await suspend(head, rogue)).body.code).toBe('confirm-needed');
      await confirm(head, { password: PASSWORD });
      expect((await suspend(head, head)).body.code).toBe('own-suspension');
      expect((await suspend(head, rogue)).status).toBe(200);
      await stream.text();
      await expect.poll(async () => (await elsewhere.send('GET /auth/profile')).status).toBe(401);
      for (const at of [app, there]) expect((await login(at, rogue)).body.code).toBe('account-suspended');
      const register = await app.send('POST /auth/register', {
        body: {
          name: 'Accomplice',
          email: `accomplice.${way}@gov.ke`,
          password: PASSWORD,
          role: 'government',
          department: 'Lands',
          invitation: invited.body.code,
        },
      });
      // On loopback anyone may register.
      expect(register.status).toBe(way === 'deployed' ? 403 : 201);
    } finally {
      await there.close();
    }
  });

  describe('with a request in flight', () => {
    const suspend = (official: Person) =>
      head.send(`PUT /government/officials/${official.user._id}/suspended`, {
        body: { suspended: true, reason: 'Sells approvals' },
      });
    async function application(): Promise<string> {
      const { body } = await (await app.as('farmer')).send<{ _id: string }>('POST /subsidies', {
        body: { name: 'Seed', description: 'Maize seed', amount: 100 },
      });
      return `/government/subsidies/${body._id}`;
    }

    it.each([
      ['suspended', 403, 'account-suspended', suspend],
      ['closed', 401, 'account-deleted', remove],
    ] as const)(
      'is %s: the decision whose body arrives later is refused',
      async (_ending, status, code, end) => {
        await confirm(head, { password: PASSWORD });
        const [official, call] = [await app.as('government'), await application()];
        // The session is checked, and remembered, before the body is read.
        expect((await official.send(`GET ${call}`)).status).toBe(200);
        const sending = request(`${app.url}/api${call}`, {
          method: 'PUT',
          headers: {
            authorization: `Bearer ${official.token}`,
            'content-type': 'application/json',
            expect: '100-continue',
          },
        });
        const response = new Promise<[number | undefined, Problem]>((resolve, reject) =>
          sending
            .on('response', async (answer) => resolve([answer.statusCode, (await json(answer)) as Problem]))
            .on('error', reject),
        );
        await new Promise<void>((resolve) => {
          sending.on('continue', resolve).flushHeaders();
        });
        expect((await end(official)).status).toBe(200);
        sending.end(JSON.stringify({ status: 'approved' }));
        const [found, body] = await response;
        expect([found, body.code]).toEqual([status, code]);
        expect((await head.send<ManagedSubsidy>(`GET ${call}`)).body.status).toBe('pending');
      },
    );

    it('is suspended after the decision that has begun, never before it', async () => {
      await confirm(head, { password: PASSWORD });
      const [official, call] = [await app.as('government'), await application()];
      const waiting = async () => {
        const { count } = await app.row<{ count: number }>`
          select count(*) from pg_locks join pg_stat_activity using (pid)
          where datname = current_database() and not granted`;
        return count;
      };
      let isSuspended = false;
      const { decision, suspension } = await app.db.transaction().execute(async (held) => {
        await sql`select from subsidies where id = ${call.split('/').at(-1)} for update`.execute(held);
        const decision = official.send(`PUT ${call}`, { body: { status: 'approved' } });
        await expect.poll(waiting).toBe(1);
        const suspension = suspend(official).finally(() => {
          isSuspended = true;
        });
        await expect.poll(async () => isSuspended || (await waiting()) === 2).toBe(true);
        return { decision, suspension };
      });
      expect([(await decision).status, (await suspension).status]).toEqual([200, 200]);
      const entries = await app.sql<{ action: string }>`
        select action from audit_log
        where action in ('subsidy.approve', 'user.suspend')
          and (actor_id = ${official.user._id} or entity_id = ${official.user._id})
        order by id`;
      expect(entries.map(({ action }) => action)).toEqual(['subsidy.approve', 'user.suspend']);
    });
  });

  it('cannot leave the service without a manager', async () => {
    const others = await app.sql<{ email: string }>`
      select email from users where role = 'government' and deleted_at is null and id <> ${head.user._id}`;
    for (const { email } of others) await app.admin('revoke-manage', email);
    expect((await remove(head)).body.code).toBe('last-manager');
    const deputy = await app.as('government', 'Deputy');
    await confirm(head, { password: PASSWORD });
    const duties = `PUT /government/officials/${deputy.user._id}/duties`;
    expect((await head.send(duties, { body: { manage: true } })).status).toBe(200);
    expect((await remove(head)).status).toBe(200);
    expect((await remove(deputy)).body.code).toBe('last-manager');
  });
});
