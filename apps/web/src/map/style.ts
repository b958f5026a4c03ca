/** Initial map style: the bundled basemap or the tiles of BASEMAP_URL, with our data on top. */
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

/** A URL with {z} is a tile template; any other URL is a style. */
export function basemapOf(url: string | null): Basemap {
  if (!url) return { kind: 'bundled' };
  if (!url.includes('{z}')) return { kind: 'style', url };
  return /\.(pbf|mvt)(\?|$)/i.test(url) ? { kind: 'vector', tiles: url } : { kind: 'raster', tiles: url };
}

const geojson = (data: GeoJSON.GeoJSON): SourceSpecification => ({ type: 'geojson', data });

/**
 * Limits the tile zoom of data that need not be exact: one tile covers the screen instead of a dozen, so that low-end
 * phones show the basemap at once.
 */
const coarse = (data: GeoJSON.GeoJSON, maxzoom: number): SourceSpecification => ({
  type: 'geojson',
  data,
  maxzoom,
  tolerance: 0.2,
});
const COUNTRY_ZOOM = 8;
/** At this zoom the grid lines are accurate to a third of a metre. */
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

/** Tile templates have no style, so layers of the common schema (roads, water, buildings) get a plain one. */
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

/** The bundled basemap stays below the tiles as a fallback while they are unreachable. */
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

/** The worker that fetches tiles cannot resolve relative URLs. `new URL` would encode the braces. */
function absolute(template: string): string {
  return template.startsWith('/') ? `${location.origin}${template}` : template;
}
