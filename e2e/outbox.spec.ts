/** Outbox: offline changes are queued on the device, shown at once, and sent exactly once when back online. */
import type { ParcelDetail } from '@ardhi/contract';
import { DAY_MS, today } from '@ardhi/contract/dates';
import { MARKER_HEADER } from '@ardhi/contract/headers';
import type { Page } from '@playwright/test';
import {
  addCrop,
  amountField,
  anyQueuedLink,
  editParcel,
  fillParcel,
  go,
  openParcel,
  queuedLink,
  recordWater,
  saveSheet,
  sheet,
  storedParcel,
  submitWater,
  test,
  visitOnline,
} from './outbox-helpers.ts';
import {
  expect,
  expectNoAxeFindings,
  expectSoundInEachVariant,
  headersOf,
  logIn,
  PASSWORD,
  type Person,
  register,
  type Session,
  signIn,
} from './test.ts';

test('changed elsewhere: different fields are merged, and the user chooses for the same field @full', async ({
  page,
  parcel,
  context,
}) => {
  await openParcel(page, parcel);
  await context.setOffline(true);
  await editParcel(page, { Name: 'Juu kabisa' });
  await expect(queuedLink(page, 1)).toBeVisible();
  await parcel.edit({ size: 5 });
  await context.setOffline(false);
  await expect(anyQueuedLink(page)).toBeHidden();
  expect(await parcel.read()).toMatchObject({ name: 'Juu kabisa', size: 5 });
  await expect(page.getByRole('heading', { level: 1, name: 'Juu kabisa' })).toBeVisible();

  await context.setOffline(true);
  await editParcel(page, { Name: 'Yangu', Size: '6' });
  await parcel.edit({ name: 'Yao', size: 7 });
  await context.setOffline(false);
  await page.getByRole('link', { name: '1 change needs your attention' }).click();
  await page.getByRole('button', { name: 'Compare and choose' }).click();
  await expect(sheet(page).getByRole('group', { name: 'Name' })).toContainText('Yangu');
  await expect(sheet(page).getByRole('group', { name: 'Name' })).toContainText('Yao');
  await expectNoAxeFindings(page);
  await sheet(page)
    .getByRole('group', { name: 'Size' })
    .getByLabel(/Changed elsewhere/)
    .check();
  await sheet(page).getByRole('button', { name: 'Save my choice' }).click();
  await expect(page.getByText('Everything has been sent')).toBeVisible();
  expect(await parcel.read()).toMatchObject({ name: 'Yangu', size: 7 });
});

test('changed elsewhere while a form was open: other fields keep the newer value, the user chooses for the same field @full', async ({
  page,
  parcel,
}) => {
  await openParcel(page, parcel);
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
  await page.getByLabel('Name').first().fill('Juu kabisa');
  await parcel.edit({ size: 5 });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Juu kabisa was saved')).toBeVisible();
  expect(await parcel.read()).toMatchObject({ name: 'Juu kabisa', size: 5 });

  await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
  await page.getByLabel('Name').first().fill('Yangu');
  await parcel.edit({ name: 'Yao', size: 7 });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('This was also changed elsewhere')).toBeVisible();
  await page.getByRole('link', { name: '1 change needs your attention' }).click();
  await page.getByRole('button', { name: 'Compare and choose' }).click();
  await expect(sheet(page).getByRole('group')).toHaveCount(1);
  await sheet(page).getByRole('button', { name: 'Save my choice' }).click();
  await expect(page.getByText('Everything has been sent')).toBeVisible();
  expect(await parcel.read()).toMatchObject({ name: 'Yangu', size: 7 });
});

