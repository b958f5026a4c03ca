import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { addParcel, confirmIdentity, expect, expectSound, signIn, test, unique } from './test.ts';

test('an official creates the audit binder of a programme and downloads both files', async ({
  page,
  send,
  farmer,
  official,
}) => {
  const name = unique('Drip kits');
  const { _id: programmeId } = await send(official, 'POST /government/subsidies', {
    name,
    description: 'Half-acre kits',
    amount: 9000,
  });
  const approve = (id: string) => send(official, `PUT /government/subsidies/${id}`, { status: 'approved' });
  await approve(programmeId);
  await addParcel(send, farmer, 'Shamba la mto');
  const application = { name: 'Kit', description: 'For kale', amount: 1250.5, programmeId };
  await approve((await send(farmer, 'POST /subsidies', application))._id);

  await signIn(page, official);
  await page.goto('/subsidies/manage');
  await page.getByRole('button', { name }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Audit binders' }).click();
  await expect(page.getByText('No audit binders yet')).toBeVisible();
  await page.getByLabel('First day').fill('2026-12-31');
  await page.getByLabel('Last day').fill('2026-01-01');
  await page.getByRole('button', { name: 'Create binder' }).click();
  await expect(page.getByText('The last day must not be before the first.')).toBeVisible();
  await page.getByLabel('First day').fill('2020-01-01');
  await page.getByLabel('Last day').fill('2100-12-31');
  await page.getByRole('button', { name: 'Create binder' }).click();
  const row = page.getByRole('row').filter({ hasText: 'KES 1,250.50' });
  await expect(row).toContainText('Whole country');

  const download = page.waitForEvent('download');
  await row.getByRole('button', { name: /^Download CSV/ }).click();
  await confirmIdentity(page);
  const csv = await readFile(await (await download).path());
  await expect(row).toContainText(createHash('sha256').update(csv).digest('hex'));
  expect(csv.toString()).toContain('1250.50');
  const pdf = page.waitForEvent('download');
  await row.getByRole('button', { name: /^Download PDF/ }).click();
  expect((await pdf).suggestedFilename()).toMatch(/^binder-.*\.pdf$/);
  await expectSound(page);

  const { _id } = await send(farmer, 'POST /subsidies', {
    name: 'Water tank',
    description: 'For kale',
    amount: 777.25,
  });
  await approve(_id);
  await page.getByRole('link', { name: 'Applications without a programme' }).click();
  await expect(page.getByRole('link', { name: 'Applications without a programme' })).toHaveCount(0);
  await page.getByLabel('First day').fill('2020-01-01');
  await page.getByLabel('Last day').fill('2100-12-31');
  await page.getByRole('button', { name: 'Create binder' }).click();
  await expect(page.getByRole('button', { name: /^Download CSV/ })).toBeVisible();
});
