/** User actions for outbox tests. */
import type { ParcelDetail } from '@ardhi/contract';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, headersOf, type Person } from './test.ts';

export async function post<T = { _id: string }>(
  request: APIRequestContext,
  person: Person,
  path: string,
  data: object,
): Promise<T> {
  const response = await request.post(`/api${path}`, { headers: headersOf(person), data });
  expect(response.status()).toBe(201);
  return (await response.json()) as T;
}

export async function get<T>(request: APIRequestContext, person: Person, path: string): Promise<T> {
  const response = await request.get(`/api${path}`, { headers: headersOf(person) });
  expect(response.status()).toBe(200);
  return (await response.json()) as T;
}

export const addParcel = (request: APIRequestContext, person: Person, name: string) =>
  post<ParcelDetail>(request, person, '/land', {
    name,
    size: 2,
    location: { address: 'Njoro, Nakuru County' },
    soilType: 'loamy',
  });

export const sheet = (page: Page) => page.getByRole('dialog');
export const queuedLink = (page: Page, count: number) =>
  page.getByRole('link', {
    name: count === 1 ? '1 entry waits to be sent' : `${count} entries wait to be sent`,
  });
export const anyQueuedLink = (page: Page) => page.getByRole('link', { name: /to be sent$/ });

export async function fillParcel(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add New Land' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Size').fill('1.5');
  await page.getByLabel('Location Address').fill('Kitengela, Kajiado');
  await page.getByRole('button', { name: 'Create Land' }).click();
}

export async function recordWater(page: Page, litres: string): Promise<void> {
  await page.getByRole('button', { name: 'Record Water Usage' }).first().click();
  await sheet(page).locator('input[inputmode=decimal]').first().fill(litres);
  await sheet(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(sheet(page)).toBeHidden();
}

export async function addCrop(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Crop' }).first().click();
  await sheet(page).getByLabel('Crop Name').fill(name);
  await sheet(page).getByLabel('Planting Date').fill('2026-03-01');
  await sheet(page).getByLabel('Harvest Date').fill('2026-08-01');
  await sheet(page).locator('input[inputmode=decimal]').first().fill('2');
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
