import { addParcel, expect, expectSound, signIn, test, unique } from './test.ts';

test('an official announces to farmers of a search, who read it in their own language', async ({
  page,
  send,
  openAs,
  farmer,
  official,
}) => {
  await addParcel(send, farmer, 'Shamba');
  const title = unique('Seed is here');
  await signIn(page, official);
  // One farmer of this test alone.
  await page.goto(`/registers/farmers?q=${encodeURIComponent(farmer.email)}`);
  await page.getByRole('link', { name: 'Announce to these farmers' }).click();
  const form = page.getByRole('dialog', { name: 'New announcement' });
  await expect(form.getByText('1 farmer', { exact: true })).toBeVisible();
  await expect(form.getByText(/^Your office can send \d more announcement/)).toBeVisible();
  await form.getByRole('button', { name: 'Continue' }).click();
  await expect(form.getByText('Please fill this in.')).toHaveCount(2);
  await form.getByLabel('Title', { exact: true }).fill(title);
  await form.getByLabel('Text', { exact: true }).fill('Fetch it at the depot.');
  await form.getByText('Also in Kiswahili').click();
  await form.getByLabel('Title in Kiswahili').fill(`Mbegu ${title}`);
  await form.getByRole('button', { name: 'Continue' }).click();
  await expect(form.getByText('Please fill this in.')).toHaveCount(1);
  await form.getByLabel('Text in Kiswahili').fill('Zichukue ghalani.');
  await expectSound(page);
  await form.getByRole('button', { name: 'Continue' }).click();
  const question = page.getByRole('alertdialog', { name: 'Send to 1 farmer?' });
  await expect(question).toContainText('Zichukue ghalani.');
  // Cancel returns to the form with its texts.
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue(title);
  await form.getByRole('button', { name: 'Continue' }).click();
  await question.getByRole('button', { name: 'Send to 1 farmer' }).click();
  const row = page.getByRole('row').filter({ hasText: title });
  await expect(row).toContainText('0 of 1');

  const field = await openAs(farmer, '/notices');
  const notice = field.getByRole('listitem').filter({ hasText: title });
  await expect(notice).toContainText('Fetch it at the depot.');
  await field.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(field.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
  await page.reload();
  await expect(row).toContainText('1 of 1');
  await expectSound(page);

  await page.getByRole('button', { name: `Withdraw: ${title}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(row).toContainText('Withdrawn');
  await field.reload();
  await expect(field.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(notice).toHaveCount(0);
});
