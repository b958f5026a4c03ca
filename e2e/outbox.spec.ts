/** Work without a network: kept on the device, shown at once, sent exactly once when the network is back. */
import type { EquipmentDetail, LandDetail } from '@ardhi/contract';
import { type APIRequestContext, type Page, request as requests } from '@playwright/test';
import { ownServer } from './own-server.ts';
import { expect, expectNoAxeFindings, PASSWORD, type Person, register, signIn, test } from './test.ts';

const headersOf = (person: Person) => ({ authorization: `Bearer ${person.token}` });

async function post<T = { _id: string }>(
  request: APIRequestContext,
  person: Person,
  path: string,
  data: object,
): Promise<T> {
  const response = await request.post(`/api${path}`, { headers: headersOf(person), data });
  expect(response.status()).toBe(201);
  return (await response.json()) as T;
}

async function get<T>(request: APIRequestContext, person: Person, path: string): Promise<T> {
  const response = await request.get(`/api${path}`, { headers: headersOf(person) });
  expect(response.status()).toBe(200);
  return (await response.json()) as T;
}

const addLand = (request: APIRequestContext, person: Person, name: string) =>
  post<LandDetail>(request, person, '/land', {
    name,
    size: 2,
    location: { address: 'Njoro, Nakuru County' },
    soilType: 'loamy',
  });

const toast = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text);
const sheet = (page: Page) => page.getByRole('dialog');
const waitingLink = (page: Page, count: number) =>
  page.getByRole('link', {
    name: count === 1 ? '1 entry waits to be sent' : `${count} entries wait to be sent`,
  });
const anyWaiting = (page: Page) => page.getByRole('link', { name: /to be sent$/ });
const KEPT = 'Kept on this device. It is sent when there is a network.';

async function fillLand(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add New Land' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Size').fill('1.5');
  await page.getByLabel('Location Address').fill('Kitengela, Kajiado');
  await page.getByRole('button', { name: 'Create Land' }).click();
}

async function recordWater(page: Page, litres: string): Promise<void> {
  await page.getByRole('button', { name: 'Record Water Usage' }).first().click();
  await sheet(page).locator('input[inputmode=decimal]').first().fill(litres);
  await sheet(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(sheet(page)).toBeHidden();
}

async function addCrop(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Crop' }).first().click();
  await sheet(page).getByLabel('Crop Name').fill(name);
  await sheet(page).getByLabel('Planting Date').fill('2026-03-01');
  await sheet(page).getByLabel('Harvest Date').fill('2026-08-01');
  await sheet(page).locator('input[inputmode=decimal]').first().fill('2');
  await sheet(page).getByRole('button', { name: 'Add Crop', exact: true }).click();
  await expect(sheet(page)).toBeHidden();
}

/** Inside the app, as a person does: without a reload. */
async function go(page: Page, ...names: (string | RegExp)[]): Promise<void> {
  for (const name of names) await page.getByRole('link', { name }).first().click();
}

/** Looked at once with the network, so that the browser has what the pages need. */
async function lookAt(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  }
}

