/** Life cycle of a parcel, on a small phone and on a desktop. */
import { readFile } from 'node:fs/promises';
import type { ParcelDetail } from '@ardhi/contract';
import type { Page } from '@playwright/test';
import { pdfText } from './pdf-text.ts';
import { stubResponses } from './response-stubs.ts';
import { addParcel, day, expect, muteEvents, onRecord, signIn, test } from './test.ts';

/** Downloads the file behind a button. */
async function download(page: Page, button: string): Promise<{ name: string; content: Buffer }> {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await started;
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

const toast = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text);
const sheet = (page: Page) => page.getByRole('dialog');
const region = (page: Page, name: string) => page.getByRole('region', { name });

for (const [width, tier] of [
  [360, ''],
  [1280, ' @full'],
] as const) {
  test(`the whole life of a parcel at ${width} px${tier}`, async ({ page, farmer }) => {
    await page.setViewportSize({ width, height: 740 });
    await signIn(page, farmer);

    await test.step('an empty dashboard leads to the form', async () => {
      await page.goto('/dashboard');
      await expect(page.getByText('No land parcels yet')).toBeVisible();
      await page.getByRole('link', { name: 'Add your first parcel' }).click();
      await expect(page.getByRole('heading', { name: 'New land parcel' })).toBeVisible();
    });

    await test.step('the form names what is missing, then creates', async () => {
      await page.getByRole('button', { name: 'Create Land' }).click();
      await expect(page.getByText('Please fill this in.')).toHaveCount(3);
      await page.getByLabel('Name').fill('River plot');
      await page.getByLabel('Size').fill('1.55');
      await page.getByLabel('Location Address').fill('Kitengela, Kajiado');
      await page.getByRole('button', { name: 'Create Land' }).click();
      await expect(page.getByText('In steps of 0.1.')).toBeVisible();
      await page.getByLabel('Size').fill('1.5');
      await page.getByLabel('Soil Type').selectOption('clay');
      await page.getByRole('button', { name: 'Create Land' }).click();
      await expect(toast(page, 'River plot was added')).toBeVisible();
      const card = page.getByRole('article', { name: 'River plot' });
      await expect(card).toContainText('1.5 acres');
      await expect(card).toContainText('Not yet assessed');
    });

    await test.step('a half-filled edit asks before it is thrown away, then saves', async () => {
      await page.getByRole('button', { name: 'Edit River plot' }).click();
      await page.getByLabel('Size').fill('2');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Stay and keep editing' }).click();
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await expect(page.getByRole('article', { name: 'River plot' })).toContainText('2 acres');
      await expect(page.getByRole('button', { name: 'Edit River plot' })).toBeFocused();
    });

    await test.step('the parcel’s page, its county confirmed', async () => {
      await page.getByRole('link', { name: 'View Details of River plot' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'River plot' })).toBeVisible();
      await expect(page).toHaveTitle('River plot · Ardhi');
      await expect(page.getByText('No crop history yet')).toBeVisible();
      await expect(page.getByText('Kajiado County, south region')).toBeVisible();
      await page.getByRole('button', { name: 'Yes, confirm' }).click();
      await expect(page.getByText('confirmed by you')).toBeVisible();
    });

    await test.step('a crop: suggested name, harvest before planting refused, bags turned into tons', async () => {
      await page.getByRole('button', { name: 'Add Crop' }).first().click();
      await sheet(page).getByLabel('Crop Name').fill('mahi');
      await sheet(page).getByRole('option', { name: 'Maize' }).click();
      await expect(sheet(page).getByText('Weigh it as dry grain')).toBeVisible();
      await sheet(page).getByLabel('Planting Date').fill(day(-200));
      await sheet(page).getByLabel('Harvest Date').fill(day(-201));
      await sheet(page).getByLabel('Yield').fill('15');
      await sheet(page).getByLabel('Unit').selectOption('90 kg bags/acre');
      await expect(sheet(page).getByText('= 3.34 t/ha')).toBeVisible();
      await sheet(page).getByRole('button', { name: 'Add Crop' }).click();
      await expect(sheet(page).getByText('The harvest cannot be before the planting.')).toBeVisible();
      await expect(sheet(page).getByLabel('Harvest Date')).toBeFocused();
      await sheet(page).getByLabel('Harvest Date').fill(day(-50));
      await sheet(page).getByRole('button', { name: 'Add Crop' }).click();
      await expect(toast(page, 'Crop recorded')).toBeVisible();
      await expect(region(page, 'Crop History').getByRole('row', { name: /Maize/ })).toContainText('3.34');
    });

    await test.step('water in jerrycans, fertilizer in bags, pesticide in millilitres', async () => {
      await page.getByRole('button', { name: 'Record Water Usage' }).first().click();
      await sheet(page).getByLabel('Amount').fill('12');
      await sheet(page).getByLabel('Unit').selectOption('jerrycans (20 L)');
      await expect(sheet(page).getByText('= 240 litres')).toBeVisible();
      await sheet(page).getByLabel('Date').fill(day(-150));
      await sheet(page).getByRole('button', { name: 'Save' }).click();
      await expect(region(page, 'Water Usage').getByText('240 litres in all')).toBeVisible();

      await page.getByRole('button', { name: 'Add Fertilizer' }).first().click();
      await sheet(page).getByLabel('Fertilizer Type').fill('DAP');
      await sheet(page).getByLabel('Amount').fill('2');
      await sheet(page).getByLabel('Unit').selectOption('bags (50 kg)');
      await sheet(page).getByLabel('Date').fill(day(-199));
      await sheet(page).getByRole('button', { name: 'Add Fertilizer' }).click();
      await expect(region(page, 'Fertilizer Usage').getByText('100 kg in all')).toBeVisible();

      await page.getByRole('button', { name: 'Record Pesticide' }).first().click();
      await sheet(page).getByLabel('Product', { exact: true }).fill('Furadan');
      await expect(sheet(page).getByText(/Highly hazardous/)).toBeVisible();
      await sheet(page).getByLabel('Amount of product').fill('250');
      await sheet(page).getByLabel('Unit').selectOption('ml');
      await sheet(page).getByLabel('Date').fill(day(-100));
      await sheet(page).getByRole('button', { name: 'Save' }).click();
      await expect(region(page, 'Pesticide Usage').getByText('0.25 kg or L in all')).toBeVisible();
    });

    await test.step('a record is corrected, another deleted', async () => {
      await onRecord(page, 'Correct', 'Water Usage', '240 litres');
      await expect(sheet(page).getByLabel('Amount')).toHaveValue('240');
      await sheet(page).getByLabel('Amount').fill('260');
      await sheet(page).getByRole('button', { name: 'Save' }).click();
      await expect(toast(page, 'The record was corrected')).toBeVisible();
      await expect(region(page, 'Parcel summary')).toContainText('260');

      await onRecord(page, 'Delete', 'Pesticide Usage', 'Furadan');
      await expect(page.getByText('Are you sure you want to delete this record?')).toBeVisible();
      await page.getByRole('button', { name: 'Delete', exact: true }).last().click();
      await expect(page.getByText('No pesticide recorded yet.')).toBeVisible();
    });

    await test.step('the score explains itself', async () => {
      const score = region(page, 'Sustainability score');
      await expect(score.getByText(/^Records \d+% complete$/)).toBeVisible();
      await expect(score.getByText('What would raise it most')).toBeVisible();
      if (width < 1024) {
        await score.locator('summary', { hasText: 'The seven parts of the score' }).click();
        await score.locator('summary', { hasText: 'What is missing' }).click();
      }
      await score.locator('summary', { hasText: 'Water' }).click();
      await expect(score.getByText('Water the crops needed')).toBeVisible();
      await score.locator('summary', { hasText: 'Yield' }).click();
      await expect(score.getByText('Yield against the usual, maize')).toBeVisible();
      await expect(
        score.getByText(/No spraying is recorded. If you do not spray, say so/).last(),
      ).toBeVisible();
      await score.getByRole('button', { name: 'None is used' }).click();
      await expect(score.getByText('Nothing: every part has its records.')).toBeVisible();
      await score.getByRole('link', { name: '1 record' }).first().click();
      await expect(page).toHaveURL(/#history-/);
    });

    await test.step('the report, printed as PDF and as a table', async () => {
      await page.getByRole('button', { name: 'Generate Report' }).click();
      const report = region(page, 'Land report');
      await expect(report).toContainText('260 litres');
      await expect(report).toContainText(farmer.email);
      const pdf = await download(page, 'Download PDF');
      expect(pdf.name).toMatch(/^River-plot.*\.pdf$/);
      const text = pdfText(pdf.content);
      for (const expected of ['River plot', farmer.name, farmer.email, '260 litres', '100 kg', 'Maize']) {
        expect(text).toContain(expected);
      }
      const table = (await download(page, 'Records as CSV')).content.toString('utf8');
      expect(table).toContain('DAP');
      expect(table).toContain('260');
      await report.getByRole('button', { name: 'Close' }).click();
    });

    await test.step('deleted after a question, and undone', async () => {
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(page.getByText('Are you sure you want to delete this land parcel?')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      // The toast stays while the pointer is over it.
      await page.getByRole('button', { name: 'Undo' }).hover();
      await expect(page).toHaveURL('/land');
      await expect(page.getByText('No land parcels yet')).toBeVisible();
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByRole('article', { name: 'River plot' })).toContainText('1 · Maize');
    });

    await test.step('the dashboard knows what happened', async () => {
      await page.goto('/dashboard');
      await expect(region(page, 'Summary of your land')).toContainText('Average Sustainability70%');
      await expect(region(page, 'Recent activities')).toContainText('Parcel restored');
      await expect(page.getByRole('link', { name: 'View Details of River plot' })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    });
  });
}

test('after the harvest date the farmer is asked what was harvested', async ({ page, farmer, send }) => {
  const { _id: id } = await addParcel(send, farmer, 'Upper field');
  const beans = { name: 'Beans', plantingDate: day(-120), harvestDate: day(-20), yield: 1.2 };
  await send(farmer, `POST /land/${id}/crops`, beans);
  await signIn(page, farmer);
  // The server treats a yield stated after the harvest as confirmed, so the response is changed to unconfirmed.
  const answers = await stubResponses(page);
  answers.put({
    path: `/land/${id}`,
    answer: (real) => {
      const parcel: ParcelDetail = JSON.parse(real);
      const crops = parcel.crops.map((crop) => ({ ...crop, yieldConfirmed: crop.yield !== 1.2 }));
      return JSON.stringify({ ...parcel, crops });
    },
  });
  await page.goto(`/land/${id}`);
  const question = region(page, 'Harvest of Beans');
  await expect(question).toContainText('expected 1.2 t/ha');
  await question.getByLabel('Harvested yield').fill('-1');
  await question.getByRole('button', { name: 'Confirm harvest' }).click();
  await expect(question.getByText('At least 0.')).toBeVisible();
  await question.getByLabel('Harvested yield').fill('4');
  await question.getByLabel('Unit').selectOption('90 kg bags/acre');
  await question.getByRole('button', { name: 'Confirm harvest' }).click();
  await expect(toast(page, 'Harvest confirmed: Beans, 0.89 t/ha')).toBeVisible();
  await expect(question).toBeHidden();
  await expect(region(page, 'Crop History').getByRole('row', { name: /Beans/ })).toContainText('0.89');
});

test('six parcels a page, and Back returns to the page before @full', async ({ page, farmer, send }) => {
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) await addParcel(send, farmer, name);
  await signIn(page, farmer);
  await page.goto('/land');
  await expect(page.getByRole('article')).toHaveCount(6);
  await expect(page.getByRole('button', { name: 'Next' })).toBeHidden();

  await page.getByRole('button', { name: 'Add New Land' }).click();
  await page.getByLabel('Name').fill('Seven');
  await page.getByLabel('Size').fill('0');
  await page.getByLabel('Location Address').fill('Gilgil');
  await page.getByRole('button', { name: 'Create Land' }).click();
  await expect(page).toHaveURL('/land?page=2');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article', { name: 'Seven' })).toBeVisible();

  await page.getByRole('button', { name: 'Prev' }).click();
  await expect(page.getByRole('article')).toHaveCount(6);
  await page.getByRole('button', { name: '2', exact: true }).click();
  await expect(page).toHaveURL('/land?page=2');
  await page.goBack();
  await expect(page.getByRole('article', { name: 'One' })).toBeVisible();
  await page.goForward();
  await page.getByRole('button', { name: 'Delete Seven' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('article')).toHaveCount(6);
});

test('the buttons of the list do not move when the parcels arrive', async ({ page, farmer, send }) => {
  await addParcel(send, farmer, 'Shamba');
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/land', async (route) => {
    await released;
    await route.continue();
  });
  await signIn(page, farmer);
  await page.goto('/land');
  const add = page.getByRole('button', { name: 'Add New Land' });
  const before = await add.boundingBox();
  release();
  await expect(page.getByRole('heading', { name: 'Shamba' })).toBeVisible();
  expect(await add.boundingBox()).toEqual(before);
});

