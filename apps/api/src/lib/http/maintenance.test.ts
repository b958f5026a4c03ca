/** Maintenance mode of calls. The page is tested with the built server in test/process/settings.test.ts. */
import type { Problem } from '@ardhi/contract';
import { MARKER_HEADER } from '@ardhi/contract/headers';
import { expect, it } from 'vitest';
import { startTestApp, testApp } from '../../../test/app.ts';
import { storeMaintenance } from '../database/stored-settings.ts';

const app = testApp();

it('is switched for all processes by the database, and not off where the environment has it on', async () => {
  const always = await startTestApp({ MAINTENANCE: 'true' }, app.connectionString);
  const other = await startTestApp({}, app.connectionString);
  const profile = (one: typeof app) => one.send<Problem>('GET /auth/profile');
  expect((await profile(always)).status).toBe(503);
  expect((await profile(other)).status).toBe(401);

  const switchTo = async (isOn: boolean) => {
    await storeMaintenance(app.db, isOn);
    await app.services.transaction(async ({ emit }) => emit({ offices: 'all' }, 'settings'));
    await expect.poll(() => [app.env.maintenance, other.env.maintenance]).toEqual([isOn, isOn]);
  };
  await switchTo(true);
  const { status, headers, body } = await other.send<Problem>('POST /land', {
    body: {},
    headers: { 'accept-language': 'sw' },
  });
  expect(status).toBe(503);
  expect(body).toEqual({
    code: 'maintenance',
    message: 'Ardhi inafanyiwa matengenezo. Jaribu tena baada ya dakika chache.',
  });
  // Without the marker a phone would take it for the response of a gateway.
  expect(headers.get(MARKER_HEADER)).toBe('1');
  expect(headers.get('retry-after')).toBe('60');
  for (const call of ['GET /health', 'GET /ready']) expect((await other.send(call)).status, call).toBe(200);

  await switchTo(false);
  expect((await profile(other)).status).toBe(401);
  expect((await profile(always)).status).toBe(503);
  await always.close();
  await other.close();
});
