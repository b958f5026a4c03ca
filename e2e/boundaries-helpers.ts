/** What the tests of boundaries share: parcels, boundaries, and positions on the map's canvas. */
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, headersOf, type Person, test } from './test.ts';

export interface Parcel {
  _id: string;
  name: string;
}

export async function addParcel(request: APIRequestContext, person: Person, name: string, more: object = {}) {
  const response = await request.post('/api/land', {
    headers: headersOf(person),
    data: { name, size: 2, location: { address: 'Njoro, Nakuru County' }, soilType: 'loamy', ...more },
  });
  expect(response.status()).toBe(201);
  return (await response.json()) as Parcel;
}

type LonLat = [lon: number, lat: number];

const CELLS_A_WORKER = 100;
const COLUMNS = 100;
let origins = 0;

/** An origin two kilometres from that of any other test: no other test's parcel overlaps what begins there. */
export function uniqueOrigin(): (x: number, y: number) => LonLat {
  // Where a run begins differs, so that a server which is used for several has room for each.
  const cell = Number(process.env.E2E_CELL ?? 0) + test.info().workerIndex * CELLS_A_WORKER + origins++;
  const [column, row] = [cell % COLUMNS, Math.floor(cell / COLUMNS) % COLUMNS];
  // East of Nakuru, where other tests draw boundaries as large as a county.
  const [lon, lat] = [37.5 + column / 50, -1 + row / 50];
  return (x, y) => [Number((lon + x / 10_000).toFixed(7)), Number((lat + y / 10_000).toFixed(7))];
}

/** A rectangle in steps of about eleven metres. */
export function rectangle(
  at: (x: number, y: number) => LonLat,
  x: number,
  y: number,
  width: number,
  height: number,
) {
  const ring = [at(x, y), at(x + width, y), at(x + width, y + height), at(x, y + height), at(x, y)];
  return { type: 'Polygon', coordinates: [ring] };
}

export async function setBoundary(
  request: APIRequestContext,
  person: Person,
  parcel: Parcel,
  geometry: object,
) {
  const response = await request.put(`/api/land/${parcel._id}/boundary`, {
    headers: headersOf(person),
    data: { geometry },
  });
  expect(response.status()).toBe(200);
}

export async function boundaryOf(request: APIRequestContext, person: Person, parcel: Parcel) {
  const response = await request.get(`/api/land/${parcel._id}/boundary`, { headers: headersOf(person) });
  expect(response.status()).toBe(200);
  return (await response.json()) as {
    geometry: { type: string; coordinates: LonLat[][] };
    areaSquareMetres: number;
    source: string;
    revision: number;
    overlaps: unknown[];
  };
}

/** Waits until the map is drawn; returns a function from shares of it (0 to 1) to screen coordinates. */
export async function waitForMap(page: Page): Promise<(x: number, y: number) => { x: number; y: number }> {
  // Below the fold it is not even fetched.
  await page.locator('.map-frame').scrollIntoViewIfNeeded();
  const canvas = page.locator('.map-canvas[data-ready]');
  await expect(canvas).toBeVisible({ timeout: 30_000 });
  await canvas.scrollIntoViewIfNeeded();
  const box = (await canvas.boundingBox())!;
  return (x, y) => ({ x: box.x + box.width * x, y: box.y + box.height * y });
}

/**
 * As on a phone that can draw no map, which costs more than all else on its page: for what is not about the map.
 * `but`: at these addresses there is one.
 */
export async function withoutWebGl(page: Page, but: string[] = []): Promise<void> {
  await page.addInitScript((addresses) => {
    if (addresses.some((address) => address.split('?')[0] === location.pathname)) return;
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (
      this: HTMLCanvasElement,
      kind: string,
      options?: unknown,
    ) {
      return kind.startsWith('webgl') ? null : getContext.call(this, kind, options);
    } as typeof getContext;
  }, but);
}

/** On screen they are called corners. */
export const vertexCount = (page: Page) => page.locator('dt:text-is("Corners") + dd');
