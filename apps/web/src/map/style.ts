/** Initial map style: the bundled basemap or the tiles of BASEMAP_URL, with our data on top. */
import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import outlines from './basemap/outlines.json';
import type { MapColours } from './colours.ts';
import { collection, EMPTY, feature } from './geojson.ts';
import { basemapLayers, dataLayers } from './layers.ts';
import { PLACES } from './places.ts';

/** A URL with {z} is a tile template; any other URL is a style. */
export function basemapKind(url: string): 'style' | 'vector' | 'raster' {
  if (!url.includes('{z}')) return 'style';
  return /\.(pbf|mvt)(\?|$)/i.test(url) ? 'vector' : 'raster';
}

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

const empty: SourceSpecification = { type: 'geojson', data: EMPTY };
const dataSources = { parcels: empty, 'parcel-labels': empty, strips: empty, position: empty };

function basemapSources(): Record<string, SourceSpecification> {
  return {
    outlines: coarse(outlines as GeoJSON.FeatureCollection, COUNTRY_ZOOM),
    grid: coarse(EMPTY, GRID_ZOOM),
    places: coarse(
      collection(
        PLACES.map(({ name, position, seatOf }) =>
          feature({ name, rank: seatOf ? 1 : 0 }, { type: 'Point', coordinates: position }),
        ),
      ),
      COUNTRY_ZOOM,
    ),
  };
}

/** Tile templates have no style, so layers of the common schema (roads, water, buildings) get a plain one. */
function vectorLayers(colours: MapColours): LayerSpecification[] {
  const layer = (id: string) => ({ id: `tiles-${id}`, source: 'tiles', 'source-layer': id });
  const fill = (id: string, color: string): LayerSpecification => ({
    ...layer(id),
    type: 'fill',
    paint: { 'fill-color': color },
  });
  const line = (id: string, color: string, width: number): LayerSpecification => ({
    ...layer(id),
    type: 'line',
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

/** Without a URL, the basemap is the bundled one. */
export async function startStyle(url: string | null, colours: MapColours): Promise<StyleSpecification> {
  const style = await basemapStyle(url, colours);
  return {
    ...style,
    sources: { ...style.sources, ...dataSources },
    layers: [...style.layers, ...dataLayers(colours)],
  };
}

async function basemapStyle(url: string | null, colours: MapColours): Promise<StyleSpecification> {
  const [sources, layers] = [basemapSources(), basemapLayers(colours)];
  if (!url) return { version: 8, sources, layers };
  const kind = basemapKind(url);
  if (kind === 'style') {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`The style answered ${response.status}`);
    return (await response.json()) as StyleSpecification;
  }
  // The bundled basemap stays below the tiles as a fallback while they are unreachable.
  const tiles = [absolute(url)];
  if (kind === 'raster') {
    sources.tiles = { type: 'raster', tiles, tileSize: 256 };
    layers.push({ id: 'tiles', type: 'raster', source: 'tiles' });
  } else {
    sources.tiles = { type: 'vector', tiles, maxzoom: 14 };
    layers.push(...vectorLayers(colours));
  }
  return { version: 8, sources, layers };
}

/** The worker that fetches tiles cannot resolve relative URLs. `new URL` would encode the braces. */
function absolute(template: string): string {
  return template.startsWith('/') ? `${location.origin}${template}` : template;
}
