import type { Page } from '@playwright/test';
import {
  addParcel,
  expect,
  type Person,
  type Send,
  signIn,
  stopClock,
  test,
  tickUntil,
  unique,
} from './test.ts';

/** Adds more policies than a list shows initially, so that `Show all` exists regardless of other tests. */
async function fillPolicies(send: Send, official: Person): Promise<void> {
  for (let count = 0; count < 6; count += 1)
    await send(official, 'POST /policies', { title: unique('Hedges'), description: 'Plant hedges.' });
}

const showAll = (page: Page) => page.getByRole('button', { name: /^Show all \d/ }).click();

test('a policy is created, edited, announced, read and deleted', async ({
  page,
  send,
  openAs,
  farmer,
  official,
}) => {
  const title = unique('Terraces');
  await fillPolicies(send, official);
  await addParcel(send, farmer, 'Slope', { location: { address: 'Wundanyi, Taita Taveta County' } });
  const field = await openAs(farmer, '/notices');

  await page.clock.install();
  await signIn(page, official);
  await page.goto('/dashboard');
  await showAll(page);
  await page.getByRole('button', { name: 'Create Policy' }).click();
  const modal = page.getByRole('dialog');
  await modal.getByRole('button', { name: 'Create Policy' }).click();
  await expect(modal.getByText('Please fill this in.')).toHaveCount(2);
  await modal.getByLabel('Title').fill(title);
  await modal.getByLabel('Description').fill('Build terraces on slopes above 12%.');
  await expect(modal.getByLabel('Status')).toHaveValue('Draft');
  await stopClock(page);
  await modal.getByRole('button', { name: 'Create Policy' }).click();
  // The list scrolls into view 300 ms after saving.
  await tickUntil(page, () => modal.isHidden());
  const scrolled = () => page.evaluate(() => scrollY);
  const before = await scrolled();
  await page.clock.runFor(200);
  expect(await scrolled()).toBe(before);
  await page.clock.runFor(100);
  expect(await scrolled()).not.toBe(before);
  await page.clock.resume();
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
  await expect(row).toContainText('Draft');
  await expect(row).toContainText('No date');

  await row.getByRole('button', { name: 'Edit' }).click();
  await modal.getByLabel('Status').selectOption('Active');
  await modal.getByLabel('Effective date').fill('2026-03-01');
  await modal.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Active');
  await expect(row).toContainText('1 March 2026');

  // Before sending, the official sees the audience. The confirmation stays for three seconds.
  await row.getByRole('button', { name: 'Notify' }).click();
  await expect(modal.getByRole('heading', { name: 'Who it reaches' })).toBeVisible();
  await expect(modal.getByText(`Policy in force: ${title}`)).toBeVisible();
  await stopClock(page);
  await modal.getByRole('button', { name: /^Notify \d/ }).click();
  const sent = page.getByText('Notification sent!');
  await tickUntil(page, () => sent.isVisible());
  await page.clock.runFor(2_900);
  await expect(sent).toBeVisible();
  await page.clock.runFor(100);
  await expect(sent).toBeHidden();
  await page.clock.resume();

  // The farmer is notified without a reload. The unread count varies, because other tests announce policies too.
  await expect(field.getByRole('link', { name: /^Notices, \d+ unread$/ })).toBeVisible();
  const notice = field.getByRole('listitem').filter({ hasText: `Policy in force: ${title}` });
  await expect(notice).toContainText('New');
  await notice.getByRole('link').click();
  await expect(field.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(field.getByText('This policy has been in force since 1 March 2026.')).toBeVisible();
  const policyAddress = field.url();
  await field.goBack();
  await expect(notice).not.toContainText('New');

  // The official sees who has read it, by county.
  await row.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { name: 'Who has read it' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Taita-Taveta' })).toContainText('1 of 1');

  await page.goto('/dashboard');
  await showAll(page);
  await row.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Are you sure you want to delete this policy?');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
  await field.goto(policyAddress);
  await expect(field.getByText('This policy was deleted')).toBeVisible();
  await field.goto('/notices');
  await expect(field.getByText(title)).toHaveCount(0);
});

test('a farmer reads every policy with its status @full', async ({ page, send, farmer, official }) => {
  await fillPolicies(send, official);
  const title = unique('Terraces');
  await send(official, 'POST /policies', { title, description: 'A proposal to talk about.' });
  await signIn(page, farmer);
  await page.goto('/dashboard');
  await showAll(page);
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
  await expect(row.getByText('Draft', { exact: true })).toBeVisible();
  await expect(row).toContainText('A proposal, not in force');
  await expect(row).toContainText('No date');
  await row.getByRole('link', { name: title }).click();
  await expect(page.getByText('This is a proposal. It is not in force.')).toBeVisible();
});

test('failures show the messages of the specification', async ({ page, official }) => {
  await signIn(page, official);
  await page.route('**/api/policies', (route) =>
    route.fulfill({ status: 400, json: { message: 'The server’s own words.', code: 'x' } }),
  );
  await page.goto('/dashboard');
  await expect(page.getByText('Failed to fetch policies')).toBeVisible();
  await expect(page.getByText('The server’s own words.')).toBeVisible();
  await page.getByRole('button', { name: 'Create Policy' }).click();
  const modal = page.getByRole('dialog');
  await modal.getByLabel('Title').fill('Kept');
  await modal.getByLabel('Description').fill('Kept too.');
  await modal.getByRole('button', { name: 'Create Policy' }).click();
  await expect(modal.getByText('Failed to create policy')).toBeVisible();
  await expect(modal.getByLabel('Title')).toHaveValue('Kept');
});