test('not accepted: the reason is there, it is corrected in its own form, and what depends on it goes on', async ({
  page,
  parcel,
  context,
  send,
}) => {
  await signIn(page, parcel.owner);
  await visitOnline(page, ['/land', parcel.path]);
  await go(page, 'Back');
  await context.setOffline(true);
  // The form accepts it, but the server does not.
  await fillParcel(page, 'Bonde\u0001');
  await page.getByRole('link', { name: /^View Details of Bonde/ }).click();
  await recordWater(page, '40');
  await context.setOffline(false);
  await expect(page.getByText('Failed to create land parcel')).toBeVisible();
  await page.getByRole('link', { name: '1 change needs your attention' }).click();
  await expect(page.getByText('Not accepted')).toBeVisible();
  await expect(page.getByText('1 later change depends on it.')).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Correct this change' }).click();
  await sheet(page).getByLabel('Name').fill('Bonde');
  await sheet(page).getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Everything has been sent')).toBeVisible();
  const parcels = await send<ParcelDetail[]>(parcel.owner, 'GET /land');
  expect(parcels.map(({ name, totalWater }) => [name, totalWater])).toEqual([
    ['Juu', 0],
    ['Bonde', 40],
  ]);
});

test('a change to a parcel deleted elsewhere is explained and can be discarded @full', async ({
  page,
  parcel,
  context,
  send,
}) => {
  await openParcel(page, parcel);
  await context.setOffline(true);
  await recordWater(page, '40');
  await send(parcel.owner, `DELETE ${parcel.path}`);
  await context.setOffline(false);
  await page.getByRole('link', { name: '1 change needs your attention' }).click();
  await expect(page.getByText(/was deleted elsewhere/)).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('Everything has been sent')).toBeVisible();
});

async function login(page: Page, person: Person): Promise<void> {
  await logIn(page, person);
  await expect(page).toHaveURL(/\/dashboard/);
}

