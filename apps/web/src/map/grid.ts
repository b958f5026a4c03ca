/** Grid below the parcels, with lines every 10 to 1,000 metres, so that an empty map still shows distances. */
import type { Bbox } from '@ardhi/geo';
import type { Feature, FeatureCollection } from 'geojson';
import { collection, EMPTY, feature } from './geojson.ts';

const METRES_PER_DEGREE = { lat: 110_574, lon: 111_320 };
/** Every fifth line is stronger. */
const STRONG = 5;
const MAX_LINES = 80;

/** Distance between two lines for a map of this width. */
export function gridStep(widthMetres: number): number {
  for (const step of [10, 20, 50, 100, 200, 500]) if (widthMetres / step <= 24) return step;
  return 1000;
}

export function gridLines({ west, south, east, north }: Bbox): FeatureCollection {
  // Rounded to whole degrees of latitude: otherwise every line would shift as the map moves.
  const lonMetres = METRES_PER_DEGREE.lon * Math.cos((Math.round((south + north) / 2) * Math.PI) / 180);
  const step = gridStep((east - west) * lonMetres);
  const [stepLon, stepLat] = [step / lonMetres, step / METRES_PER_DEGREE.lat];
  const features: Feature[] = [];
  const add = (index: number, coordinates: [number, number][]) =>
    features.push(feature({ strong: index % STRONG === 0 }, { type: 'LineString', coordinates }));
  const columns = range(west / stepLon, east / stepLon);
  const rows = range(south / stepLat, north / stepLat);
  if (columns.length > MAX_LINES || rows.length > MAX_LINES) return EMPTY;
  for (const index of columns)
    add(index, [
      [index * stepLon, south],
      [index * stepLon, north],
    ]);
  for (const index of rows)
    add(index, [
      [west, index * stepLat],
      [east, index * stepLat],
    ]);
  return collection(features);
}

function range(from: number, to: number): number[] {
  const first = Math.ceil(from);
  const count = Math.max(0, Math.min(MAX_LINES + 1, Math.floor(to) - first + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}
