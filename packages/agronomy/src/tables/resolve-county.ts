import type { Region } from '../codes.ts';
import type { Place } from '../types.ts';
import { COUNTY_TABLE, type County } from './counties.ts';
import { NameIndex, type NameMatch, spellings } from './names.ts';

/** "confirmed": the county field; "address": "X County"; "name": any county or town in the address. */
export type CountySource = 'confirmed' | 'address' | 'coordinates' | 'name';

export interface ResolvedCounty {
  county: string | null;
  region: Region | null;
  source: CountySource | null;
}

const countyNames = new NameIndex<County>();
const placeNames = new NameIndex<County>();
for (const county of COUNTY_TABLE) {
  for (const name of [county.name, ...county.aliases]) {
    countyNames.add(name, county);
    placeNames.add(name, county);
  }
}
// Added after all counties, so that no town overrides a county's name.
for (const county of COUNTY_TABLE) {
  for (const name of [county.headquarters, ...county.towns.map((town) => town.name)]) {
    placeNames.add(name, county);
  }
}

/**
 * In this order: the county field, "X County", coordinates, any name in the address.
 * docs/score/README.md#3-common-rules
 */
export function findCounty(place: Place): { county: County; source: CountySource } | null {
  const { county: confirmed, address, lat, lon } = place;

  if (confirmed) {
    const county = countyNames.exact(confirmed.replace(/\s+county\s*$/i, ''));
    if (county) return { county, source: 'confirmed' };
  }
  // The last part of an address is the largest area, so it is checked first.
  const parts = address ? address.split(',').reverse() : [];
  for (const part of parts) {
    const county = statedCounty(part);
    if (county) return { county, source: 'address' };
  }
  if (typeof lat === 'number' && typeof lon === 'number') {
    const county = nearestCounty(lat, lon);
    if (county) return { county, source: 'coordinates' };
  }
  for (const part of parts) {
    const county = namedCounty(part);
    if (county) return { county, source: 'name' };
  }
  return null;
}

export function resolveCounty(place: Place): ResolvedCounty {
  const found = findCounty(place);
  if (!found) return { county: null, region: null, source: null };
  return { county: found.county.name, region: found.county.region, source: found.source };
}

/** Matches "Nakuru County" and the Swahili "Kaunti ya Nakuru". */
function statedCounty(part: string): County | null {
  for (const spelling of spellings(part)) {
    const words = spelling.split(' ');
    const match = countyNames
      .matches(words)
      .findLast(
        ({ start, end }) =>
          words[end] === 'county' || (words[start - 2] === 'kaunti' && words[start - 1] === 'ya'),
      );
    if (match) return match.value;
  }
  return null;
}

/** The longest name in the part; on a tie the last. */
function namedCounty(part: string): County | null {
  for (const spelling of spellings(part)) {
    const words = spelling.split(' ');
    let best: NameMatch<County> | null = null;
    for (const match of withoutRoads(placeNames.matches(words), words)) {
      if (!best || match.characters >= best.characters) best = match;
    }
    if (best) return best.value;
  }
  return null;
}

const ROAD_WORDS = new Set([
  'road',
  'rd',
  'street',
  'highway',
  'hwy',
  'super',
  'superhighway',
  'avenue',
  'ave',
  'lane',
  'drive',
  'way',
  'bypass',
  'boulevard',
  'close',
  'crescent',
]);

/** Drops road names: "Mombasa Road" is not in Mombasa, "Nairobi-Nakuru highway" not in Nairobi. */
function withoutRoads(matches: NameMatch<County>[], words: readonly string[]): NameMatch<County>[] {
  const roadStarts = new Set<number>();
  const places: NameMatch<County>[] = [];
  // Backwards, because a name directly before a road name is also part of the road name.
  for (const match of [...matches].reverse()) {
    const { start, end } = match;
    const isRoad =
      ROAD_WORDS.has(words[end] ?? '') ||
      roadStarts.has(end) ||
      (words[start - 2] === 'barabara' && words[start - 1] === 'ya');
    if (isRoad) roadStarts.add(start);
    else places.unshift(match);
  }
  return places;
}

interface Point {
  county: County;
  x: number;
  y: number;
  z: number;
}

const points: readonly Point[] = COUNTY_TABLE.flatMap((county) =>
  [county, ...county.towns.filter((town) => town.useForNearest)].map(({ lat, lon }) => ({
    county,
    ...onUnitSphere(lat, lon),
  })),
);

/** Kenya with a margin of half a degree; coordinates outside have no county. */
const EXTENT = { south: -5.2, north: 6, west: 33.4, east: 42.4 };

/** The county of the nearest headquarters or town. */
function nearestCounty(lat: number, lon: number): County | null {
  const isInside = lat >= EXTENT.south && lat <= EXTENT.north && lon >= EXTENT.west && lon <= EXTENT.east;
  if (!isInside) return null;
  const here = onUnitSphere(lat, lon);
  let nearest: County | null = null;
  let shortest = Number.POSITIVE_INFINITY;
  for (const { county, x, y, z } of points) {
    // Chord length is monotonic in the haversine distance, so the nearest point is the same.
    const chord = (x - here.x) ** 2 + (y - here.y) ** 2 + (z - here.z) ** 2;
    if (chord < shortest) {
      shortest = chord;
      nearest = county;
    }
  }
  return nearest;
}

function onUnitSphere(latDegrees: number, lonDegrees: number): { x: number; y: number; z: number } {
  const lat = (latDegrees * Math.PI) / 180;
  const lon = (lonDegrees * Math.PI) / 180;
  return { x: Math.cos(lat) * Math.cos(lon), y: Math.cos(lat) * Math.sin(lon), z: Math.sin(lat) };
}
