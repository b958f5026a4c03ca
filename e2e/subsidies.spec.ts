import { readFileSync } from 'node:fs';
import { layoutFaults } from './layout-faults.ts';
import {
  addParcel,
  confirmIdentity,
  day,
  expect,
  muteEvents,
  register,
  signIn,
  stopClock,
  test,
  tickUntil,
  unique,
} from './test.ts';
import { expectTouchable } from './touch-targets.ts';
import { loadWholePage } from './whole-page.ts';

test('from the programme to the decision: both sides in one story', async ({
  page,
  request,
  openAs,
  official,
  send,
}) => {
  const farmer = await register(request, 'farmer', unique('Amina Otieno'));
  const name = unique('Drip kits');
  const field = await openAs(farmer);
  await field.clock.install();
  await field.goto('/subsidies/apply');

  // An official creates a programme and approves it.
  await signIn(page, official);
  await page.goto('/subsidies/manage');
  await page.getByRole('button', { name: 'Create Subsidy' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create Subsidy' }).click();
  await expect(dialog.getByText('Please fill this in.')).toHaveCount(3);
  await dialog.getByLabel('Subsidy Name').fill(name);
  await dialog.getByLabel('Description').fill('Half-acre kits.');
  await dialog.getByLabel('Amount (KES)').fill('1.005');
  await dialog.getByRole('button', { name: 'Create Subsidy' }).click();
  await expect(dialog.getByText('At most 2 decimals.')).toBeVisible();
  await dialog.getByLabel('Amount (KES)').fill('60000.50');
  await dialog.getByText('Rules (optional)').click();
  await dialog.getByLabel('Lowest score').fill('60');
  await dialog.getByLabel('Smallest parcel').fill('2');
  await dialog.getByRole('button', { name: 'Create Subsidy' }).click();
  await expect(dialog).toBeHidden();
  await page.getByLabel('Search').fill(name);
  const programme = page.getByRole('row').filter({ hasText: 'Programme by' }).filter({ hasText: name });
  await expect(programme).toContainText('KES 60,000.50');
  await expect(programme).toContainText('pending');
  await programme.getByRole('button', { name: 'Approve' }).click();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(programme).toContainText('approved');
  await expect(programme).toContainText('KES 0 of KES 60,000.50 approved');

  // The farmer finds it, reads why the parcel is not eligible yet, and applies anyway.
  await addParcel(send, farmer, 'Small corner', { size: 0.5 });
  await field.reload();
  await field.getByRole('button', { name: `Apply to ${name}` }).click();
  await expect(field.getByLabel('Subsidy Name')).toHaveValue(name);
  await expect(field.getByText('None of these parcels meets every rule yet.')).toBeVisible();
  await expect(field.getByText('0.5 acres; 1.5 acres short of 2 acres.')).toBeVisible();
  await expect(field.getByText('Not yet assessed; a score of at least 60% is needed.')).toBeVisible();
  await field.getByLabel('Description').fill('For the kitchen garden.');
  await field.getByLabel('Requested Amount (KES)').fill('42000');
  await field.getByLabel('Small corner').check();
  await stopClock(field);
  await field.getByRole('button', { name: 'Submit Application' }).click();
  const success = field.getByText('Subsidy application submitted successfully!');
  await tickUntil(field, () => success.isVisible());
  await field.clock.runFor(2_900);
  await expect(success).toBeVisible();
  await field.clock.runFor(100);
  await expect(success).toBeHidden();
  await field.clock.resume();
  const row = field.getByRole('region', { name: 'My applications' }).getByRole('listitem');
  await expect(row).toHaveText([/KES.42,000.*pending$/]);
  await expect(field.getByLabel('Subsidy Name')).toHaveValue('');

  // Its page: it can be edited while it is pending.
  await row.getByRole('link', { name }).click();
  await expect(field.getByRole('heading', { level: 1, name })).toBeVisible();
  const ownApplication = field.getByRole('main');
  await expect(ownApplication).toContainText('For the kitchen garden.');
  await ownApplication.getByRole('button', { name: 'Edit' }).click();
  await field.getByRole('dialog').getByLabel('Requested Amount (KES)').fill('43000');
  await field.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click();
  await expect(ownApplication).toContainText('KES 43,000');

  // The official sees the same explanation in the list of applications, and rejects with a reason.
  await programme.getByRole('button', { name, exact: true }).click();
  await dialog.getByRole('link', { name: 'Show its applications' }).click();
  const application = page.getByRole('row').filter({ hasText: farmer.name });
  await application.getByRole('link', { name, exact: true }).click();
  const openCase = page.getByRole('article', { name });
  await expect(openCase.getByText(farmer.email)).toBeVisible();
  await expect(openCase.getByText('0.5 acres; 1.5 acres short of 2 acres.')).toBeVisible();
  await openCase.getByRole('button', { name: 'Reject' }).click();
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(dialog.getByText('Please fill this in.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('The parcel is too small for a kit.');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(dialog).toBeHidden();
  await expect(application).toContainText('rejected');
  await expect(application.getByRole('button', { name: 'Approve' })).toHaveCount(0);

  // The farmer sees it without a reload: the reason on the page, and the notice.
  await expect(ownApplication).toContainText('The parcel is too small for a kit.');
  await expect(ownApplication).toContainText('rejected');
  await expect(ownApplication.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await field.getByRole('link', { name: /^Notices, \d+ unread$/ }).click();
  await expect(field.getByText(`Your application was rejected: ${name}`)).toBeVisible();

  // A programme with applications can be closed but not deleted.
  await page.goto(`/subsidies/manage?q=${encodeURIComponent(name)}`);
  await programme.getByRole('button', { name, exact: true }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Farmers have applied to this programme')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close programme' }).click();
  await expect(dialog.getByRole('button', { name: 'Reopen' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(programme).toContainText('closed');
  await field.goto('/subsidies/apply');
  await expect(field.getByRole('heading', { name: 'My applications' })).toBeVisible();
  await expect(field.getByRole('button', { name: `Apply to ${name}` })).toHaveCount(0);
});

test('several are approved together, each with its own result; the table is searched and exported', async ({
  page,
  request,
  farmer,
  official,
  send,
}) => {
  const name = unique('Seed');
  const programme = { name, description: 'Seed.', amount: 1000 };
  const { _id: programmeId } = await send(official, 'POST /government/subsidies', programme);
  await send(official, `PUT /government/subsidies/${programmeId}`, { status: 'approved' });
  for (const [description, amount] of [
    ['First in line', 600],
    ['Second in line', 500],
    ['Third in line', 400],
  ])
    await send(farmer, 'POST /subsidies', { name, description, amount, programmeId });
  await signIn(page, official);
  const rowOf = (amount: string) => page.getByRole('row').filter({ hasText: amount });
  await page.goto(`/queue?programmeId=${programmeId}`);
  await expect(page.getByRole('button', { name: `Remove Programme: ${name}` })).toBeVisible();
  await page.getByLabel('Select all pending').check();
  await expect(page.getByText('3 selected, KES 1,500')).toBeVisible();
  await page.getByRole('button', { name: 'Approve selected' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(dialog.getByText('2 approved, 1 refused')).toBeVisible();
  await expect(
    dialog.getByText('The programme’s budget does not cover this. KES 400 is left.'),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  // The job is the server's: its result is there after the page was closed.
  await page.reload();
  await expect(page.getByRole('region', { name: 'Bulk decision' })).toContainText('2 approved, 1 refused');
  await expect(rowOf('KES 500')).toContainText('1 of 14');
  await expect(rowOf('KES 600')).toHaveCount(0);

  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByLabel('Status').selectOption('approved');
  await expect(rowOf('KES 600')).toContainText('approved');
  await expect(rowOf('KES 500')).toHaveCount(0);
  await expect(page).toHaveURL(/status=approved/);
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), confirmIdentity(page)]);
  const csv = readFileSync(await download.path(), 'utf8');
  expect(csv).toContain('First in line,600.00,approved');
  expect(csv).not.toContain('Second in line');

  // Another official decided in the meantime: the page shows the result.
  await page.getByLabel('Status').selectOption('');
  const row = rowOf('KES 500');
  await row.getByRole('button', { name: 'Approve' }).click();
  const pending = `GET /subsidies/admin/all?programmeId=${programmeId}&status=pending`;
  const [application] = await send<{ _id: string }[]>(official, pending);
  const rejection = { status: 'rejected', reason: 'No budget left' };
  const other = await register(request, 'government');
  await send(other, `PUT /government/subsidies/${application!._id}`, rejection);
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(dialog.getByText('This was already decided: rejected.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Approve' })).toHaveCount(0);
});

test('a farmer withdraws an application, and failures show the messages of the specification', async ({
  page,
  farmer,
  send,
}) => {
  const application = { name: 'Fence', description: 'Against elephants', amount: 10 };
  await send(farmer, 'POST /subsidies', application);
  await signIn(page, farmer);
  const refusal = { status: 400, json: { message: 'The server’s own words.', code: 'x' } };
  await muteEvents(page);
  await page.route('**/api/subsidies', (route) => route.fulfill(refusal));
  await page.goto('/subsidies/apply');
  await expect(page.getByText('Failed to fetch subsidies')).toBeVisible();
  await page.unroute('**/api/subsidies');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Applications take 7-14 business days.').first()).toBeVisible();
  await page.getByRole('link', { name: 'Fence' }).click();
  await page.getByRole('button', { name: 'Withdraw' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page).toHaveURL('/subsidies/apply');
  await expect(page.getByText('No subsidies available')).toBeVisible();

  await page.route('**/api/subsidies', (route) => route.fulfill(refusal));
  await page.getByRole('button', { name: 'Submit Application' }).click();
  await expect(page.getByText('Please fill this in.')).toHaveCount(3);
  await expect(page.getByLabel('Subsidy Name')).toBeFocused();
  await page.getByLabel('Subsidy Name').fill('Kept');
  await page.getByLabel('Description').fill('Kept too');
  await page.getByLabel('Requested Amount (KES)').fill('-1');
  await page.getByRole('button', { name: 'Submit Application' }).click();
  await expect(page.getByText('At least 0.')).toBeVisible();
  await page.getByLabel('Requested Amount (KES)').fill('12.50');
  await page.getByRole('button', { name: 'Submit Application' }).click();
  await expect(page.getByText('Failed to submit subsidy application')).toBeVisible();
  await expect(page.getByText('The server’s own words.')).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue('Kept too');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('the page of ten parcels is short, and the success message is in view for 3 seconds', async ({
    page,
    farmer,
    official,
    send,
  }) => {
    for (let index = 1; index <= 10; index += 1) await addParcel(send, farmer, `Field ${index}`);
    const names = ['Certified maize seed', 'Water tank', 'Drip kit', 'Fence', 'Bean seed'];
    for (const [index, name] of names.entries())
      await send(farmer, 'POST /subsidies', {
        name,
        description: 'For the long rains.',
        amount: 4500 + index,
      });
    // The farmer qualifies for one of the five.
    const qualifying = unique('Small farms');
    for (const [name, minAcres] of [
      [qualifying, 1],
      ...['Tractors', 'Silos', 'Stores', 'Lorries'].map((kind) => [unique(kind), 900] as const),
    ] as const) {
      const description =
        'Two bags of fertilizer for each acre of maize, at half of the price in the shop. '.repeat(4);
      const programme = { name, description, amount: 900_000, rules: { minAcres }, closesOn: day(40) };
      const { _id } = await send(official, 'POST /government/subsidies', programme);
      await send(official, `PUT /government/subsidies/${_id}`, { status: 'approved' });
    }
    await signIn(page, farmer);
    await page.clock.install();
    for (const lang of ['sw', 'en']) {
      await page.context().addCookies([{ name: 'lang', value: lang, url: new URL(page.url()).origin }]);
      await page.goto('/subsidies/apply');
      await expect(page.getByRole('button', { name: /^(Show all|Ona) .*\b10\b/ })).toBeVisible();
      await loadWholePage(page);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2400);
      await expectTouchable(page);
      expect(await layoutFaults(page)).toEqual([]);
    }

    const programmes = page.getByRole('region', { name: 'Open programmes' });
    await expect(programmes.getByRole('listitem')).toHaveCount(3);
    await programmes.getByRole('button', { name: /^Show all \d+ programmes$/ }).tap();
    const badges = await programmes.getByRole('listitem').allInnerTexts();
    const firstUnmet = badges.findIndex((text) => text.includes('Rules not met yet'));
    expect(badges.slice(firstUnmet).join()).not.toContain('You meet the rules');
    await programmes.getByRole('button', { name: new RegExp(`^${qualifying}`) }).tap();
    await expect(programmes.getByText('KES 900,000 left of KES 900,000')).toBeVisible();
    await page.getByRole('button', { name: 'Show all 5 applications' }).tap();
    await expect(page.getByRole('region', { name: 'My applications' }).getByRole('listitem')).toHaveCount(5);

    await page.getByLabel('Subsidy Name').fill('Seedlings');
    await page.getByLabel('Description').fill('Hundred seedlings.');
    await page.getByLabel('Requested Amount (KES)').fill('7000');
    await stopClock(page);
    await page.getByRole('button', { name: 'Submit Application' }).tap();
    const success = page.getByText('Subsidy application submitted successfully!');
    await tickUntil(page, () => success.isVisible());
    for (let passed = 0; passed < 2_900; passed += 290) {
      await expect(success).toBeInViewport({ ratio: 1 });
      await page.clock.runFor(290);
    }
    await page.clock.runFor(100);
    await expect(success).toBeHidden();
  });
});
