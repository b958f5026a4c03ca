/** Requests tiles as an official's map does. */
import type { Person, TestApp } from './app.ts';
import { readTile, type TileFeature, type TileLayers } from './vector-tile.ts';

export interface TileAnswer {
  status: number;
  headers: Headers;
  layers: TileLayers;
}

/** Tile at this zoom that contains the position. */
export function tileAt([lon, lat]: [number, number], z: number): string {
  const count = 2 ** z;
  const x = Math.floor(((lon + 180) / 360) * count);
  const y = Math.floor((0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)) * count);
  return `${z}/${x}/${y}`;
}

export async function getTile(
  { url }: TestApp,
  { token }: Pick<Person, 'token'>,
  tile: string,
  { query = {}, etag }: { query?: Record<string, string>; etag?: string } = {},
): Promise<TileAnswer> {
  const response = await fetch(`${url}/api/government/tiles/${tile}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${token}`, ...(etag ? { 'if-none-match': etag } : {}) },
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return {
    status: response.status,
    headers: response.headers,
    layers: response.status === 200 ? readTile(bytes) : {},
  };
}

export const total = (features: TileFeature[] | undefined, property: string): number =>
  (features ?? []).reduce((sum, { properties }) => sum + Number(properties[property]), 0);
