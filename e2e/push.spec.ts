/**
 * Notifications of the service worker. A headless browser has neither a push service nor notifications: the subscription,
 * the permission and `showNotification` are stubbed, and the message is delivered by CDP, decrypted.
 * apps/api/src/records/push/push.test.ts encrypts and sends real ones.
 */
import type { Page } from '@playwright/test';
import { PUSH_SETTINGS, testBrowser } from '../apps/api/test/push.ts';
import { restartableServer, seedFarm, signInAt } from './seeded-farm.ts';
import { expect, expectNoAxeFindings, test } from './test.ts';

test.use({ serviceWorkers: 'allow' });

const MESSAGE = {
  texts: {
    en: { title: 'Your tasks for this week', body: 'Open Ardhi to see what your fields need.' },
    sw: { title: 'Kazi zako za wiki hii', body: 'Fungua Ardhi uone mashamba yako yanahitaji nini.' },
  },
  link: '/dashboard',
  tag: 'week-2026-11-16',
};

/** A farmer who has turned notifications on, on a server of its own. */
async function turnedOn(page: Page, check: (url: string) => Promise<void>): Promise<void> {
  const server = await restartableServer();
  try {
    await server.start(PUSH_SETTINGS);
    const farm = await seedFarm(server.url);
    await page.addInitScript((subscription) => {
      const made = { toJSON: () => subscription, unsubscribe: async () => true };
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
      Notification.requestPermission = async () => 'granted';
      PushManager.prototype.subscribe = async () => made as unknown as PushSubscription;
      PushManager.prototype.getSubscription = async () => null;
    }, testBrowser().subscription);
    await page.setViewportSize({ width: 360, height: 740 });
    await signInAt(page, server.url, farm);
    await page.goto(`${server.url}/account#push`);
    await page.getByRole('button', { name: 'Turn on notifications' }).click();
    await expect(page.getByText('This device gets notifications.')).toBeVisible();
    await check(server.url);
  } finally {
    await server.end();
  }
}

test('a farmer turns notifications on', async ({ page }) => {
  await turnedOn(page, async () => {
    await expectNoAxeFindings(page, '#push');
    // The server has it.
    await page.reload();
    await expect(page.getByRole('button', { name: 'Turn off notifications' })).toBeVisible();
  });
});

// One message: the headless browser stops the worker after it, and the stub with it. sw/push.test.ts has both languages.
test('the worker shows a message in the language of the farmer @full', async ({ page, context }) => {
  await turnedOn(page, async (url) => {
    const cdp = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) =>
      cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [first] = registrations;
        if (first) resolve(first.registrationId);
      }),
    );
    await cdp.send('ServiceWorker.enable');
    const registrationId = await registered;
    await context.addCookies([{ name: 'lang', value: 'sw', url }]);
    await page.evaluate(() => {
      const shown: string[] = [];
      Object.assign(window, { shown });
      new BroadcastChannel('shown').onmessage = ({ data }) => shown.push(data);
    });
    const [worker] = context.serviceWorkers();
    await worker!.evaluate(() => {
      const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
      registration.showNotification = async (title, { body, tag, data } = {}) =>
        new BroadcastChannel('shown').postMessage([title, body, tag, data].join(' | '));
    });
    const message = { origin: url, registrationId, data: JSON.stringify(MESSAGE) };
    await cdp.send('ServiceWorker.deliverPushMessage', message);
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { shown: string[] }).shown.at(-1)))
      .toBe(
        'Kazi zako za wiki hii | Fungua Ardhi uone mashamba yako yanahitaji nini. | week-2026-11-16 | /dashboard',
      );
  });
});
