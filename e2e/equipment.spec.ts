import { day, expect, muteEvents, signIn, test } from './test.ts';

test('equipment is added, used, serviced, corrected and deleted', async ({ page, farmer }) => {
  await signIn(page, farmer);
  await page.goto('/equipment');
  await expect(page.getByText('No equipment added yet')).toBeVisible();

  // Add: name and type are enough.
  const add = page.getByRole('button', { name: 'Add Equipment' });
  await add.click();
  await add.click();
  await expect(page.getByLabel('Type')).toHaveCount(0);
  await add.click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Please fill this in.')).toHaveCount(2);
  await page.getByLabel('Name').fill('Massey');
  await page.getByLabel('Type').fill('Tractor');
  await page.getByLabel('Service every').fill('100');
  await page.getByRole('button', { name: 'Save' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Massey' });
  await expect(row.getByRole('cell', { name: 'N/A' })).toHaveCount(2);
  await expect(row).toContainText('active');

  // Use: hours are added, and the next service gets closer.
  await row.getByRole('button', { name: 'Record hours' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Hours worked').fill('-3');
  await dialog.getByRole('button', { name: 'Add hours' }).click();
  await expect(dialog.getByText('At least 0.')).toBeVisible();
  await dialog.getByLabel('Hours worked').fill('95.5');
  await dialog.getByRole('button', { name: 'Add hours' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('95.5');
  await expect(row).toContainText('Service soon');

  // Service: it is logged, its cost counts, and the hours until service restart.
  await row.getByRole('link', { name: 'Massey' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Massey' })).toBeVisible();
  await page.getByRole('button', { name: 'Record maintenance' }).first().click();
  await dialog.getByLabel('What was done').fill('Oil and filters');
  await dialog.getByLabel('Cost (KES)').fill('4500.50');
  await dialog.getByLabel('Next service on').fill('2001-01-01');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('The next date must not be before the day of the work.')).toBeVisible();
  await dialog.getByLabel('Next service on').fill(day(200));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: 'Oil and filters' })).toContainText('KES 4,500.50');
  await expect(page.getByText('In the last 12 months: KES 4,500.50')).toBeVisible();
  await expect(page.getByText(/Next service: .* in 100 hours of use/)).toBeVisible();

  // Correct the record and the hours.
  await page.getByRole('button', { name: 'Edit Oil and filters' }).click();
  await dialog.getByLabel('Cost (KES)').fill('5000');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('In the last 12 months: KES 5,000')).toBeVisible();
  await page.getByRole('button', { name: 'Remove 95.5 h' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('No hours recorded yet.')).toBeVisible();

  // Edit, then delete after a confirmation.
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog.getByLabel('Status').selectOption('retired');
  await dialog.getByLabel('Manufacturer').fill('Massey Ferguson');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Retired: no service is due.')).toBeVisible();
  await page.getByRole('link', { name: 'All equipment' }).click();
  await expect(row).toContainText('retired');
  await expect(row).toContainText('Massey Ferguson');
  await row.getByRole('button', { name: 'More for Massey' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No equipment added yet')).toBeVisible();
});

test('failures show the messages of the specification', async ({ page, farmer }) => {
  await signIn(page, farmer);
  await muteEvents(page);
  await page.route('**/api/equipment', (route) =>
    route.fulfill({ status: 400, json: { message: 'The server’s own words.', code: 'x' } }),
  );
  await page.goto('/equipment');
  await expect(page.getByText('Failed to fetch equipment')).toBeVisible();
  await expect(page.getByText('The server’s own words.')).toBeVisible();
  await page.getByRole('button', { name: 'Add Equipment' }).click();
  await page.getByLabel('Name').fill('Kept');
  await page.getByLabel('Type').fill('Pump');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Failed to add equipment')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Kept');
  await page.unroute('**/api/equipment');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('No equipment added yet')).toHaveCount(0);
});