test("a day's work on three parcels with the server stopped, the app closed and opened again", async ({
  page: first,
  context,
}) => {
  test.setTimeout(240_000);
  const server = await ownServer();
  const request = await requests.newContext({ baseURL: server.url });
  let page = first;
  try {
    await page.setViewportSize({ width: 360, height: 740 });
    const amina = await register(request, 'farmer');
    const [upper, lower] = [await addLand(request, amina, 'Juu'), await addLand(request, amina, 'Chini')];
    const headers = headersOf(amina);
    const pump = await post(request, amina, '/equipment', { name: 'Pump', type: 'Pump' });
    const old = (
      await post<LandDetail>(request, amina, `/land/${lower._id}/water`, { date: '2026-04-01', amount: 100 })
    ).waterUsage[0]!;

    await page.goto(`${server.url}/api/health`);
    await page.evaluate(
      ([token, user]) => {
        localStorage.setItem('token', token!);
        localStorage.setItem('user', user!);
      },
      [amina.token, JSON.stringify(amina.user)],
    );
    await lookAt(
      page,
      ['/equipment', `/equipment/${pump._id}`, `/land/${upper._id}`, `/land/${lower._id}`, '/land'].map(
        (path) => server.url + path,
      ),
    );
    // The worker keeps the pages for the app that is opened again.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));

    await server.stop();
    await context.setOffline(true);

    await test.step('a third parcel, with a crop and water on it', async () => {
      await fillLand(page, 'Mpya');
      await expect(toast(page, 'Mpya was added')).toBeVisible();
      await expect(toast(page, KEPT)).toBeVisible();
      const card = page.getByRole('article', { name: 'Mpya' });
      await expect(card.getByText('Waiting to be sent')).toBeVisible();
      await card.getByRole('link', { name: 'Mpya', exact: true }).click();
      await addCrop(page, 'Maize');
      await recordWater(page, '500');
      // The score is worked out on the device.
      await expect(
        page.getByText('Nakuru County').or(page.getByText('Kajiado County')).first(),
      ).toBeVisible();
      await expect(page.getByText('Not yet assessed')).toHaveCount(0);
      await expect(waitingLink(page, 3)).toBeVisible();
    });

    await test.step('the upper one is edited, the lower one’s record corrected and another deleted', async () => {
      await go(page, 'Back');
      await page.getByRole('button', { name: 'Edit Juu' }).click();
      await page.getByLabel('Size').fill('3.5');
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await expect(page.getByRole('article', { name: 'Juu' })).toContainText('3.5 acres');
      await page.getByRole('link', { name: 'Chini', exact: true }).click();
      await recordWater(page, '70');
      await page
        .getByRole('button', { name: /^Delete 100/ })
        .first()
        .click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(waitingLink(page, 6)).toBeVisible();
    });

    await test.step('closed and opened again without a network: everything is still there', async () => {
      await page.close();
      page = await context.newPage();
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(`${server.url}/land`);
      await expect(page.getByRole('article', { name: 'Mpya' }).getByText('Waiting to be sent')).toBeVisible();
      await expect(page.getByRole('article', { name: 'Juu' })).toContainText('3.5 acres');
      await page.goto(`${server.url}/equipment/${pump._id}`);
      await page.getByRole('button', { name: 'Record hours' }).first().click();
      await sheet(page).getByLabel('Hours worked').fill('4');
      await sheet(page).getByRole('button', { name: 'Add hours' }).click();
      await expect(sheet(page)).toBeHidden();
      await waitingLink(page, 7).click();
      await expect(page.getByRole('heading', { name: '7 entries wait' })).toBeVisible();
      await expect(page.getByText('No network', { exact: true })).toBeVisible();
    });

    await test.step('the network is back: sent once, in order, by itself', async () => {
      await server.start();
      const sent: string[] = [];
      context.on('request', (one) => {
        if (one.method() !== 'GET') sent.push(`${one.method()} ${new URL(one.url()).pathname}`);
      });
      await context.setOffline(false);
      await expect(page.getByText('Everything is sent')).toBeVisible({ timeout: 30_000 });
      await expect(page.getByText(/Sending last worked on/)).toBeVisible();
      expect(sent).toHaveLength(7);
      const lands = await get<LandDetail[]>(request, amina, '/land');
      expect(
        lands.map(({ name, size, waterCount, totalWater, cropCount }) => ({
          name,
          size,
          waterCount,
          totalWater,
          cropCount,
        })),
      ).toEqual([
        { name: 'Juu', size: 3.5, waterCount: 0, totalWater: 0, cropCount: 0 },
        { name: 'Chini', size: 2, waterCount: 1, totalWater: 70, cropCount: 0 },
        { name: 'Mpya', size: 1.5, waterCount: 1, totalWater: 500, cropCount: 1 },
      ]);
      const gone = await request.get(`/api/land/${lower._id}`, { headers });
      expect(((await gone.json()) as LandDetail).waterUsage.map(({ _id }) => _id)).not.toContain(old._id);
      const machine = await get<EquipmentDetail>(request, amina, `/equipment/${pump._id}`);
      expect(machine.usageHours).toBe(4);
      expect(machine.usage).toHaveLength(1);
      // The screen and the server say the same of the score.
      const fresh = lands[2]!;
      await page.goto(`${server.url}/land/${fresh._id}`);
      await expect(page.getByText(String(fresh.sustainabilityScore)).first()).toBeVisible();
    });
  } finally {
    await context.setOffline(false);
    await request.dispose();
    await server.remove();
  }
});