test('a parcel comes back under another name where its own is taken @full', async ({
  page,
  farmer,
  send,
}) => {
  const { _id: id } = await addParcel(send, farmer, 'River plot');
  await send(farmer, `DELETE /land/${id}`);
  await addParcel(send, farmer, 'River plot');
  await signIn(page, farmer);
  await page.goto('/land');
  await page.getByText('Recently deleted (1)').click();
  await page.getByRole('button', { name: 'Restore River plot' }).click();
  await expect(page.getByText(/already have a parcel called River plot/)).toBeVisible();
  await page.getByLabel('Name').fill('River plot, old');
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('article', { name: 'River plot, old' })).toBeVisible();
  await expect(page.getByText(/Recently deleted/)).toBeHidden();
});

test.describe('failures are shown and keep the input', () => {
  test('the list and the page of a parcel', async ({ page, farmer, send }) => {
    const { _id: id } = await addParcel(send, farmer, 'River plot');
    await signIn(page, farmer);
    await muteEvents(page);
    await page.route('**/api/land', (route) => route.fulfill({ status: 400, json: {} }));
    await page.goto('/land');
    await expect(page.getByText('Failed to fetch lands')).toBeVisible();
    await page.unroute('**/api/land');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('article', { name: 'River plot' })).toBeVisible();

    await page.route(`**/api/land/${id}`, (route) =>
      route.fulfill({ status: 403, json: { message: 'Your account may not do this.', code: 'wrong-role' } }),
    );
    await page.goto(`/land/${id}`);
    await expect(page.getByText('Failed to fetch land details')).toBeVisible();
    await expect(page.getByText('Your account may not do this.')).toBeVisible();
    await page.unrouteAll();
    for (const unknown of ['01a1ddd0-3be9-71d1-9f14-86cafede8915', 'nonsense']) {
      await page.goto(`/land/${unknown}`);
      await expect(page.getByText('Land not found')).toBeVisible();
    }
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL('/land');
  });

  test('every form keeps its values @full', async ({ page, farmer, send }) => {
    const { _id: id } = await addParcel(send, farmer, 'River plot');
    await signIn(page, farmer);
    await page.goto('/land?add=1');
    const failure = { status: 500, json: { message: 'Something went wrong here.', code: 'internal' } };
    await page.route('**/api/land', (route) =>
      route.request().method() === 'POST' ? route.fulfill(failure) : route.continue(),
    );
    await page.getByLabel('Name').fill('Upper field');
    await page.getByLabel('Size').fill('3');
    await page.getByLabel('Location Address').fill('Njoro');
    await page.getByRole('button', { name: 'Create Land' }).click();
    await expect(page.getByText('Failed to create land parcel')).toBeVisible();
    await expect(page.getByText('Something went wrong here.')).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue('Upper field');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Create Land' }).click();
    await expect(page.getByRole('article', { name: 'Upper field' })).toHaveCount(1);

    await page.goto(`/land/${id}`);
    const forms = [
      ['Add Crop', 'crops', 'Failed to add crop', 'Add Crop'],
      ['Record Water Usage', 'water', 'Failed to add water usage', 'Save'],
      ['Add Fertilizer', 'fertilizer', 'Failed to add fertilizer usage', 'Add Fertilizer'],
      ['Record Pesticide', 'pesticides', 'Failed to add pesticide usage', 'Save'],
    ] as const;
    for (const [open, call, failed, submit] of forms) {
      await page.route(`**/api/land/${id}/${call}`, (route) => route.fulfill(failure));
      await page.getByRole('button', { name: open }).first().click();
      await expect(sheet(page)).toBeVisible();
      for (const box of await sheet(page).getByRole('combobox').all()) {
        if (await box.evaluate((element) => element instanceof HTMLInputElement)) await box.fill('CAN');
      }
      for (const box of await sheet(page).locator('input[type=date]').all()) await box.fill(day(-10));
      await sheet(page).locator('input[inputmode=decimal]').first().fill('3');
      await sheet(page).getByRole('button', { name: submit, exact: true }).click();
      await expect(sheet(page).getByText(failed)).toBeVisible();
      await expect(sheet(page).getByText('Something went wrong here.')).toBeVisible();
      await expect(sheet(page).locator('input[inputmode=decimal]').first()).toHaveValue('3');
      await sheet(page).getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Leave without saving' }).click();
      await expect(sheet(page)).toBeHidden();
    }
    await page.route(`**/api/land/${id}/report`, (route) => route.fulfill({ status: 400, json: {} }));
    await page.getByRole('button', { name: 'Generate Report' }).click();
    await expect(page.getByText('Failed to generate report')).toBeVisible();
  });
});

