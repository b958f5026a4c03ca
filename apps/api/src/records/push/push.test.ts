/** Push messages: who may subscribe, what is sent, and when it ends. */
import type { PushMessage } from '@ardhi/contract';
import { MAX_PUSH_SUBSCRIPTIONS } from '@ardhi/contract/limits';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { beforeTests, PASSWORD, type Person, signInAgain, testApp } from '../../../test/app.ts';
import { PUSH_SETTINGS, pushService, signedClaims, testBrowser } from '../../../test/push.ts';
import { manage, newApplication } from '../../../test/subsidies.ts';
import { deliver, isPublicAddress, isPushService, lookupPublic } from './delivery.ts';
import { encrypt } from './encryption.ts';
import { send } from './jobs.ts';

const app = testApp(PUSH_SETTINGS);
const service = beforeTests(() => pushService());
const official = beforeTests(() => app.as('government'));
afterAll(() => service.close());
beforeEach(() => {
  service.received.length = 0;
  service.state.status = 201;
});

async function subscribe(person: Person) {
  const browser = testBrowser();
  const response = await person.send('PUT /push/subscription', { body: browser.subscription });
  expect(response).toMatchObject({ status: 200, body: { on: true } });
  return browser;
}

const isOn = async (person: Person) => (await person.send<{ on: boolean }>('GET /push/subscription')).body.on;

type Payload = Parameters<typeof send>[0];
const queued = async () =>
  (
    await app.sql<{ payload: Payload }>`
      select payload from graphile_worker._private_jobs as jobs
      join graphile_worker._private_tasks as tasks on tasks.id = task_id
      where identifier = 'send-push' order by jobs.id`
  ).map(({ payload }) => payload);

/** Does the queued jobs, with the connection to the push service of the test. */
async function work(): Promise<void> {
  const payloads = await queued();
  await app.sql`delete from graphile_worker._private_jobs`;
  for (const payload of payloads) await send(payload, app.services, service.connect);
}

async function decided(
  farmer: Person,
  decision = { status: 'approved' } as { status: string; reason?: string },
) {
  const application = await newApplication(farmer, { name: 'Seed for Baraka', amount: 12_345 });
  await manage(official, application._id, decision);
  return application;
}

describe('a push message', () => {
  it('tells every browser of a farmer of a decision, encrypted and signed, without names and amounts', async () => {
    const farmer = await app.as('farmer');
    const phone = await subscribe(farmer);
    const tablet = await subscribe(await signInAgain(app, farmer));
    const application = await decided(farmer);
    await work();
    expect(service.received.map(({ path }) => path).sort()).toEqual([phone.path, tablet.path].sort());
    const { headers, body } = service.received.find(({ path }) => path === phone.path)!;
    expect(phone.decrypt(body)).toEqual({
      texts: {
        en: { title: 'Your application was approved', body: 'Open Ardhi to read the decision.' },
        sw: { title: 'Ombi lako limekubaliwa', body: 'Fungua Ardhi usome uamuzi.' },
      },
      link: `/subsidies/${application._id}`,
      tag: expect.any(String),
    } satisfies PushMessage);
    expect(body.toString('latin1')).not.toContain('application');
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '259200' });
    expect(headers.topic).toMatch(/^[\w-]{32}$/);
    const { aud, exp, sub } = signedClaims(headers.authorization!);
    expect([aud, sub]).toEqual(['https://updates.push.services.mozilla.com', 'mailto:office@test.example']);
    expect(exp - Date.now() / 1000).toBeLessThanOrEqual(24 * 60 * 60);
  });

  it('is also sent for a rejected and for a returned application, and not for a reminder', async () => {
    const farmer = await app.as('farmer');
    const browser = await subscribe(farmer);
    await decided(farmer, { status: 'rejected', reason: 'Baraka is late' });
    const returned = await newApplication(farmer);
    await official.send(`POST /government/subsidies/${returned._id}/return`, {
      body: { fields: ['description'], reason: 'More detail' },
    });
    await work();
    const messages = service.received.map(({ body }) => browser.decrypt(body));
    expect(messages.map(({ texts }) => texts.en.title)).toEqual([
      'Your application was decided',
      'Your application needs a correction',
    ]);
    expect(JSON.stringify(messages)).not.toMatch(/Baraka|detail/);
  });

  it('has the same topic when it is sent again, so that it replaces the first one', async () => {
    const farmer = await app.as('farmer');
    await subscribe(farmer);
    await decided(farmer);
    const [payload] = await queued();
    await send(payload!, app.services, service.connect);
    await work();
    const [first, second] = service.received;
    expect(first!.headers.topic).toBe(second!.headers.topic);
  });

  it('is encrypted as in the example of RFC 8291', () => {
    const message = encrypt(
      'When I grow up, I want to be a watermelon',
      {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
      {
        salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
        privateKey: Buffer.from(PUSH_SETTINGS.PUSH_PRIVATE_KEY, 'base64url'),
      },
    );
    expect(message.toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    );
  });
});

