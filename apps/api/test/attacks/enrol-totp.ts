import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import { confirm, PASSWORD, type Person } from './built.ts';

/** Sets up an authenticator app. Each code is valid once, so `code` returns the one of the next half minute. */
export async function enrolTotp(person: Person) {
  await confirm(person, { password: PASSWORD });
  const created = await person.send<{ _id: string; secret: string }>('POST /auth/second-factors/totp', {
    body: { name: 'Phone' },
    headers: { 'idempotency-key': randomUUID() },
  });
  expect(created.status).toBe(201);
  const totp = new TOTP({ secret: Secret.fromBase32(created.body.secret) });
  const code = (steps = 1) => totp.generate({ timestamp: Date.now() + steps * 30_000 });
  const confirmation = { body: { code: code(0) }, headers: { 'idempotency-key': randomUUID() } };
  const confirmApp = () =>
    person.send<{ recoveryCodes: string[] }>(
      `POST /auth/second-factors/${created.body._id}/confirm`,
      confirmation,
    );
  const done = await confirmApp();
  expect(done.status).toBe(200);
  expect(await confirmApp()).toMatchObject({ status: 409, body: { code: 'answered-once' } });
  return { code, secret: created.body.secret, recoveryCodes: done.body.recoveryCodes };
}
