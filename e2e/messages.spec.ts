import type { Page } from '@playwright/test';
import { expect, register, signIn, test, unique } from './test.ts';

async function compose(page: Page, to: string, subject: string, content: string): Promise<void> {
  await page.getByRole('button', { name: 'New Message' }).click();
  await page.getByLabel('Recipient', { exact: true }).fill(to);
  await page.getByRole('option', { name: to }).click();
  await expect(page.getByLabel('Channel', { exact: true })).toHaveValue('general');
  await page.getByLabel('Subject').fill(subject);
  await page.getByLabel('Message', { exact: true }).fill(content);
  await page.getByRole('button', { name: 'Send Message' }).click();
}

async function reply(page: Page, content: string): Promise<void> {
  await page.getByLabel(/^Reply to/).fill(content);
  await page.getByRole('button', { name: 'Send Reply' }).click();
  await expect(page.getByLabel(/^Reply to/)).toHaveValue('');
}

const inThread = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true });

test('a farmer and an official write to each other live, also after a lost connection', async ({
  page,
  request,
  openAs,
  context,
}) => {
  const farmer = await register(request, 'farmer', unique('Kamau'));
  const official = await register(request, 'government', unique('Wairimu'));
  const office = await openAs(official, '/messages');
  await expect(office.getByText('No messages yet')).toBeVisible();

  await signIn(page, farmer);
  await page.goto('/messages');
  await compose(page, official.name, 'Seed', 'When does the certified seed come to the depot in Njoro?');
  await expect(inThread(page, 'When does the certified seed come to the depot in Njoro?')).toBeVisible();

  // The official sees it without a reload: in the list, with its badge, and in the bar.
  const entry = office.getByRole('button', { name: farmer.name });
  await expect(entry).toContainText('When does the certified seed come to the depot in …');
  await expect(entry.getByText('1 unread message')).toBeAttached();
  await expect(office.getByRole('link', { name: 'Messages, 1 unread' })).toBeVisible();
  await entry.click();
  await expect(inThread(office, 'When does the certified seed come to the depot in Njoro?')).toBeVisible();
  await expect(office.getByRole('link', { name: 'Messages', exact: true })).toBeVisible();
  // The farmer sees the read receipt.
  await expect(page.getByRole('log').getByText('Read')).toBeVisible();

  // The farmer is on another page when the reply arrives: the badge shows it.
  await page.goto('/notices');
  await reply(office, 'On Monday.');
  await expect(page.getByRole('link', { name: 'Messages, 1 unread' })).toBeVisible();
  await page.getByRole('link', { name: 'Messages, 1 unread' }).click();
  await page.getByRole('button', { name: official.name }).click();
  await expect(inThread(page, 'On Monday.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Messages', exact: true })).toBeVisible();

  // Two messages are sent while the farmer is offline. Back online, both appear exactly once.
  await context.setOffline(true);
  await reply(office, 'At eight.');
  await reply(office, 'Bring your card.');
  await expect(inThread(page, 'At eight.')).toHaveCount(0);
  await context.setOffline(false);
  await expect(inThread(page, 'Bring your card.')).toBeVisible({ timeout: 30_000 });
  for (const text of ['On Monday.', 'At eight.', 'Bring your card.'])
    await expect(inThread(page, text)).toHaveCount(1);
  await expect(page.getByRole('log').getByRole('article')).toHaveCount(4);

  // Live updates work again in both directions.
  await reply(page, 'Thank you.');
  await expect(inThread(office, 'Thank you.')).toHaveCount(1);
});

test('a draft survives a reload, and a failed send keeps it @full', async ({ page, request, farmer }) => {
  const neighbour = await register(request, 'farmer', unique('Njeri'));
  await signIn(page, farmer);
  await page.goto('/messages?new=1');
  await page.getByLabel('Recipient', { exact: true }).fill(neighbour.name);
  await page.getByRole('option', { name: neighbour.name }).click();
  await page.getByLabel('Channel', { exact: true }).selectOption('farmer-farmer');
  await page.getByLabel('Subject').fill('Beans');
  await page.getByLabel('Message', { exact: true }).fill('Two tins, please.');
  await page.reload();
  await expect(page.getByLabel('Recipient', { exact: true })).toHaveValue(new RegExp(neighbour.name));
  await expect(page.getByLabel('Channel', { exact: true })).toHaveValue('farmer-farmer');
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Two tins, please.');

  await page.route('**/api/messages', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  );
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Failed to send message')).toBeVisible();
  await page.unroute('**/api/messages');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(inThread(page, 'Two tins, please.')).toHaveCount(1);

  await page.getByLabel(/^Reply to/).fill('Or three.');
  await page.reload();
  await expect(page.getByLabel(/^Reply to/)).toHaveValue('Or three.');
});

test('links lead to a person and to a thread; another user’s thread is not found @full', async ({
  page,
  request,
  openAs,
  farmer,
  official,
}) => {
  const outsider = await register(request, 'farmer', unique('Stranger'));
  await signIn(page, farmer);
  await page.goto(`/messages?to=${official.user._id}`);
  await expect(page.getByLabel('Recipient', { exact: true })).toHaveValue(new RegExp(official.name));
  await page.getByLabel('Subject').fill('Visit');
  await page.getByLabel('Message', { exact: true }).fill('See https://kilimo.go.ke and javascript:alert(1)');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page).toHaveURL(/\?thread=/);
  const link = page.getByRole('log').getByRole('link');
  await expect(link).toHaveCount(1);
  await expect(link).toHaveAttribute('href', 'https://kilimo.go.ke');
  await expect(link).toHaveAttribute('rel', /noopener/);

  const address = new URL(page.url());
  const other = await openAs(outsider, address.pathname + address.search);
  await expect(other.getByText('This conversation does not exist')).toBeVisible();
  await expect(other.getByText('kilimo')).toHaveCount(0);
});