describe('a subscription', () => {
  it('is off until the farmer asks for it, and ends on request', async () => {
    const farmer = await app.as('farmer');
    expect(await isOn(farmer)).toBe(false);
    await decided(farmer);
    expect(await queued()).toEqual([]);
    await subscribe(farmer);
    expect(await isOn(farmer)).toBe(true);
    await farmer.send('DELETE /push/subscription');
    expect(await isOn(farmer)).toBe(false);
  });

  it.each([410, 404])('is deleted when the push service responds with %i', async (status) => {
    const farmer = await app.as('farmer');
    await subscribe(farmer);
    await decided(farmer);
    service.state.status = status;
    await work();
    expect(await isOn(farmer)).toBe(false);
  });

  it.each([302, 403, 500])('stays after %i, and the job is tried again', async (status) => {
    const farmer = await app.as('farmer');
    await subscribe(farmer);
    await decided(farmer);
    service.state.status = status;
    await expect(work()).rejects.toThrow(`updates.push.services.mozilla.com responded with ${status}`);
    // The redirect is not followed.
    expect(service.received).toHaveLength(1);
    expect(await isOn(farmer)).toBe(true);
  });

  it('ends with its session: at logout, when it is revoked, and with a new password', async () => {
    const farmer = await app.as('farmer');
    const [other, third] = [await signInAgain(app, farmer), await signInAgain(app, farmer)];
    for (const person of [farmer, other, third]) await subscribe(person);
    const count = async () =>
      (await app.sql`select from push_subscriptions where user_id = ${farmer.user._id}`).length;
    expect(await count()).toBe(3);
    await other.send('POST /auth/logout');
    expect(await count()).toBe(2);
    const passwords = { currentPassword: PASSWORD, password: 'another good password' };
    expect((await farmer.send('PUT /auth/password', { body: passwords })).status).toBe(200);
    expect(await count()).toBe(1);
    expect(await isOn(farmer)).toBe(true);
  });

  it('goes to the farmer who signs in on the same phone', async () => {
    const [first, second] = [await app.as('farmer'), await app.as('farmer')];
    const browser = await subscribe(first);
    await second.send('PUT /push/subscription', { body: browser.subscription });
    expect([await isOn(first), await isOn(second)]).toEqual([false, true]);
  });

  it('of the oldest browsers ends above the maximum', async () => {
    const farmer = await app.as('farmer');
    await subscribe(farmer);
    for (let count = 0; count < MAX_PUSH_SUBSCRIPTIONS; count += 1)
      await subscribe(await signInAgain(app, farmer));
    expect(await app.sql`select from push_subscriptions where user_id = ${farmer.user._id}`).toHaveLength(
      MAX_PUSH_SUBSCRIPTIONS,
    );
    expect(await isOn(farmer)).toBe(false);
  });

  it('is in the data download without its address, and deleted with the account', async () => {
    const farmer = await app.as('farmer');
    const { subscription } = await subscribe(farmer);
    const { body } = await farmer.send<object>('GET /auth/data');
    expect(body).toMatchObject({
      pushSubscriptions: [{ service: 'updates.push.services.mozilla.com' }],
    });
    expect(JSON.stringify(body)).not.toContain(subscription.endpoint);
    await farmer.send('DELETE /auth/account', { body: { password: PASSWORD } });
    expect(await app.sql`select from push_subscriptions where user_id = ${farmer.user._id}`).toEqual([]);
  });
});

describe('the address of a subscription', () => {
  const hosts = ['fcm.googleapis.com', '*.push.apple.com'];

  it.each(['https://fcm.googleapis.com/fcm/send/a', 'https://web.push.apple.com/QOeJ'])(
    'may be %s',
    (endpoint) => expect(isPushService(endpoint, hosts)).toBe(true),
  );

  it.each([
    'http://fcm.googleapis.com/a',
    'https://fcm.googleapis.com:8443/a',
    'https://user@fcm.googleapis.com/a',
    'https://fcm.googleapis.com.example/a',
    'https://push.apple.com/a',
    'https://evilpush.apple.com.example/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://localhost/a',
  ])('must not be %s', async (endpoint) => {
    expect(isPushService(endpoint, hosts)).toBe(false);
    const farmer = await app.as('farmer');
    const { subscription } = testBrowser();
    const response = await farmer.send('PUT /push/subscription', { body: { ...subscription, endpoint } });
    expect(response.status).toBe(400);
  });

  it('needs a key of the browser that is on the curve', async () => {
    const farmer = await app.as('farmer');
    const { subscription } = testBrowser();
    const keys = { ...subscription.keys, p256dh: 'B'.repeat(87) };
    const response = await farmer.send('PUT /push/subscription', { body: { ...subscription, keys } });
    expect(response).toMatchObject({ status: 400, body: { code: 'push-service' } });
  });

  it.each([
    '10.1.2.3',
    '127.0.0.1',
    '169.254.169.254',
    '172.31.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '::1',
    '::ffff:10.0.0.1',
    'fe80::1',
    'fd00::1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
  ])('is refused if it leads to %s', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(['142.250.1.1', '2a00:1450:4001::5f'])('may lead to %s', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );

  it('is checked again when the connection is made', async () => {
    const endpoint = 'https://localhost/wpush';
    const request = { headers: {}, body: Buffer.from('') };
    await expect(deliver(endpoint, request)).rejects.toThrow('localhost has an address that is not public');
    const found = new Promise((resolve) => lookupPublic('localhost', {}, resolve));
    expect(await found).toBeInstanceOf(Error);
  });
});

describe('a server without a key', () => {
  const plain = testApp();

  it('has no push messages', async () => {
    const farmer = await plain.as('farmer');
    const { subscription } = testBrowser();
    expect((await farmer.send('GET /push/subscription')).status).toBe(404);
    expect((await farmer.send('PUT /push/subscription', { body: subscription })).status).toBe(404);
    const { body } = await plain.send<{ pushKey: string | null }>('GET /config');
    expect(body.pushKey).toBeNull();
  });
});
