/** Offline use: drafts of forms, queued changes that are edited or cancelled, and parcels missing on the phone. */
import type { Message, ThreadSummary } from '@ardhi/contract';
import type { Page } from '@playwright/test';
import {
  amountField,
  go,
  openParcel,
  queuedLink,
  recordWater,
  saveSheet,
  sheet,
  storedParcel,
  test,
  visitOnline,
} from './outbox-helpers.ts';
import { waitUntilKeysPersisted } from './seeded-farm.ts';
import { addParcel, expect, expectSound, IS_FULL, onRecord, PASSWORD, register, signIn } from './test.ts';

const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')).length);

test('a half-filled form survives a reload and can be discarded; saving and signing out remove it @full', async ({
  page,
  context,
  baseURL,
  parcel,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, parcel.owner);
  // The browser asks before leaving a half-filled form.
  page.on('dialog', (dialog) => void dialog.accept());
  const restored = page.getByText('You had begun to fill this in.');

  await test.step('a record', async () => {
    await page.goto(parcel.path);
    await page.getByRole('button', { name: 'Add Fertilizer' }).first().click();
    await sheet(page).getByLabel('Fertilizer Type').fill('CAN');
    await amountField(page).fill('25');
    await page.reload();
    await page.getByRole('button', { name: 'Add Fertilizer' }).first().click();
    await expect(restored).toBeVisible();
    await expect(sheet(page).getByLabel('Fertilizer Type')).toHaveValue('CAN');
    await expect(amountField(page)).toHaveValue('25');
    if (IS_FULL) await expectSound(page);
    await sheet(page).getByRole('button', { name: 'Add Fertilizer', exact: true }).click();
    await expect(sheet(page)).toBeHidden();
    expect(await drafts(page)).toBe(0);
  });

  await test.step('an edit of a parcel, given up, in Kiswahili', async () => {
    if (!IS_FULL) return;
    await context.addCookies([{ name: 'lang', value: 'sw', url: baseURL! }]);
    await page.goto(parcel.path);
    await page.getByRole('button', { name: 'Hariri', exact: true }).first().click();
    await page.getByLabel('Jina').first().fill('Juu kabisa');
    await page.reload();
    await page.getByRole('button', { name: 'Hariri', exact: true }).first().click();
    await expect(page.getByText('Ulikuwa umeanza kujaza hapa.')).toBeVisible();
    await expect(page.getByLabel('Jina').first()).toHaveValue('Juu kabisa');
    if (IS_FULL) await expectSound(page);
    await page.getByRole('button', { name: 'Anza upya' }).click();
    await expect(page.getByLabel('Jina').first()).toHaveValue('Juu');
    expect(await drafts(page)).toBe(0);
    await context.addCookies([{ name: 'lang', value: 'en', url: baseURL! }]);
  });

  await test.step('an application and a machine, gone with the session', async () => {
    await page.goto('/subsidies/apply');
    await page.getByLabel('Subsidy Name').fill('Seed');
    await page.reload();
    await expect(restored).toBeVisible();
    await expect(page.getByLabel('Subsidy Name')).toHaveValue('Seed');
    await page.goto('/equipment');
    await page.getByRole('button', { name: /^Add/ }).first().click();
    await page.getByLabel('Name').first().fill('Pump');
    expect(await drafts(page)).toBe(2);
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect.poll(() => drafts(page)).toBe(0);
  });
});

