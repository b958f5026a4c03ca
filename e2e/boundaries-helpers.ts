/** Helpers for boundary tests: parcels, boundaries and positions on the map's canvas. */
import type { Page } from '@playwright/test';
import { expect, type Person, type Send, test } from './test.ts';

type LonLat = [lon: number, lat: number];

const CELLS_PER_WORKER = 100;
const COLUMNS = 100;
let origins = 0;

/** An origin two kilometres from that of any other test, so that parcels of different tests never overlap. */
export function uniqueOrigin(): (x: number, y: number) => LonLat {
  // Each run starts at a random cell, so that several runs can use the same server.
  const cell = Number(process.env.E2E_CELL ?? 0) + test.info().workerIndex * CELLS_PER_WORKER + origins++;
  const [column, row] = [cell % COLUMNS, Math.floor(cell / COLUMNS) % COLUMNS];
  // East of Nakuru, because other tests draw boundaries of county size there.
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

interface Boundary {
  geometry: { type: string; coordinates: LonLat[][] };
  areaSquareMetres: number;
  source: string;
  revision: number;
  overlaps: unknown[];
}

export const setBoundary = (send: Send, person: Person, { _id }: { _id: string }, geometry: object) =>
  send(person, `PUT /land/${_id}/boundary`, { geometry });

export const boundaryOf = (send: Send, person: Person, { _id }: { _id: string }) =>
  send<Boundary>(person, `GET /land/${_id}/boundary`);

/** Waits until the map is drawn. Returns a function from relative positions (0 to 1) to screen coordinates. */
export async function waitForMap(page: Page): Promise<(x: number, y: number) => { x: number; y: number }> {
  // Below the fold the map is not fetched.
  await page.locator('.map-frame').scrollIntoViewIfNeeded();
  const canvas = page.locator('.map-canvas[data-ready]');
  await expect(canvas).toBeVisible({ timeout: 30_000 });
  await canvas.scrollIntoViewIfNeeded();
  const box = (await canvas.boundingBox())!;
  return (x, y) => ({ x: box.x + box.width * x, y: box.y + box.height * y });
}

/**
 * Disables WebGL for tests that are not about the map, because drawing it costs more than everything else on the page.
 * `but` lists addresses that keep WebGL.
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

/** The user interface calls vertices corners. */
export const vertexCount = (page: Page) => page.locator('dt:text-is("Corners") + dd');
