import { createHash } from 'node:crypto';
import type { Problem, Session, User } from '@ardhi/contract';
import { describe, expect, it } from 'vitest';
import { PASSWORD, testApp } from '../../../test/app.ts';
import { auditActions } from '../../../test/audit.ts';

const app = testApp();

async function signInAgain(email: string) {
  const { body } = await app.send<{ token: string }>('POST /auth/login', {
    body: { email, password: PASSWORD },
    headers: {
      'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36',
    },
  });
  return { authorization: `Bearer ${body.token}` };
}

describe('profile', () => {
  it('is edited with a revision check', async () => {
    const person = await app.as('farmer');
    const edit = { name: 'Njeri', location: 'Molo', farmSize: 3, phoneNumber: '+254 711 000 000' };
    const edited = await person.send<User>('PUT /auth/profile', { body: { ...edit, revision: 1 } });
    expect(edited.body).toMatchObject({ ...edit, revision: 2 });
    const stale = await person.send<Problem & { current: User }>('PUT /auth/profile', {
      body: { ...edit, name: 'Late', revision: 1 },
    });
    expect(stale.status).toBe(409);
    expect(stale.body.code).toBe('stale');
    expect(stale.body.current.name).toBe('Njeri');
    // Without a revision the last write wins.
    expect(
      (await person.send<User>('PUT /auth/profile', { body: { ...edit, name: 'Last' } })).body.name,
    ).toBe('Last');
    expect((await person.send<User>('GET /auth/profile')).body.name).toBe('Last');
  });

  it('ignores role, email and fields of the other role', async () => {
    const person = await app.as('farmer');
    const response = await person.send<User>('PUT /auth/profile', {
      body: {
        name: 'Njeri',
        location: 'Molo',
        farmSize: 3,
        role: 'government',
        email: 'other@example.ke',
        department: 'Lands',
      },
    });
    expect(response.body).toMatchObject({ role: 'farmer', email: person.user.email, department: null });
  });

  it('requires the fields of the role', async () => {
    const person = await app.as('government');
    const response = await person.send<Problem>('PUT /auth/profile', { body: { name: 'Otieno' } });
    expect(response.body.issues?.map(({ path }) => path)).toEqual(['department']);
  });
});

describe('password', () => {
  it('is changed with the current one, which ends every other session', async () => {
    const person = await app.as('farmer');
    const elsewhere = await signInAgain(person.user.email);
    const wrong = await person.send<Problem>('PUT /auth/password', {
      body: { currentPassword: 'guess', password: 'brand new' },
    });
    expect(wrong.status).toBe(400);
    expect(wrong.body.issues?.[0]).toMatchObject({ path: 'currentPassword', code: 'wrong-password' });
    expect(
      (
        await person.send('PUT /auth/password', {
          body: { currentPassword: PASSWORD, password: 'brand new' },
        })
      ).status,
    ).toBe(200);
    expect((await person.send('GET /auth/profile')).status).toBe(200);
    expect((await app.send('GET /auth/profile', { headers: elsewhere })).status).toBe(401);
  });

  it('is changed once per idempotency key, and the stored request hash is keyed', async () => {
    const person = await app.as('farmer');
    const body = { currentPassword: PASSWORD, password: 'brand new' };
    const change = (more: object = {}) =>
      person.send<Problem>('PUT /auth/password', {
        body: { ...body, ...more },
        headers: { 'idempotency-key': 'k1' },
      });
    const first = await change();
    expect(first.status).toBe(200);
    expect(await change()).toMatchObject({ status: 200, body: first.body });
    expect(await change({ password: 'another one' })).toMatchObject({
      status: 409,
      body: { code: 'key-reused' },
    });
    expect(
      (await auditActions(app, person.user._id)).filter((action) => action === 'user.change-password'),
    ).toHaveLength(1);
    const stored = await app.sql<{ request_hash: Buffer }>`
      select request_hash from idempotency_keys where owner = ${person.user._id}`;
    expect(stored).toHaveLength(1);
    expect(stored[0]?.request_hash).not.toEqual(
      createHash('sha256')
        .update(`PUT /api/auth/password\n${JSON.stringify(body)}`)
        .digest(),
    );
  });
});

describe('sessions', () => {
  it('are listed with their device and ended one by one, only by their owner', async () => {
    const person = await app.as('farmer');
    const otherFarmer = await app.as('farmer');
    const elsewhere = await signInAgain(person.user.email);
    const { body } = await person.send<Session[]>('GET /auth/sessions');
    expect(body).toHaveLength(2);
    const other = body.find(({ current }) => !current)!;
    expect(other.device).toBe('Chrome, Android');
    expect((await otherFarmer.send(`DELETE /auth/sessions/${other._id}`)).status).toBe(404);
    expect((await person.send(`DELETE /auth/sessions/${other._id}`)).status).toBe(200);
    expect((await app.send('GET /auth/profile', { headers: elsewhere })).status).toBe(401);
    expect((await person.send('DELETE /auth/sessions/not-an-id')).status).toBe(404);
  });
});

describe('account', () => {
  it('can be downloaded', async () => {
    const person = await app.as('farmer');
    const response = await person.send<{ profile: User }>('GET /auth/data');
    expect(response.headers.get('content-disposition')).toContain('ardhi-data.json');
    expect(response.body.profile.email).toBe(person.user.email);
    expect(JSON.stringify(response.body)).not.toMatch(/password_?hash|argon2|token_?hash/i);
  });

  it('is deleted with the password, without personal data left, and its email can register again', async () => {
    const person = await app.as('farmer', 'Very Personal Name');
    expect((await person.send('DELETE /auth/account', { body: { password: 'guess' } })).status).toBe(400);
    expect((await person.send('DELETE /auth/account', { body: { password: PASSWORD } })).status).toBe(200);
    // Other devices of the user get the reason.
    const refused = await person.send<Problem>('GET /auth/profile');
    expect([refused.status, refused.body.code]).toEqual([401, 'account-deleted']);
    const sessions = await app.db.selectFrom('sessions').selectAll().where('user_id', '=', person.user._id);
    expect((await sessions.execute()).map(({ device }) => device)).toEqual(['']);
    expect(
      (await app.send('POST /auth/login', { body: { email: person.user.email, password: PASSWORD } })).status,
    ).toBe(401);
    const row = await app.row`select * from users where id = ${person.user._id}`;
    expect(JSON.stringify(row)).not.toMatch(/Very Personal Name|test\.example|Njoro|argon2/);
    const again = await app.send('POST /auth/register', {
      body: {
        name: 'New',
        email: person.user.email,
        password: PASSWORD,
        role: 'farmer',
        location: 'Molo',
        farmSize: 1,
      },
    });
    expect(again.status).toBe(201);
  });
});
