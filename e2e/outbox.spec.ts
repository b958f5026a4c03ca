/** Outbox: offline changes are queued on the device, shown at once, and sent exactly once when back online. */
import type { ParcelDetail } from '@ardhi/contract';
import { DAY_MS, today } from '@ardhi/contract/dates';
import { MARKER_HEADER } from '@ardhi/contract/headers';
import type { APIRequestContext, Page } from '@playwright/test';
import {
  addCrop,
  addParcel,
  anyQueuedLink,
  fillParcel,
  get,
  go,
  queuedLink,
  recordWater,
  sheet,
  visitOnline,
} from './outbox-helpers.ts';
import {
  expect,
  expectNoAxeFindings,
  expectSoundInEachVariant,
  headersOf,
  PASSWORD,
  type Person,
  register,
  signIn,
  test,
} from './test.ts';

/** A farmer with one parcel, on its page. */
async function onParcel(page: Page, request: APIRequestContext) {
  const person = await register(request, 'farmer');
  const parcel = await addParcel(request, person, 'Juu');
  await signIn(page, person);
  await visitOnline(page, ['/land', `/land/${parcel._id}`]);
  return { person, parcel };
}

const readParcel = (request: APIRequestContext, person: Person, id: string) =>
  get<ParcelDetail>(request, person, `/land/${id}`);

async function editParcel(page: Page, fields: Record<string, string>): Promise<void> {
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).first().fill(value);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeHidden();
}

async function editElsewhere(
  request: APIRequestContext,
  person: Person,
  id: string,
  data: object,
): Promise<void> {
  const response = await request.put(`/api/land/${id}`, { headers: headersOf(person), data });
  expect(response.status()).toBe(200);
}

test('changed elsewhere: different fields are merged, and the user chooses for the same field @full', async ({
  page,
  request,
  context,
}) => {
  const { person, parcel } = await onParcel(page, request);
  await context.setOffline(true);
  await editParcel(page, { Name: 'Juu kabisa' });
  await expect(queuedLink(page, 1)).toBeVisible();
  await editElsewhere(request, person, parcel._id, { size: 5 });
  await context.setOffline(false);
  await expect(anyQueuedLink(page)).toBeHidden();
  expect(await readParcel(request, person, parcel._id)).toMatchObject({ name: 'Juu kabisa', size: 5 });
  await expect(page.getByRole('heading', { level: 1, name: 'Juu kabisa' })).toBeVisible();

  await context.setOffline(true);
  await editParcel(page, { Name: 'Yangu', Size: '6' });
  await editElsewhere(request, person, parcel._id, { name: 'Yao', size: 7 });
  await context.setOffline(false);
  await page.getByRole('link', { name: '1 entry needs you' }).click();
  await page.getByRole('button', { name: 'Compare and choose' }).click();
  await expect(sheet(page).getByRole('group', { name: 'Name' })).toContainText('Yangu');
  await expect(sheet(page).getByRole('group', { name: 'Name' })).toContainText('Yao');
  await expectNoAxeFindings(page);
  await sheet(page)
    .getByRole('group', { name: 'Size' })
    .getByLabel(/Changed elsewhere/)
    .check();
  await sheet(page).getByRole('button', { name: 'Keep what I chose' }).click();
  await expect(page.getByText('Everything is sent')).toBeVisible();
  expect(await readParcel(request, person, parcel._id)).toMatchObject({ name: 'Yangu', size: 7 });
});

test('changed elsewhere while a form was open: other fields keep the newer value, the user chooses for the same field @full', async ({
  page,
  request,
}) => {
  const { person, parcel } = await onParcel(page, request);
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
  await page.getByLabel('Name').first().fill('Juu kabisa');
  await editElsewhere(request, person, parcel._id, { size: 5 });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Juu kabisa was saved')).toBeVisible();
  expect(await readParcel(request, person, parcel._id)).toMatchObject({ name: 'Juu kabisa', size: 5 });

  await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
  await page.getByLabel('Name').first().fill('Yangu');
  await editElsewhere(request, person, parcel._id, { name: 'Yao', size: 7 });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('It was also changed elsewhere.')).toBeVisible();
  await page.getByRole('link', { name: '1 entry needs you' }).click();
  await page.getByRole('button', { name: 'Compare and choose' }).click();
  await expect(sheet(page).getByRole('group')).toHaveCount(1);
  await sheet(page).getByRole('button', { name: 'Keep what I chose' }).click();
  await expect(page.getByText('Everything is sent')).toBeVisible();
  expect(await readParcel(request, person, parcel._id)).toMatchObject({ name: 'Yangu', size: 7 });
});

test('not accepted: the reason is there, it is corrected in its own form, and what depends on it goes on', async ({
  page,
  request,
  context,
}) => {
  const { person } = await onParcel(page, request);
  await go(page, 'Back');
  await context.setOffline(true);
  // The form accepts it, but the server does not.
  await fillParcel(page, 'Bonde\u0001');
  await page
    .getByRole('article', { name: 'Bonde' })
    .getByRole('link', { name: /^Bonde/ })
    .first()
    .click();
  await recordWater(page, '40');
  await context.setOffline(false);
  await page.getByRole('link', { name: '1 entry needs you' }).click();
  await expect(page.getByText('Not accepted')).toBeVisible();
  await expect(page.getByText('1 later entry waits for it.')).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Correct it' }).click();
  await sheet(page).getByLabel('Name').fill('Bonde');
  await sheet(page).getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Everything is sent')).toBeVisible();
  const parcels = await get<ParcelDetail[]>(request, person, '/land');
  expect(parcels.map(({ name, totalWater }) => [name, totalWater])).toEqual([
    ['Juu', 0],
    ['Bonde', 40],
  ]);
});

