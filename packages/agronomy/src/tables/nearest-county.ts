import { COUNTY_TABLE, type County } from './counties.ts';

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
export function nearestCounty(lat: number, lon: number): County | null {
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