test('signing out with unsent work asks first; the work waits for the same person @full', async ({
  page,
  parcel,
  request,
  context,
  send,
}) => {
  const { owner } = parcel;
  await openParcel(page, parcel);
  await context.setOffline(true);
  await recordWater(page, '40');
  await page.getByRole('button', { name: 'Logout' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('1 change has not been sent. Log out anyway?');
  await expectNoAxeFindings(page);
  await question.getByRole('button', { name: 'Stay logged in' }).click();
  await expect(queuedLink(page, 1)).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  await context.setOffline(false);

  // Another user on the same phone neither sees nor sends it.
  const other = await register(request, 'farmer', 'Njeri');
  await page.goto('/login');
  await login(page, other);
  await page.goto('/sync');
  await expect(page.getByText('Everything has been sent')).toBeVisible();
  // The offline logout has reached the server.
  const ended = await request.get('/api/auth/profile', { headers: headersOf(owner) });
  expect(ended.status()).toBe(401);
  const data = { email: owner.email, password: PASSWORD };
  const session = await send<Session>(null, 'POST /auth/login', data);
  const { read } = storedParcel(send, { ...owner, ...session }, parcel._id);
  expect((await read()).waterCount).toBe(0);
  await page.getByRole('button', { name: 'Logout' }).click();

  await page.goto('/login');
  await login(page, owner);
  await expect.poll(async () => (await read()).totalWater, { timeout: 20_000 }).toBe(40);
});

test('a session that ended keeps the work until the same person signs in again @full', async ({
  page,
  parcel,
  context,
  send,
}) => {
  const { owner } = parcel;
  await openParcel(page, parcel);
  await context.setOffline(true);
  await recordWater(page, '40');
  await send(owner, 'POST /auth/logout', {});
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/login/, { timeout: 20_000 });
  await login(page, owner);
  const token = await page.evaluate(() => localStorage.getItem('token')!);
  const { read } = storedParcel(send, { ...owner, token }, parcel._id);
  await expect.poll(async () => (await read()).waterCount, { timeout: 20_000 }).toBe(1);
});

test('a second tab shows queued changes as they are made, and together they send them once @full', async ({
  page,
  parcel,
  context,
}) => {
  await openParcel(page, parcel);
  const second = await context.newPage();
  // A tab needs this chunk to show changes of other tabs. It loads after the page, so wait for it before going offline.
  const tables = second.waitForResponse(/offline-tables/);
  await second.goto(`/land/${parcel._id}`);
  await expect(second.getByRole('heading', { level: 1, name: 'Juu' })).toBeVisible();
  await (await tables).finished();
  await context.setOffline(true);
  await recordWater(page, '40');
  await expect(queuedLink(second, 1)).toBeVisible();
  await expect(second.getByText('Waiting to be sent').first()).toBeVisible();
  await recordWater(second, '50');
  await expect(queuedLink(page, 2)).toBeVisible();
  const sent: string[] = [];
  context.on('request', (one) => {
    if (one.method() === 'POST') sent.push(new URL(one.url()).pathname);
  });
  await context.setOffline(false);
  for (const tab of [page, second]) await expect(anyQueuedLink(tab)).toBeHidden({ timeout: 20_000 });
  await expect.poll(async () => (await parcel.read()).waterCount).toBe(2);
  expect(sent).toEqual(['/api/sync']);
});

test('a full device: the form says so and keeps its values @full', async ({ page, parcel, context }) => {
  await openParcel(page, parcel);
  // Lowering the quota takes effect only after a delay, so the database call itself is made to fail.
  const restore = await page.evaluateHandle(() => {
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    return () => {
      IDBObjectStore.prototype.add = add;
    };
  });
  await context.setOffline(true);
  await submitWater(page, '40');
  await expect(sheet(page).getByText('This phone is full.')).toBeVisible();
  await expect(amountField(page)).toHaveValue('40');
  await restore.evaluate((undo) => undo());
  await saveSheet(page);
  await expect(sheet(page)).toBeHidden();
  await context.setOffline(false);
  await expect.poll(async () => (await parcel.read()).totalWater, { timeout: 20_000 }).toBe(40);
});

for (const days of [-1, 1]) {
  test(`a phone whose clock is ${days > 0 ? 'a day ahead' : 'a day behind'} records the right day and loses nothing @full`, async ({
    page,
    parcel,
    context,
  }) => {
    await page.clock.setSystemTime(Date.now() + days * DAY_MS);
    await openParcel(page, parcel);
    await context.setOffline(true);
    await recordWater(page, '40');
    await editParcel(page, { Name: 'Juu kabisa' });
    await expect(queuedLink(page, 2)).toBeVisible();
    await context.setOffline(false);
    await expect(anyQueuedLink(page)).toBeHidden();
    expect(await parcel.read()).toMatchObject({
      name: 'Juu kabisa',
      waterUsage: [{ amount: 40, date: today() }],
    });
  });
}

test('a database that never opens: pages open, a save is sent, and nothing says that all is sent', async ({
  page,
  parcel,
}) => {
  await signIn(page, parcel.owner);
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...given) {
      const request = open.apply(this, given);
      // Neither success nor an error is ever reported.
      request.addEventListener = () => {};
      return request;
    };
  });
  await visitOnline(page, [parcel.path]);
  await recordWater(page, '40');
  await expect.poll(async () => (await parcel.read()).totalWater).toBe(40);
  await page.getByRole('link', { name: 'Your saved changes cannot be read now' }).click();
  await expect(page.getByText('The storage of this phone is not responding')).toBeVisible();
  await expect(page.getByText('Everything has been sent')).toHaveCount(0);
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await expect(page.getByRole('alertdialog')).toContainText('There may be changes on this phone');
});

test('changes that the browser has deleted are named, and the login page says how many wait', async ({
  page,
  parcel,
  context,
}) => {
  await openParcel(page, parcel);
  await context.setOffline(true);
  await recordWater(page, '40');
  await recordWater(page, '50');
  await expect(queuedLink(page, 2)).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await context.setOffline(false);
  await page.goto('/login');
  await expect(page.getByText('A. O. 2 changes. Log in to send them.')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(parcel.owner.name);

  // The browser evicts the databases, as on a full phone.
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name!);
  });
  await logIn(page, parcel.owner);
  const lost = page.getByRole('alert').filter({ hasText: '2 changes on this phone are lost' });
  await expect(lost).toBeVisible();
  await lost.getByRole('button', { name: 'Dismiss' }).click();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(lost).toHaveCount(0);
});