/** A farmer with one parcel, on its page. */
async function onParcel(page: Page, request: APIRequestContext) {
  const person = await register(request, 'farmer');
  const land = await addLand(request, person, 'Juu');
  await signIn(page, person);
  await lookAt(page, ['/land', `/land/${land._id}`]);
  return { person, land };
}

const readLand = (request: APIRequestContext, person: Person, id: string) =>
  get<LandDetail>(request, person, `/land/${id}`);

async function editParcel(page: Page, fields: Record<string, string>): Promise<void> {
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).first().fill(value);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeHidden();
}

async function elsewhere(
  request: APIRequestContext,
  person: Person,
  id: string,
  data: object,
): Promise<void> {
  const response = await request.put(`/api/land/${id}`, { headers: headersOf(person), data });
  expect(response.status()).toBe(200);
}

test('changed elsewhere: different fields go together, the same field is for the person to choose', async ({
  page,
  request,
  context,
}) => {
  test.setTimeout(120_000);
  const { person, land } = await onParcel(page, request);
  await context.setOffline(true);
  await editParcel(page, { Name: 'Juu kabisa' });
  await elsewhere(request, person, land._id, { size: 5 });
  await context.setOffline(false);
  await expect(anyWaiting(page)).toBeHidden();
  expect(await readLand(request, person, land._id)).toMatchObject({ name: 'Juu kabisa', size: 5 });
  await expect(page.getByRole('heading', { level: 1, name: 'Juu kabisa' })).toBeVisible();

  await context.setOffline(true);
  await editParcel(page, { Name: 'Yangu', Size: '6' });
  await elsewhere(request, person, land._id, { name: 'Yao', size: 7 });
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
  expect(await readLand(request, person, land._id)).toMatchObject({ name: 'Yangu', size: 7 });
});

test('not accepted: the reason is there, it is mended in its own form, and what hangs on it goes on', async ({
  page,
  request,
  context,
}) => {
  test.setTimeout(120_000);
  const { person } = await onParcel(page, request);
  await go(page, 'Back');
  await context.setOffline(true);
  // The form lets it pass, the server does not.
  await fillLand(page, 'Bonde\u0001');
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
  const lands = await get<LandDetail[]>(request, person, '/land');
  expect(lands.map(({ name, totalWater }) => [name, totalWater])).toEqual([
    ['Juu', 0],
    ['Bonde', 40],
  ]);
});

