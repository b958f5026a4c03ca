/** Leaving without a trace: closing and suspending officials' accounts. */
import { randomUUID } from 'node:crypto';
import type { ManagedSubsidy, Problem, SignedIn, User } from '@ardhi/contract';
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
    expect(entry).toEqual({ name: 'Quincewell', after: { status: 'approved', reason: 'For a friend' } });
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
