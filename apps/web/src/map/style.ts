/** The style that a map starts with: the bundled basemap, or the tiles that BASEMAP_URL names, and our data above it. */
import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import outlines from './basemap/outlines.json';
import type { MapColours } from './colours.ts';
import { basemapLayers, dataLayers, EMPTY } from './layers.ts';
import { PLACES } from './places.ts';

export type Basemap =
  | { kind: 'bundled' }
  | { kind: 'style'; url: string }
  | { kind: 'raster'; tiles: string }
  | { kind: 'vector'; tiles: string };

/** A template has places for zoom, column and row; whatever else is a style. */
export function basemapOf(url: string | null): Basemap {
  if (!url) return { kind: 'bundled' };
  if (!url.includes('{z}')) return { kind: 'style', url };
  return /\.(pbf|mvt)(\?|$)/i.test(url) ? { kind: 'vector', tiles: url } : { kind: 'raster', tiles: url };
}

const geojson = (data: GeoJSON.GeoJSON): SourceSpecification => ({ type: 'geojson', data });

/**
 * Data that need not be exact to the centimetre is cut into tiles no finer than this: one covers the screen where
 * otherwise a dozen would, and a small phone has the basemap at once.
 */
const coarse = (data: GeoJSON.GeoJSON, maxzoom: number): SourceSpecification => ({
  type: 'geojson',
  data,
  maxzoom,
  tolerance: 0.2,
});
const COUNTRY_ZOOM = 8;
/** At this zoom the grid's lines are exact to a third of a metre. */
const GRID_ZOOM = 14;

const dataSources: Record<string, SourceSpecification> = {
  parcels: geojson(EMPTY),
  'parcel-labels': geojson(EMPTY),
  strips: geojson(EMPTY),
  position: geojson(EMPTY),
};

function basemapSources(): Record<string, SourceSpecification> {
  return {
    outlines: coarse(outlines as GeoJSON.FeatureCollection, COUNTRY_ZOOM),
    grid: coarse(EMPTY, GRID_ZOOM),
    places: coarse(
      {
        type: 'FeatureCollection',
        features: PLACES.map(({ name, position, seatOf }) => ({
          type: 'Feature',
          properties: { name, rank: seatOf ? 1 : 0 },
          geometry: { type: 'Point', coordinates: position },
        })),
      },
      COUNTRY_ZOOM,
    ),
  };
}

/** Tiles by a template come without a style: roads, water and names of the usual schema are drawn plainly. */
function vectorLayers(colours: MapColours): LayerSpecification[] {
  const fill = (id: string, color: string): LayerSpecification => ({
    id: `tiles-${id}`,
    type: 'fill',
    source: 'tiles',
    'source-layer': id,
    paint: { 'fill-color': color },
  });
  const line = (id: string, color: string, width: number): LayerSpecification => ({
    id: `tiles-${id}`,
    type: 'line',
    source: 'tiles',
    'source-layer': id,
    paint: { 'line-color': color, 'line-width': width },
  });
  return [
    fill('landcover', colours.sunken),
    fill('water', colours['water-soft']),
    line('waterway', colours.water, 1),
    line('boundary', colours['line-strong'], 1),
    line('transportation', colours.edge, 1.2),
    fill('building', colours['grey-soft']),
  ];
}

export async function startStyle(basemap: Basemap, colours: MapColours): Promise<StyleSpecification> {
  const data = dataLayers(colours);
  const style = await basemapStyle(basemap, colours);
  return {
    ...style,
    sources: { ...style.sources, ...dataSources },
    layers: [...style.layers, ...data],
  };
}

/** The bundled basemap stays below tiles, so that there is a map also where they cannot be reached. */
async function basemapStyle(basemap: Basemap, colours: MapColours): Promise<StyleSpecification> {
  const overBundled = (
    tiles: Record<string, SourceSpecification>,
    layers: LayerSpecification[],
  ): StyleSpecification => ({
    version: 8,
    sources: { ...basemapSources(), ...tiles },
    layers: [...basemapLayers(colours), ...layers],
  });
  switch (basemap.kind) {
    case 'bundled':
      return overBundled({}, []);
    case 'raster':
      return overBundled({ tiles: { type: 'raster', tiles: [absolute(basemap.tiles)], tileSize: 256 } }, [
        { id: 'tiles', type: 'raster', source: 'tiles' },
      ]);
    case 'vector':
      return overBundled(
        { tiles: { type: 'vector', tiles: [absolute(basemap.tiles)], maxzoom: 14 } },
        vectorLayers(colours),
      );
    case 'style': {
      const response = await fetch(basemap.url);
      if (!response.ok) throw new Error(`The style answered ${response.status}`);
      return (await response.json()) as StyleSpecification;
    }
  }
}

/** The worker, which fetches tiles, has no page to be relative to; the braces must stay as they are. */
function absolute(template: string): string {
  return template.startsWith('/') ? `${location.origin}${template}` : template;
}