test('reports over all parcels, and guides behind the advice', async ({ page, farmer, send }) => {
  const { _id: id } = await addParcel(send, farmer, 'River plot');
  const maize = { name: 'Maize', plantingDate: day(-200), harvestDate: day(-40), yield: 1 };
  await send(farmer, `POST /land/${id}/crops`, maize);
  await send(farmer, `POST /land/${id}/fertilizer`, { date: day(-190), type: 'Urea', amount: 400 });
  await signIn(page, farmer);
  await page.goto('/dashboard');
  await expect(page.getByText('Use less nitrogen fertilizer')).toBeVisible();
  await page.getByRole('link', { name: 'Read the guide' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: /^Fertilizer/ })).toBeVisible();
  await page.getByRole('link', { name: 'All guides' }).click();
  await page.getByRole('link', { name: /^Rotation/ }).click();
  await expect(page.getByRole('heading', { name: 'A quarter for legumes' })).toBeVisible();

  for (const [tile, heading, expected] of [
    ['Monthly report', 'Monthly report', 'River plot'],
    ['Sustainability report', 'Sustainability report', 'Use less nitrogen fertilizer'],
  ] as const) {
    await page.goto('/dashboard');
    await page.getByRole('link', { name: tile }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByText(expected).first()).toBeVisible();
    const { content } = await download(page, 'Download PDF');
    expect(pdfText(content)).toContain('River plot');
  }
});
