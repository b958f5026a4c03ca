/** Outlines of the counties, approximate: loaded after the map is drawn, and cached with it for use offline. */
import { bboxOf, type Shape } from '@ardhi/geo';
import type { Feature, FeatureCollection, MultiPolygon } from 'geojson';
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl';
import url from './basemap/counties.json?url';
import { collection, feature } from './geojson.ts';

export async function addCounties(map: MapLibre): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) return;
  const counties = (await response.json()) as FeatureCollection<MultiPolygon, { name: string }>;
  // The map may have been removed meanwhile, or have a style of its own.
  if (!map.style) return;
  map.getSource<GeoJSONSource>('counties')?.setData(counties);
  map.getSource<GeoJSONSource>('county-names')?.setData(collection(counties.features.map(nameOf)));
}

/** In the middle of the largest part. */
function nameOf({ properties, geometry }: Feature<MultiPolygon, { name: string }>): Feature {
  const [largest] = (geometry.coordinates as Shape)
    .map((polygon) => bboxOf([polygon]))
    .sort((one, other) => sizeOf(other) - sizeOf(one));
  const { west, south, east, north } = largest!;
  return feature(properties, { type: 'Point', coordinates: [(west + east) / 2, (south + north) / 2] });
}

const sizeOf = ({ west, south, east, north }: ReturnType<typeof bboxOf>) => (east - west) * (north - south);