test.describe('with every page on the device', () => {
  test.use({ serviceWorkers: 'allow' });

  test('queued changes can be opened, changed and taken back; a deletion that conflicts with an edit is reported @full', async ({
    page,
    context,
    baseURL,
    parcel,
    send,
  }) => {
    const old = { date: '2026-04-01', amount: 100 };
    await send(parcel.owner, `POST ${parcel.path}/water`, old);
    await openParcel(page, parcel);
    await waitUntilKeysPersisted(page, parcel.owner.user._id, [['land', 'one', parcel._id]]);

    await context.setOffline(true);
    await recordWater(page, '40');
    await recordWater(page, '70');
    await onRecord(page, 'Delete', 'Water Usage', '100');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await queuedLink(page, 3).click();
    const entry = (text: string) => page.getByRole('listitem').filter({ hasText: text });
    await entry('40 litres').getByRole('button', { name: 'Open and change' }).click();
    await amountField(page).fill('45');
    await saveSheet(page);
    await expect(sheet(page)).toBeHidden();
    await expect(entry('45 litres')).toBeVisible();
    await expect(entry('40 litres')).toHaveCount(0);
    await entry('70 litres').getByRole('button', { name: 'Cancel this change' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel this change' }).click();
    await expect(queuedLink(page, 2)).toBeVisible();

    const [record] = (await parcel.read()).waterUsage;
    await send(parcel.owner, `PUT ${parcel.path}/water/${record!._id}`, { ...old, amount: 120 });
    await context.setOffline(false);
    await expect(page.getByText('it was changed elsewhere before the deletion was sent')).toBeVisible();
    expect((await parcel.read()).totalWater).toBe(165);
    for (const lang of IS_FULL ? (['sw', 'en'] as const) : (['en'] as const)) {
      await context.addCookies([{ name: 'lang', value: lang, url: baseURL! }]);
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto('/sync');
      await expect(
        page.getByRole('button', { name: lang === 'en' ? 'Do not delete' : 'Usikifute' }),
      ).toBeVisible();
      if (IS_FULL) await expectSound(page);
    }
    await page.getByRole('button', { name: 'Delete anyway' }).click();
    await expect(page.getByText('Everything has been sent')).toBeVisible();
    expect((await parcel.read()).waterUsage.map(({ amount }) => amount)).toEqual([45]);
  });

  test('without a network: 45 parcels, work on one that is not on the phone, a new message to an earlier contact @full', async ({
    page,
    request,
    context,
    farmer,
    send,
  }) => {
    const neighbour = await register(request, 'farmer', 'Njeri Mwangi');
    await send(neighbour, 'POST /messages', {
      recipientId: farmer.user._id,
      channelType: 'farmer-farmer',
      subject: 'Maji',
      content: 'Habari',
    });
    const farm = await Promise.all(
      Array.from({ length: 45 }, (_, index) => addParcel(send, farmer, `Shamba ${index}`)),
    );
    await signIn(page, farmer);
    await visitOnline(page, ['/messages', '/land']);
    await waitUntilKeysPersisted(page, farmer.user._id, [
      ['message', 'list', 'all'],
      ...farm.map(({ _id }) => ['land', 'one', _id]),
    ]);
    // Created on another device while this one is offline.
    await context.setOffline(true);
    const { _id: newId } = await addParcel(send, farmer, 'Mpya');
    const parcel = storedParcel(send, farmer, newId);
    for (const { _id, name } of [farm[0]!, farm[44]!]) {
      await page.goto(`/land/${_id}`);
      await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
    }
    await page.goto('/sync');
    await expect(page.getByText('All your 45 parcels are saved on this phone')).toBeVisible();
    await page.goto(parcel.path);
    await expect(page.getByText('You can still record work on it.')).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    if (IS_FULL) await expectSound(page);
    await recordWater(page, '40');
    await expect(page.getByText('Waiting to be sent')).toBeVisible();

    await page.setViewportSize({ width: 1280, height: 740 });
    await go(page, 'Messages');
    await page.getByRole('button', { name: 'New Message' }).first().click();
    await page.getByLabel('Recipient').first().fill('Nje');
    await expect(page.getByText('only people you have written with')).toBeVisible();
    await page.getByRole('option', { name: /Njeri Mwangi/ }).click();
    await page.getByLabel('Subject').fill('Mbegu');
    await page.getByLabel('Message', { exact: true }).fill('Una mbegu?');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(queuedLink(page, 2)).toBeVisible();
    await context.setOffline(false);
    await expect.poll(async () => (await parcel.read()).totalWater, { timeout: 20_000 }).toBe(40);
    const threads = () => send<ThreadSummary[]>(neighbour, 'GET /messages');
    await expect.poll(async () => (await threads()).map(({ subject }) => subject)).toContain('Mbegu');
    const [thread] = (await threads()).filter(({ subject }) => subject === 'Mbegu');
    const received = await send<Message[]>(neighbour, `GET /messages/thread/${thread!.threadId}`);
    expect(received.map(({ content }) => content)).toEqual(['Una mbegu?']);
  });
});

test('an account that was deleted elsewhere: a message lists unsent changes, and all local data is removed @full', async ({
  page,
  context,
  baseURL,
  parcel,
  send,
}) => {
  await openParcel(page, parcel);
  await page.setViewportSize({ width: 360, height: 740 });
  await context.setOffline(true);
  await recordWater(page, '40');
  await page.evaluate((id) => {
    localStorage.setItem(`draft:${id}:new`, '{"subject":"Half"}');
    localStorage.setItem(`walk:${id}`, '[]');
  }, parcel.owner.user._id);
  await send(parcel.owner, 'DELETE /auth/account', { password: PASSWORD });
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/login/, { timeout: 20_000 });
  const alert = page.getByRole('alert').filter({ hasText: 'This account was deleted' });
  await expect(alert).toContainText('1 change had not been sent');
  await expect(alert).toContainText('40 litres');
  if (IS_FULL) await expectSound(page);
  const left = () =>
    page.evaluate(async (id) => {
      const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
      return [...names, ...Object.keys(localStorage)].filter((name) => name.includes(id));
    }, parcel.owner.user._id);
  await expect.poll(left).toEqual([]);
  await context.addCookies([{ name: 'lang', value: 'sw', url: baseURL! }]);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Akaunti hii imefutwa')).toHaveCount(0);
});
