/** Officials with a second factor, and their tokens for map programs. */
import { randomUUID } from 'node:crypto';
import type { GisToken, Problem } from '@ardhi/contract';
import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import { PASSWORD, type Person, type TestApp } from './app.ts';
import { insertPost } from './posts.ts';

/** Sets up an authenticator app and confirms the session with it. */
async function withFactor(official: Person): Promise<Person> {
  const once = () => ({ headers: { 'idempotency-key': randomUUID() } });
  await official.send('POST /auth/confirm', { body: { password: PASSWORD } });
  const { body } = await official.send<{ _id: string; secret: string }>('POST /auth/second-factors/totp', {
    body: { name: 'Phone' },
    ...once(),
  });
  const totp = new TOTP({ secret: Secret.fromBase32(body.secret) });
  const code = (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 });
  await official.send(`POST /auth/second-factors/${body._id}/confirm`, {
    body: { code: code(0) },
    ...once(),
  });
  const confirmed = await official.send('POST /auth/confirm', { body: { code: code(1) } });
  expect(confirmed.status).toBe(200);
  return official;
}

/** In a county, or national if it is empty. */
export async function gisOfficial(app: TestApp, county: string): Promise<Person> {
  const official = await app.as('government', `Official of ${county || 'Kenya'}`);
  await insertPost(app, official, county);
  return withFactor(official);
}

export const makeToken = (official: Person, maxRows = 1000, name = 'QGIS') =>
  official.send<GisToken & { token: string } & Problem>('POST /government/gis-tokens', {
    body: { name, maxRows },
    headers: { 'idempotency-key': randomUUID() },
  });
