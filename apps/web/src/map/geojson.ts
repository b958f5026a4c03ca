import type { Feature, FeatureCollection, Geometry } from 'geojson';

export const feature = (properties: Record<string, unknown>, geometry: Geometry): Feature => ({
  type: 'Feature',
  properties,
  geometry,
});

export const collection = (features: Feature[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features,
});

export const EMPTY = collection([]);