test('what was deleted elsewhere is explained, and the entry can be thrown away', async ({
  page,
  request,
  context,
}) => {
  const { person, land } = await onParcel(page, request);
  await context.setOffline(true);
  await recordWater(page, '40');
  const deleted = await request.delete(`/api/land/${land._id}`, { headers: headersOf(person) });
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

test('signing out with unsent work asks first; the work waits for the same person', async ({
  page,
  request,
  context,
}) => {
  test.setTimeout(120_000);
  const { person, land } = await onParcel(page, request);
  await context.setOffline(true);
  await recordWater(page, '40');
  await page.getByRole('button', { name: 'Logout' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('1 entry is not sent yet. Sign out all the same?');
  await expectNoAxeFindings(page);
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(waitingLink(page, 1)).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  await context.setOffline(false);

  // Somebody else on the same phone neither sees nor sends it.
  const other = await register(request, 'farmer', 'Njeri');
  await page.goto('/login');
  await login(page, other);
  await page.goto('/sync');
  await expect(page.getByText('Everything is sent')).toBeVisible();
  expect((await readLand(request, person, land._id)).waterCount).toBe(0);
  await page.getByRole('button', { name: 'Logout' }).click();

  await page.goto('/login');
  await login(page, person);
  await expect
    .poll(async () => (await readLand(request, person, land._id)).totalWater, { timeout: 20_000 })
    .toBe(40);
});

test('a session that ended keeps the work until the same person signs in again', async ({
  page,
  request,
  context,
}) => {
  test.setTimeout(120_000);
  const { person, land } = await onParcel(page, request);
  await context.setOffline(true);
  await recordWater(page, '40');
  await request.post('/api/auth/logout', { headers: headersOf(person), data: {} });
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/login/, { timeout: 20_000 });
  await login(page, person);
  const { token } = await page.evaluate(() => ({ token: localStorage.getItem('token')! }));
  const again = { ...person, token };
  await expect
    .poll(async () => (await readLand(request, again, land._id)).waterCount, { timeout: 20_000 })
    .toBe(1);
});

test('a second tab shows what waits as it is made, and together they send it once', async ({
  page,
  request,
  context,
}) => {
  test.setTimeout(120_000);
  const { person, land } = await onParcel(page, request);
  const second = await context.newPage();
  await second.goto(`/land/${land._id}`);
  await expect(second.getByRole('heading', { level: 1, name: 'Juu' })).toBeVisible();
  await context.setOffline(true);
  await recordWater(page, '40');
  await expect(waitingLink(second, 1)).toBeVisible();
  await expect(second.getByText('Waiting to be sent').first()).toBeVisible();
  await recordWater(second, '50');
  await expect(waitingLink(page, 2)).toBeVisible();
  let sent = 0;
  context.on('request', (one) => {
    if (one.method() === 'POST' && one.url().endsWith('/water')) sent += 1;
  });
  await context.setOffline(false);
  for (const tab of [page, second]) await expect(anyWaiting(tab)).toBeHidden({ timeout: 20_000 });
  await expect.poll(async () => (await readLand(request, person, land._id)).waterCount).toBe(2);
  expect(sent).toBe(2);
});

test('a full device: the form says so and keeps its values', async ({ page, request, context, baseURL }) => {
  const { person, land } = await onParcel(page, request);
  const storage = await context.newCDPSession(page);
  await storage.send('Storage.overrideQuotaForOrigin', { origin: baseURL!, quotaSize: 1 });
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Record Water Usage' }).first().click();
  await sheet(page).locator('input[inputmode=decimal]').first().fill('40');
  await sheet(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(sheet(page).getByText('This device has no room left to keep it.')).toBeVisible();
  await expect(sheet(page).locator('input[inputmode=decimal]').first()).toHaveValue('40');
  await storage.send('Storage.overrideQuotaForOrigin', { origin: baseURL! });
  await sheet(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(sheet(page)).toBeHidden();
  await context.setOffline(false);
  await expect
    .poll(async () => (await readLand(request, person, land._id)).totalWater, { timeout: 20_000 })
    .toBe(40);
});

for (const days of [-1, 1]) {
  test(`a phone whose clock is ${days > 0 ? 'a day ahead' : 'a day behind'} records the right day and loses nothing`, async ({
    page,
    request,
    context,
  }) => {
    await page.clock.setSystemTime(Date.now() + days * 86_400_000);
    const { person, land } = await onParcel(page, request);
    await context.setOffline(true);
    await recordWater(page, '40');
    await editParcel(page, { Name: 'Juu kabisa' });
    await context.setOffline(false);
    await expect(anyWaiting(page)).toBeHidden();
    const stored = await readLand(request, person, land._id);
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Nairobi' }).format(new Date());
    expect(stored).toMatchObject({ name: 'Juu kabisa', waterUsage: [{ amount: 40, date: today }] });
  });
}

test('axe finds nothing on the page of unsent work, waiting and refused, in both languages and themes', async ({
  page,
  request,
  context,
  baseURL,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 360, height: 740 });
  await onParcel(page, request);
  await page.route('**/api/land/*/water', (route) => route.abort());
  await page.route('**/api/land/*/crops', (route) =>
    route.fulfill({
      status: 400,
      json: { message: 'Check the marked fields.', code: 'validation', issues: [] },
    }),
  );
  await context.setOffline(true);
  await addCrop(page, 'Maize');
  await recordWater(page, '40');
  await context.setOffline(false);
  await expect(page.getByRole('link', { name: '1 entry needs you' })).toBeVisible();
  for (const [theme, lang, width, heading] of [
    ['light', 'en', 360, '1 entry waits'],
    ['dark', 'sw', 360, 'Ingizo 1 linasubiri'],
    ['light', 'sw', 1280, 'Ingizo 1 linasubiri'],
    ['dark', 'en', 1280, '1 entry waits'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await context.addCookies([{ name: 'lang', value: lang, url: baseURL! }]);
    await page.evaluate((name) => localStorage.setItem('theme', name), theme);
    await page.goto('/sync');
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expectNoAxeFindings(page);
    if (process.env.SHOTS)
      await page.screenshot({
        path: `${process.env.SHOTS}/sync-${theme}-${lang}-${width}.png`,
        fullPage: true,
      });
  }
});
