/** Background sync while the app is closed, and a browser whose processes are all killed at once. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import playwright, { FULL_BROWSER } from '../playwright.config.ts';
import { editParcel, openParcel, queuedLink, recordWater, test, visitOnline } from './outbox-helpers.ts';
import { expect, signIn } from './test.ts';

// The headless shell has no background sync.
const launchOptions = { ...playwright.use?.launchOptions, executablePath: FULL_BROWSER };
test.use({ launchOptions });

/** A process and all its descendants, from /proc. */
function treeOf(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      parents.set(Number(name), Number(fields[1]));
    } catch {
      // The process has already exited.
    }
  }
  const tree = [root];
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid) tree.push(child);
  return tree;
}

/** The main browser process that uses the profile. */
function browserOf(profile: string): number {
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
      if (command.includes(`--user-data-dir=${profile}`) && !command.some((one) => one.startsWith('--type=')))
        return Number(name);
    } catch {
      // The process has already exited.
    }
  }
  throw new Error('No browser has this profile');
}

test('all processes of the browser killed at once, a moment after "kept": nothing is lost', async ({
  baseURL,
  parcel,
}) => {
  test.skip(process.platform !== 'linux', 'Processes are found in /proc');
  const profile = await mkdtemp(join(tmpdir(), 'ardhi-profile-'));
  const open = async (): Promise<[BrowserContext, Page]> => {
    const context = await chromium.launchPersistentContext(profile, {
      ...launchOptions,
      baseURL,
      serviceWorkers: 'block',
    });
    return [context, context.pages()[0] ?? (await context.newPage())];
  };
  try {
    const [before, first] = await open();
    await signIn(first, parcel.owner);
    await before.close();

    const [context, page] = await open();
    await visitOnline(page, [parcel.path]);
    await context.setOffline(true);
    await recordWater(page, '40');
    await editParcel(page, { Size: '7' });
    await expect(page.getByText('Saved on this phone.').first()).toBeVisible();
    await expect(queuedLink(page, 2)).toBeVisible();
    for (const pid of treeOf(browserOf(profile)).reverse()) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It exited with its parent.
      }
    }
    await expect.poll(() => context.pages().length).toBe(0);

    const [again, reopened] = await open();
    await reopened.goto(parcel.path);
    const expected = { size: 7, waterCount: 1, totalWater: 40 };
    await expect.poll(parcel.read, { timeout: 30_000 }).toMatchObject(expected);
    await again.close();
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});

test.describe('background sync', () => {
  test.use({ serviceWorkers: 'allow' });

  test('sends queued changes once while the app is closed; signing out removes the token @full', async ({
    page,
    context,
    baseURL,
    parcel,
  }) => {
    await openParcel(page, parcel);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (!navigator.serviceWorker.controller)
        await new Promise((resolve) =>
          navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
        );
    });
    await context.setOffline(true);
    await recordWater(page, '40');
    await expect(queuedLink(page, 1)).toBeVisible();
    const tags = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        return (registration as unknown as { sync: { getTags(): Promise<string[]> } }).sync.getTags();
      });
    await expect.poll(tags).toEqual(['ardhi-outbox']);

    await page.goto('about:blank');
    await context.setOffline(false);
    const devtools = await context.newCDPSession(page);
    const found = new Promise<string>((resolve) =>
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const registration = registrations.find(({ scopeURL }) => scopeURL.startsWith(baseURL!));
        if (registration) resolve(registration.registrationId);
      }),
    );
    await devtools.send('ServiceWorker.enable');
    const sync = { origin: new URL(baseURL!).origin, registrationId: await found, tag: 'ardhi-outbox' };
    await devtools.send('ServiceWorker.dispatchSyncEvent', { ...sync, lastChance: false });
    await expect.poll(async () => (await parcel.read()).totalWater, { timeout: 20_000 }).toBe(40);
    await devtools.send('ServiceWorker.dispatchSyncEvent', { ...sync, lastChance: false });

    await page.goto(`/sync`);
    await expect(page.getByText('Everything has been sent')).toBeVisible();
    expect((await parcel.read()).waterCount).toBe(1);
    const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
    expect(await databases()).toContain('ardhi-session');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect.poll(databases).not.toContain('ardhi-session');
  });
});
