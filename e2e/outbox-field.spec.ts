/** Offline use: drafts of forms, queued changes that are edited or cancelled, and parcels missing on the phone. */
import type { Message, ParcelDetail, ThreadSummary } from '@ardhi/contract';
import type { Page } from '@playwright/test';
import { addParcel, get, go, post, queuedLink, recordWater, sheet, visitOnline } from './outbox-helpers.ts';
import { waitUntilKeysPersisted } from './seeded-farm.ts';
import { expect, expectSound, headersOf, IS_FULL, PASSWORD, register, signIn, test } from './test.ts';

const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')).length);

test('a half-filled form survives a reload and can be discarded; saving and signing out remove it @full', async ({
  page,
  request,
  context,
  baseURL,
}) => {
  const person = await register(request, 'farmer');
  const parcel = await addParcel(request, person, 'Juu');
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, person);
  // The browser asks before leaving a half-filled form.
  page.on('dialog', (dialog) => void dialog.accept());
  const restored = page.getByText('You had begun to fill this in.');

  await test.step('a record', async () => {
    await page.goto(`/land/${parcel._id}`);
    await page.getByRole('button', { name: 'Add Fertilizer' }).first().click();
    await sheet(page).getByLabel('Fertilizer Type').fill('CAN');
    await sheet(page).locator('input[inputmode=decimal]').first().fill('25');
    await page.reload();
    await page.getByRole('button', { name: 'Add Fertilizer' }).first().click();
    await expect(restored).toBeVisible();
    await expect(sheet(page).getByLabel('Fertilizer Type')).toHaveValue('CAN');
    await expect(sheet(page).locator('input[inputmode=decimal]').first()).toHaveValue('25');
    if (IS_FULL) await expectSound(page);
    await sheet(page).getByRole('button', { name: 'Add Fertilizer', exact: true }).click();
    await expect(sheet(page)).toBeHidden();
    expect(await drafts(page)).toBe(0);
  });

  await test.step('an edit of a parcel, given up, in Kiswahili', async () => {
    if (!IS_FULL) return;
    await context.addCookies([{ name: 'lang', value: 'sw', url: baseURL! }]);
    await page.goto(`/land/${parcel._id}`);
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
    request,
    context,
    baseURL,
  }) => {
    const person = await register(request, 'farmer');
    const parcel = await addParcel(request, person, 'Juu');
    await post(request, person, `/land/${parcel._id}/water`, { date: '2026-04-01', amount: 100 });
    const stored = () => get<ParcelDetail>(request, person, `/land/${parcel._id}`);
    await signIn(page, person);
    await visitOnline(page, [`/land/${parcel._id}`]);
    await waitUntilKeysPersisted(page, person.user._id, [['land', 'one', parcel._id]]);

    await context.setOffline(true);
    await recordWater(page, '40');
    await recordWater(page, '70');
    await page
      .getByRole('button', { name: /^Delete 100/ })
      .first()
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await queuedLink(page, 3).click();
    const entry = (text: string) => page.getByRole('listitem').filter({ hasText: text });
    await entry('40 litres').getByRole('button', { name: 'Open and change' }).click();
    await sheet(page).locator('input[inputmode=decimal]').first().fill('45');
    await sheet(page).getByRole('button', { name: 'Save', exact: true }).click();
    await expect(sheet(page)).toBeHidden();
    await expect(entry('45 litres')).toBeVisible();
    await expect(entry('40 litres')).toHaveCount(0);
    await entry('70 litres').getByRole('button', { name: 'Take it back' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take it back' }).click();
    await expect(queuedLink(page, 2)).toBeVisible();

    const [old] = (await stored()).waterUsage;
    const changed = await request.put(`/api/land/${parcel._id}/water/${old!._id}`, {
      headers: headersOf(person),
      data: { date: '2026-04-01', amount: 120 },
    });
    expect(changed.status()).toBe(200);
    await context.setOffline(false);
    await expect(page.getByText('before that was sent it was changed elsewhere')).toBeVisible();
    expect((await stored()).totalWater).toBe(165);
    for (const lang of IS_FULL ? (['sw', 'en'] as const) : (['en'] as const)) {
      await context.addCookies([{ name: 'lang', value: lang, url: baseURL! }]);
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto('/sync');
      await expect(
        page.getByRole('button', { name: lang === 'en' ? 'Do not delete it' : 'Usikifute' }),
      ).toBeVisible();
      if (IS_FULL) await expectSound(page);
    }
    await page.getByRole('button', { name: 'Delete it anyway' }).click();
    await expect(page.getByText('Everything is sent')).toBeVisible();
    expect((await stored()).waterUsage.map(({ amount }) => amount)).toEqual([45]);
  });

  test('without a network: 45 parcels, work on one that is not on the phone, a new message to an earlier contact @full', async ({
    page,
    request,
    context,
  }) => {
    const person = await register(request, 'farmer');
    const neighbour = await register(request, 'farmer', 'Njeri Mwangi');
    await post(request, neighbour, '/messages', {
      recipientId: person.user._id,
      channelType: 'farmer-farmer',
      subject: 'Maji',
      content: 'Habari',
    });
    const farm = await Promise.all(
      Array.from({ length: 45 }, (_, index) => addParcel(request, person, `Shamba ${index}`)),
    );
    await signIn(page, person);
    await visitOnline(page, ['/messages', '/land']);
    await waitUntilKeysPersisted(page, person.user._id, [
      ['message', 'list', 'all'],
      ...farm.map(({ _id }) => ['land', 'one', _id]),
    ]);
    // Created on another device while this one is offline.
    await context.setOffline(true);
    const parcel = await addParcel(request, person, 'Mpya');
    for (const { _id, name } of [farm[0]!, farm[44]!]) {
      await page.goto(`/land/${_id}`);
      await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
    }
    await page.goto('/sync');
    await expect(page.getByText('All your 45 parcels are on this phone')).toBeVisible();
    await page.goto(`/land/${parcel._id}`);
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
    await expect
      .poll(async () => (await get<ParcelDetail>(request, person, `/land/${parcel._id}`)).totalWater, {
        timeout: 20_000,
      })
      .toBe(40);
    const threads = () => get<ThreadSummary[]>(request, neighbour, '/messages');
    await expect.poll(async () => (await threads()).map(({ subject }) => subject)).toContain('Mbegu');
    const [thread] = (await threads()).filter(({ subject }) => subject === 'Mbegu');
    const received = await get<Message[]>(request, neighbour, `/messages/thread/${thread!.threadId}`);
    expect(received.map(({ content }) => content)).toEqual(['Una mbegu?']);
  });
});

