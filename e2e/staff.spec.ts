/** Templates, internal notes, the staff page and invitations from a file. */
import { test } from './fixture-server.ts';
import {
  addParcel,
  confirmIdentity,
  expect,
  expectSound,
  expectSoundInEachVariant,
  register,
  signInWith,
  VARIANTS,
} from './test.ts';

test.use({ country: 'staff' });

test('a template fills a return in the farmer’s language, a note stays internal, staff is invited', async ({
  page,
  request,
  send,
  openAs,
}) => {
  test.setTimeout(120_000);
  const head = await register(request, 'government', 'Achieng Head');
  const chief = { ...head, user: { ...head.user, manage: true } };
  const farmer = await register(request, 'farmer', 'Wanjiru Kamau');
  await send(farmer, 'PUT /auth/language', { language: 'sw' });
  const parcel = await addParcel(send, farmer, 'Home field');
  const application = { name: 'Maize seed', description: 'For the season', amount: 15_000 };
  const { _id: id } = await send(farmer, 'POST /subsidies', { ...application, parcelIds: [parcel._id] });

  await signInWith(page, chief, VARIANTS[0]);
  await page.goto('/staff');
  await expect(page.getByRole('row', { name: /Achieng Head/ })).toContainText('works for the whole country');
  const height = await page
    .getByRole('row', { name: /Achieng Head/ })
    .evaluate((row) => row.getBoundingClientRect().height);
  expect(height).toBeLessThanOrEqual(40);
  await expectSoundInEachVariant(page);
  await page.getByRole('main').getByRole('link', { name: 'Templates' }).click();
  await expect(page.getByText('No templates yet')).toBeVisible();
  await page.getByRole('button', { name: 'New Template' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name of this template').fill('Missing papers');
  await form.getByLabel('English').fill('Dear {farmer}, KES is {amunt}.');
  await form.getByLabel('Kiswahili').fill('Ndugu {farmer}, rekebisha {amount}.');
  await form.getByRole('button', { name: 'Save Template' }).click();
  await expect(form.getByText('There is no placeholder {amunt} here.')).toBeVisible();
  await form.getByLabel('English').fill('Dear {farmer}, correct {amount}.');
  await expect(form.getByText('Dear Wanjiru Kamau, correct KES 15,000.')).toBeVisible();
  await form.getByRole('button', { name: 'Save Template' }).click();
  await expect(page.getByRole('heading', { name: 'Missing papers' })).toBeVisible();
  await expectSound(page);

  await page.goto(`/subsidies/cases/${id}`);
  await page.getByLabel('New note').fill('Call the chief before Monday');
  await page.getByRole('button', { name: 'Add Note' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Call the chief before Monday' })).toContainText(
    'Achieng Head',
  );
  await expect(page.getByLabel('New note')).toHaveValue('');
  await page.getByRole('button', { name: 'Return for correction' }).click();
  const dialog = page.getByRole('dialog');
  const reason = dialog.locator('textarea');
  await dialog.getByLabel('Use a template').selectOption({ label: 'Missing papers' });
  await expect(reason).toHaveValue('Ndugu Wanjiru Kamau, rekebisha KES\u00a015,000.');
  await dialog.getByLabel('Language').selectOption('en');
  await expect(reason).toHaveValue('Dear Wanjiru Kamau, correct KES\u00a015,000.');
  await reason.fill('My own text.');
  await dialog.getByLabel('Language').selectOption('sw');
  await expect(reason).toHaveValue('My own text.\n\nNdugu Wanjiru Kamau, rekebisha KES\u00a015,000.');
  await dialog.getByLabel('Amount').check();
  await dialog.getByRole('button', { name: 'Return', exact: true }).click();
  await expect(dialog).toBeHidden();
  const farmersPage = await openAs(farmer, `/subsidies/${id}`);
  await expect(farmersPage.getByText('rekebisha KES 15,000')).toBeVisible();
  await expect(farmersPage.getByText('Call the chief')).toHaveCount(0);

  await page.goto('/staff');
  await page.getByRole('button', { name: 'Import Invitations' }).click();
  const importDialog = page.getByRole('dialog', { name: 'Invite officials from a file' });
  const choose = (csv: string) =>
    importDialog
      .getByLabel('CSV file')
      .setInputFiles({ name: 'staff.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await choose('name,email,county\nAmina Juma,amina@gov.example,Nakuru\nPeter,peter@gov.example,Atlantis');
  await confirmIdentity(page);
  await expect(importDialog.getByRole('row', { name: /Peter/ })).toContainText('no county of this name');
  await expect(importDialog.getByText('1 row has an error.')).toBeVisible();
  await expectSound(page, 'dialog');
  await choose('name,email,county\nAmina Juma,amina@gov.example,Nakuru');
  await importDialog.getByRole('button', { name: 'Invite 1 Person' }).click();
  await expect(importDialog.getByText('1 person is invited')).toBeVisible();
  const download = page.waitForEvent('download');
  await importDialog.getByRole('button', { name: 'Download Codes' }).click();
  expect((await download).suggestedFilename()).toBe('invitation-codes.csv');
  await importDialog.getByRole('button', { name: 'Close' }).last().click();

  await page.getByLabel('Open cases per official').fill('1');
  await page.getByRole('button', { name: 'Save Maximum' }).click();
  await expect(page.getByText('The maximum is saved.')).toBeVisible();
  await page.goto(`/subsidies/cases/${id}`);
  await page.getByRole('button', { name: 'Assign to me: Maize seed' }).click();
  await expect(page.getByRole('button', { name: 'Unassign: Maize seed' })).toBeVisible();
  await page.goto('/staff');
  await page
    .getByRole('row', { name: /Achieng Head/ })
    .getByRole('link', { name: '1', exact: true })
    .click();
  await expect(page.getByRole('link', { name: 'Maize seed' })).toBeVisible();
});

test('a farmer reads the reasons of a return, of a bulk rejection and of an appeal in Kiswahili', async ({
  request,
  send,
  openAs,
}) => {
  test.setTimeout(120_000);
  const [officer, colleague] = [
    await register(request, 'government', 'Njeri Officer'),
    await register(request, 'government', 'Otieno Officer'),
  ];
  const farmer = await register(request, 'farmer', 'Chebet Korir');
  await send(farmer, 'PUT /auth/language', { language: 'sw' });
  await addParcel(send, farmer, 'Home field');
  await send(officer, 'POST /government/templates', {
    kind: 'rejection',
    name: 'No budget',
    english: 'Dear {farmer}, there is no money for {application}.',
    kiswahili: 'Ndugu {farmer}, hakuna fedha za {application}.',
  });
  const apply = (name: string) =>
    send(farmer, 'POST /subsidies', { name, description: 'For the season', amount: 15_000 });
  const [{ _id: id }] = [await apply('Goat shed'), await apply('Goat pen')];

  const office = await openAs(officer, `/subsidies/cases/${id}`, VARIANTS[0]);
  const dialog = office.getByRole('dialog');
  await office.getByRole('button', { name: 'Return for correction' }).click();
  await dialog.getByLabel('Amount').check();
  await dialog.locator('textarea').fill('The shed is too large.');
  await dialog.getByText('Also in Kiswahili (optional)').click();
  await dialog.getByLabel('Reason in Kiswahili').fill('Banda ni kubwa mno.');
  await dialog.getByRole('button', { name: 'Return', exact: true }).click();
  await expect(dialog).toBeHidden();
  const field = await openAs(farmer, `/subsidies/${id}`, VARIANTS[1]);
  await expect(field.getByText('Banda ni kubwa mno.')).toBeVisible();
  await expect(field.getByText('The shed is too large.')).toHaveCount(0);

  await office.goto('/queue?q=goat');
  await office.getByLabel('Select all pending').check();
  await office.getByRole('button', { name: 'Reject selected' }).click();
  await dialog.getByLabel('Use a template').selectOption({ label: 'No budget' });
  await expect(dialog.getByLabel('Reason in Kiswahili')).toHaveValue(
    'Ndugu {farmer}, hakuna fedha za {application}.',
  );
  await expectSound(office, 'dialog');
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(dialog.getByText('2 rejected')).toBeVisible();
  await field.reload();
  await expect(field.getByText('Ndugu Chebet Korir, hakuna fedha za Goat shed.')).toBeVisible();

  await send(farmer, `POST /subsidies/${id}/appeal`, { reason: 'Please look again' });
  const other = await openAs(colleague, '/subsidies/appeals', VARIANTS[0]);
  await other.getByRole('button', { name: 'Dismiss' }).click();
  const verdict = other.getByRole('dialog');
  await verdict.locator('textarea').fill('There is still no money.');
  await verdict.getByText('Also in Kiswahili (optional)').click();
  await verdict.getByLabel('Answer in Kiswahili').fill('Bado hakuna fedha.');
  await verdict.getByRole('button', { name: 'Dismiss' }).click();
  await expect(verdict).toBeHidden();
  await field.reload();
  await expect(field.getByText('Bado hakuna fedha.')).toBeVisible();
  await expect(field.getByText('There is still no money.')).toHaveCount(0);
});