test('where the page of unsent work cannot be loaded, changes are still listed, exported, sent and read again', async ({
  page,
  parcel,
  context,
  openAs,
}) => {
  await openParcel(page, parcel);
  await context.setOffline(true);
  await recordWater(page, '40');
  await page.route('**/assets/sync-page-*', (route) => route.abort());
  // Only the pressed button gets through: a retry by the outbox itself would take the button away.
  const isPressed = () => page.evaluate(() => 'pressed' in document.body.dataset).catch(() => false);
  await page.route('**/api/land/*/water', async (route) =>
    (await isPressed()) ? await route.fallback() : await route.abort(),
  );
  await context.setOffline(false);
  await page.goto('/sync');
  await expect(page.getByRole('heading', { level: 1, name: 'Changes on this phone' })).toBeVisible();
  await expect(page.getByText('1 change is not sent yet.')).toBeVisible();
  await expectNoAxeFindings(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save unsent changes as a file' }).click();
  const file = await (await download).path();
  await page.evaluate(() =>
    document.addEventListener('click', () => (document.body.dataset.pressed = ''), { capture: true }),
  );
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect.poll(async () => (await parcel.read()).totalWater).toBe(40);
  await expect(page.getByText('No changes are waiting to be sent.')).toBeVisible();

  // Another phone of the same farmer reads the file: the server has the change already and ignores it.
  const other = await openAs(parcel.owner);
  await other.goto('/sync');
  await other.getByLabel('Read a file of unsent changes').setInputFiles(file);
  await expect(other.getByText('1 change was read from the file.')).toBeVisible();
  await expect(other.getByText('Everything has been sent')).toBeVisible();
  expect((await parcel.read()).waterCount).toBe(1);
});

test('a phone whose clock falls back to 2015 without a network records no date of 2015, and says so', async ({
  page,
  parcel,
  context,
}) => {
  await openParcel(page, parcel);
  await context.setOffline(true);
  await page.clock.setSystemTime(Date.UTC(2015, 0, 3, 9));
  await page.getByRole('button', { name: 'Record Water Usage' }).first().click();
  await expect(sheet(page).getByText('This phone’s clock shows 3 January 2015.')).toBeVisible();
  await amountField(page).fill('40');
  await saveSheet(page);
  await expect(sheet(page)).toBeHidden();
  await context.setOffline(false);
  await expect.poll(async () => (await parcel.read()).totalWater, { timeout: 20_000 }).toBe(40);
  expect((await parcel.read()).waterUsage).toMatchObject([{ date: today() }]);
});

test('the page of unsent work passes axe and layout checks with queued and refused changes @full', async ({
  page,
  parcel,
  context,
}) => {
  await openParcel(page, parcel);
  await context.setOffline(true);
  await addCrop(page, 'Maize');
  await recordWater(page, '40');
  // Only now, because stubbed responses arrive even when offline.
  // Without it each change is sent by its own call.
  await page.route('**/api/sync', (route) => route.abort());
  await page.route('**/api/land/*/water', (route) => route.abort());
  await page.route('**/api/land/*/crops', (route) =>
    route.fulfill({
      status: 400,
      headers: { [MARKER_HEADER]: '1' },
      json: { message: 'Check the marked fields.', code: 'validation', issues: [] },
    }),
  );
  await context.setOffline(false);
  await expect(page.getByRole('link', { name: '1 change needs your attention' })).toBeVisible();
  await page.goto('/sync');
  await expect(page.getByRole('heading', { name: '1 change waiting' })).toBeVisible();
  await expectSoundInEachVariant(page);
});
