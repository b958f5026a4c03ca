/** What somebody would try against accounts: on this machine alone, and where others reach the service. */
import type { Problem, PublicConfig } from '@ardhi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../app.ts';

const OFFICIAL_PASSWORD = 'seven green lorries';

let local: TestApp;
let deployed: TestApp;
beforeAll(async () => {
  local = await startTestApp();
  deployed = await startTestApp({ TRUST_PROXY: '1', GOVERNMENT_SIGNUP: '' });
});
afterAll(async () => {
  await local.close();
  await deployed.close();
});

const official = (email: string, more: Record<string, unknown> = {}) => ({
  name: 'Achieng',
  email,
  password: OFFICIAL_PASSWORD,
  role: 'government',
  department: 'Lands',
  ...more,
});

describe('deployed or not', () => {
  const FORGED = { via: 'x', forwarded: 'for=1.2.3.4', 'x-forwarded-host': 'ardhi.example' };

  it('is not changed by what a request says', async () => {
    await local.send('GET /config', { headers: FORGED });
    expect((await local.send<PublicConfig>('GET /config')).body.governmentSignup).toBe('open');
    expect((await deployed.send<PublicConfig>('GET /config')).body.governmentSignup).toBe('invite');
    const answer = await local.send('POST /auth/register', { body: official('via@gov.ke'), headers: FORGED });
    expect(answer.status).toBe(201);
  });

  it('needs an invitation where it is deployed, and tells the visitor no setting', async () => {
    const answer = await deployed.send<Problem>('POST /auth/register', { body: official('no@gov.ke') });
    expect(answer.status).toBe(403);
    expect(JSON.stringify(answer.body)).not.toMatch(/GOVERNMENT_SIGNUP/);
  });
});
