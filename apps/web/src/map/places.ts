/** Towns and county headquarters, generated from the agronomy reference table by map-data.ts. */
import type { Bbox, Position } from '@ardhi/geo';
import table from './basemap/places.json';

export interface Place {
  name: string;
  position: Position;
  /** The county whose headquarters it is; null for another town. */
  seatOf: string | null;
  county: string;
}

type Row = [
  name: string,
  lon: number,
  lat: number,
  rank: number,
  county?: string,
  west?: number,
  south?: number,
  east?: number,
  north?: number,
];

/** Each county's headquarters is followed by its towns. */
export const PLACES: readonly Place[] = (table as unknown as Row[]).reduce<Place[]>(
  (places, [name, lon, lat, , seatOf = null]) => {
    places.push({ name, position: [lon, lat], seatOf, county: seatOf ?? places.at(-1)!.county });
    return places;
  },
  [],
);

/** The approximate extent of a county; null for an unknown name. */
export function bboxOfCounty(county: string): Bbox | null {
  const row = (table as unknown as Row[]).find(([, , , , name]) => name === county);
  if (!row) return null;
  const [, , , , , west = 0, south = 0, east = 0, north = 0] = row;
  return { west, south, east, north };
}

/** A town, or a county by its name. */
export function findPlace(text: string): Bbox | null {
  const searched = plain(text);
  const county = PLACES.find(({ seatOf }) => seatOf !== null && plain(seatOf) === searched)?.county;
  const town = PLACES.find(({ name }) => plain(name) === searched);
  if (town && (!county || town.seatOf === null)) return around(town.position, TOWN_DEGREES);
  return county ? bboxOfCounty(county) : null;
}

export interface NearPlace {
  name: string;
  county: string;
  kilometres: number;
}

const KILOMETRES_PER_DEGREE = 111.2;

/** The nearest town or headquarters. Near the equator, degrees are about the same in both directions. */
export function placeNear([lon, lat]: Position): NearPlace {
  const distance = ({ position: [x, y] }: Place) => Math.hypot(x - lon, y - lat) * KILOMETRES_PER_DEGREE;
  const nearest = PLACES.reduce((best, place) => (distance(place) < distance(best) ? place : best));
  return { name: nearest.name, county: nearest.county, kilometres: distance(nearest) };
}

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