test('a change to a parcel deleted elsewhere is explained and can be discarded @full', async ({
  page,
  request,
  context,
}) => {
  const { person, parcel } = await onParcel(page, request);
  await context.setOffline(true);
  await recordWater(page, '40');
  const deleted = await request.delete(`/api/land/${parcel._id}`, { headers: headersOf(person) });
  expect(deleted.status()).toBe(200);
  await context.setOffline(false);
  await page.getByRole('link', { name: '1 entry needs you' }).click();
  await expect(page.getByText(/was deleted elsewhere/)).toBeVisible();
  await page.getByRole('button', { name: 'Throw away' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Throw away' }).click();
  await expect(page.getByText('Everything is sent')).toBeVisible();
});

async function login(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
}

test('signing out with unsent work asks first; the work waits for the same person @full', async ({
  page,
  request,
  context,
}) => {
  const { person, parcel } = await onParcel(page, request);
  await context.setOffline(true);
  await recordWater(page, '40');
  await page.getByRole('button', { name: 'Logout' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('1 entry is not sent yet. Log out anyway?');
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
  await expect(page.getByText('Everything is sent')).toBeVisible();
  // The offline logout has reached the server.
  const ended = await request.get('/api/auth/profile', { headers: headersOf(person) });
  expect(ended.status()).toBe(401);
  const data = { email: person.email, password: PASSWORD };
  const reader = { ...person, ...(await (await request.post('/api/auth/login', { data })).json()) };
  expect((await readParcel(request, reader, parcel._id)).waterCount).toBe(0);
  await page.getByRole('button', { name: 'Logout' }).click();

  await page.goto('/login');
  await login(page, person);
  await expect
    .poll(async () => (await readParcel(request, reader, parcel._id)).totalWater, { timeout: 20_000 })
    .toBe(40);
});

test('a session that ended keeps the work until the same person signs in again @full', async ({
  page,
  request,
  context,
}) => {
  const { person, parcel } = await onParcel(page, request);
  await context.setOffline(true);
  await recordWater(page, '40');
  await request.post('/api/auth/logout', { headers: headersOf(person), data: {} });
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/login/, { timeout: 20_000 });
  await login(page, person);
  const { token } = await page.evaluate(() => ({ token: localStorage.getItem('token')! }));
  const again = { ...person, token };
  await expect
    .poll(async () => (await readParcel(request, again, parcel._id)).waterCount, { timeout: 20_000 })
    .toBe(1);
});

test('a second tab shows queued changes as they are made, and together they send them once @full', async ({
  page,
  request,
  context,
}) => {
  const { person, parcel } = await onParcel(page, request);
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
  let sent = 0;
  context.on('request', (one) => {
    if (one.method() === 'POST' && one.url().endsWith('/water')) sent += 1;
  });
  await context.setOffline(false);
  for (const tab of [page, second]) await expect(anyQueuedLink(tab)).toBeHidden({ timeout: 20_000 });
  await expect.poll(async () => (await readParcel(request, person, parcel._id)).waterCount).toBe(2);
  expect(sent).toBe(2);
});

test('a full device: the form says so and keeps its values @full', async ({ page, request, context }) => {
  const { person, parcel } = await onParcel(page, request);
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
  await page.getByRole('button', { name: 'Record Water Usage' }).first().click();
  await sheet(page).locator('input[inputmode=decimal]').first().fill('40');
  await sheet(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(sheet(page).getByText('This phone is full.')).toBeVisible();
  await expect(sheet(page).locator('input[inputmode=decimal]').first()).toHaveValue('40');
  await restore.evaluate((undo) => undo());
  await sheet(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(sheet(page)).toBeHidden();
  await context.setOffline(false);
  await expect
    .poll(async () => (await readParcel(request, person, parcel._id)).totalWater, { timeout: 20_000 })
    .toBe(40);
});

for (const days of [-1, 1]) {
  test(`a phone whose clock is ${days > 0 ? 'a day ahead' : 'a day behind'} records the right day and loses nothing @full`, async ({
    page,
    request,
    context,
  }) => {
    await page.clock.setSystemTime(Date.now() + days * DAY_MS);
    const { person, parcel } = await onParcel(page, request);
    await context.setOffline(true);
    await recordWater(page, '40');
    await editParcel(page, { Name: 'Juu kabisa' });
    await expect(queuedLink(page, 2)).toBeVisible();
    await context.setOffline(false);
    await expect(anyQueuedLink(page)).toBeHidden();
    const stored = await readParcel(request, person, parcel._id);
    expect(stored).toMatchObject({ name: 'Juu kabisa', waterUsage: [{ amount: 40, date: today() }] });
  });
}

test('the page of unsent work passes axe and layout checks with queued and refused changes @full', async ({
  page,
  request,
  context,
}) => {
  await onParcel(page, request);
  await context.setOffline(true);
  await addCrop(page, 'Maize');
  await recordWater(page, '40');
  // Only now, because stubbed responses arrive even when offline.
  await page.route('**/api/land/*/water', (route) => route.abort());
  await page.route('**/api/land/*/crops', (route) =>
    route.fulfill({
      status: 400,
      headers: { [MARKER_HEADER]: '1' },
      json: { message: 'Check the marked fields.', code: 'validation', issues: [] },
    }),
  );
  await context.setOffline(false);
  await expect(page.getByRole('link', { name: '1 entry needs you' })).toBeVisible();
  await page.goto('/sync');
  await expect(page.getByRole('heading', { name: '1 entry waits' })).toBeVisible();
  await expectSoundInEachVariant(page);
});
