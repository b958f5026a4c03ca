/** A farmer's parcel and user actions for outbox tests. */
import type { ParcelDetail } from '@ardhi/contract';
import type { BrowserContext, Page } from '@playwright/test';
import { addParcel, test as base, expect, type Person, type Send, signIn } from './test.ts';

/** A parcel on the server. */
export interface StoredParcel {
  _id: string;
  path: string;
  owner: Person;
  read(): Promise<ParcelDetail>;
  /** Edits it as another device of the owner. */
  edit(data: object): Promise<unknown>;
}

export function storedParcel(send: Send, owner: Person, _id: string): StoredParcel {
  const path = `/land/${_id}`;
  return {
    _id,
    path,
    owner,
    read: () => send<ParcelDetail>(owner, `GET ${path}`),
    edit: (data) => send(owner, `PUT ${path}`, data),
  };
}

export const test = base.extend<{ parcel: StoredParcel }>({
  parcel: async ({ farmer, send }, use) => {
    const { _id } = await addParcel(send, farmer, 'Juu');
    await use(storedParcel(send, farmer, _id));
  },
});

/** Signs its owner in and opens it. */
export async function openParcel(page: Page, { owner, path }: StoredParcel, origin = ''): Promise<void> {
  await signIn(page, owner, origin);
  await visitOnline(page, [origin + path]);
}

export const sheet = (page: Page) => page.getByRole('dialog');
export const queuedLink = (page: Page, count: number) =>
  page.getByRole('link', {
    name: count === 1 ? '1 change waiting to sync' : `${count} changes waiting to sync`,
  });
export const anyQueuedLink = (page: Page) => page.getByRole('link', { name: /waiting to sync$/ });

export async function fillParcel(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add New Land' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Size').fill('1.5');
  await page.getByLabel('Location Address').fill('Kitengela, Kajiado');
  await page.getByRole('button', { name: 'Create Land' }).click();
}

export const amountField = (page: Page) => sheet(page).locator('input[inputmode=decimal]').first();
export const saveSheet = (page: Page) =>
  sheet(page).getByRole('button', { name: 'Save', exact: true }).click();

/** Sends the form and leaves it open. */
export async function submitWater(page: Page, litres: string): Promise<void> {
  await page.getByRole('button', { name: 'Record Water Usage' }).first().click();
  await amountField(page).fill(litres);
  await saveSheet(page);
}

export async function recordWater(page: Page, litres: string): Promise<void> {
  await submitWater(page, litres);
  await expect(sheet(page)).toBeHidden();
}

export async function editParcel(page: Page, fields: Record<string, string>): Promise<void> {
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).first().fill(value);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeHidden();
}

/** The number of water records that the page or its tabs have sent. */
export function countWaterSent(target: Pick<BrowserContext, 'on'>): () => number {
  let sent = 0;
  target.on('request', (one) => {
    if (one.method() === 'POST' && one.url().endsWith('/water')) sent += 1;
  });
  return () => sent;
}

export async function addCrop(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Crop' }).first().click();
  await sheet(page).getByLabel('Crop Name').fill(name);
  await sheet(page).getByLabel('Planting Date').fill('2026-03-01');
  await sheet(page).getByLabel('Harvest Date').fill('2026-08-01');
  await amountField(page).fill('2');
  await sheet(page).getByRole('button', { name: 'Add Crop', exact: true }).click();
  await expect(sheet(page)).toBeHidden();
}

/** Client-side navigation by links, without a reload. */
export async function go(page: Page, ...names: (string | RegExp)[]): Promise<void> {
  for (const name of names) await page.getByRole('link', { name }).first().click();
}

/** Visits the pages online, so that the browser has their code and data. */
export async function visitOnline(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  }
}
