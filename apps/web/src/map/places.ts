/** Towns and county headquarters, generated from the agronomy reference table by map-data.ts. */
import type { Bbox, Position } from '@ardhi/geo';
import table from './basemap/places.json';

export interface Place {
  name: string;
  position: Position;
  /** The county whose headquarters it is; null for another town. */
  seatOf: string | null;
}

type Row = [name: string, lon: number, lat: number, rank: number, county?: string];

export const PLACES: readonly Place[] = (table as Row[]).map(([name, lon, lat, , county]) => ({
  name,
  position: [lon, lat],
  seatOf: county ?? null,
}));

const TOWN_DEGREES = 0.03;
const COUNTY_DEGREES = 0.15;

/** Start view for a parcel: around a town named in its address, else around its county's headquarters. */
export function bboxNear({ address, county }: Record<'address' | 'county', string | null>): Bbox | null {
  const searched = ` ${plain(address ?? '')} `;
  const named = PLACES.filter(({ name }) => searched.includes(` ${plain(name)} `));
  const town = named.find(({ name }) => name !== county) ?? named[0];
  if (town) return around(town.position, TOWN_DEGREES);
  const seat = PLACES.find(({ seatOf }) => seatOf !== null && seatOf === county);
  return seat ? around(seat.position, COUNTY_DEGREES) : null;
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const around = ([lon, lat]: Position, degrees: number): Bbox => ({
  west: lon - degrees,
  south: lat - degrees,
  east: lon + degrees,
  north: lat + degrees,
});