test('an account that was deleted elsewhere: a message lists unsent changes, and all local data is removed @full', async ({
  page,
  request,
  context,
  baseURL,
}) => {
  const person = await register(request, 'farmer');
  const parcel = await addParcel(request, person, 'Juu');
  await signIn(page, person);
  await visitOnline(page, [`/land/${parcel._id}`]);
  await page.setViewportSize({ width: 360, height: 740 });
  await context.setOffline(true);
  await recordWater(page, '40');
  await page.evaluate((id) => {
    localStorage.setItem(`draft:${id}:new`, '{"subject":"Half"}');
    localStorage.setItem(`walk:${id}`, '[]');
  }, person.user._id);
  const gone = await request.delete('/api/auth/account', {
    headers: headersOf(person),
    data: { password: PASSWORD },
  });
  expect(gone.status()).toBe(200);
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/login/, { timeout: 20_000 });
  const alert = page.getByRole('alert').filter({ hasText: 'This account was deleted' });
  await expect(alert).toContainText('1 entry had not been sent');
  await expect(alert).toContainText('40 litres');
  if (IS_FULL) await expectSound(page);
  const left = () =>
    page.evaluate(async (id) => {
      const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
      return [...names, ...Object.keys(localStorage)].filter((name) => name.includes(id));
    }, person.user._id);
  await expect.poll(left).toEqual([]);
  await context.addCookies([{ name: 'lang', value: 'sw', url: baseURL! }]);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Akaunti hii imefutwa')).toHaveCount(0);
});
