/**
 * Initial map style, from bottom to top: the bundled basemap, the tiles of BASEMAP_FILE or BASEMAP_URL, satellite
 * pictures, names of places, our data.
 */
import type { Language, PublicConfig } from '@ardhi/contract';
import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import outlines from './basemap/outlines.json';
import type { MapColours } from './colours.ts';
import { collection, EMPTY, feature } from './geojson.ts';
import { basemapLayers, DOTS_BELOW_ZOOM, dataLayers } from './layers.ts';
import { PLACES } from './places.ts';
import {
  PLACES_FROM_ZOOM,
  PROTOMAPS_SOURCE,
  protomapsLand,
  protomapsLayers,
  TILES_FROM_ZOOM,
} from './protomaps-layers.ts';

/** The maps that the operator has configured. */
export type MapSettings = Pick<PublicConfig, 'basemapUrl' | 'basemapTiles' | 'imagery'>;
export const BUNDLED_ONLY: MapSettings = { basemapUrl: null, basemapTiles: null, imagery: null };

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
const COUNTY_ZOOM = 10;
/** At this zoom the grid lines are accurate to a third of a metre. */
const GRID_ZOOM = 14;

const empty: SourceSpecification = { type: 'geojson', data: EMPTY };
/** Neighbouring parcels would be one stack of dots far out: a circle shows their number instead. */
const parcelLabels: SourceSpecification = {
  type: 'geojson',
  data: EMPTY,
  cluster: true,
  clusterRadius: 20,
  clusterMaxZoom: DOTS_BELOW_ZOOM - 1,
  clusterProperties: { chosen: ['any', ['get', 'chosen']] },
};
const dataSources = { parcels: empty, 'parcel-labels': parcelLabels, strips: empty, position: empty };

/** Where two names do not fit, the city's is shown. */
const CITIES = new Set(['Nairobi', 'Mombasa', 'Kisumu', 'Nakuru', 'Eldoret']);
const rankOf = (name: string, seatOf: string | null) => (CITIES.has(name) ? 2 : seatOf ? 1 : 0);

function basemapSources(): Record<string, SourceSpecification> {
  return {
    outlines: coarse(outlines as GeoJSON.FeatureCollection, COUNTRY_ZOOM),
    counties: coarse(EMPTY, COUNTY_ZOOM),
    'county-names': coarse(EMPTY, COUNTRY_ZOOM),
    grid: coarse(EMPTY, GRID_ZOOM),
    places: coarse(
      collection(
        PLACES.map(({ name, position, seatOf }) =>
          feature({ name, rank: rankOf(name, seatOf) }, { type: 'Point', coordinates: position }),
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

export const IMAGERY = 'imagery';
/** Above this zoom the map enlarges the pictures. */
const IMAGERY_MAX_ZOOM = 19;

/** Hidden until the user switches it on: hidden tiles are not fetched. */
function addImagery(style: StyleSpecification, { url, attribution }: NonNullable<MapSettings['imagery']>) {
  style.sources[IMAGERY] = {
    type: 'raster',
    tiles: [absolute(url)],
    tileSize: 256,
    maxzoom: IMAGERY_MAX_ZOOM,
    attribution: escapeHtml(attribution),
  };
  const firstName = style.layers.findIndex(({ type }) => type === 'symbol');
  style.layers.splice(firstName < 0 ? style.layers.length : firstName, 0, {
    id: IMAGERY,
    type: 'raster',
    source: IMAGERY,
    layout: { visibility: 'none' },
  });
}

/** The map inserts attributions as HTML. */
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export async function startStyle(
  settings: MapSettings,
  colours: MapColours,
  language: Language,
): Promise<StyleSpecification> {
  const style = await basemapStyle(settings, colours, language);
  if (settings.imagery) addImagery(style, settings.imagery);
  return {
    ...style,
    sources: { ...style.sources, ...dataSources },
    layers: [...style.layers, ...dataLayers(colours)],
  };
}

/** The licence of OpenStreetMap requires it; the file's own text is HTML that we do not insert into the page. */
const PROTOMAPS_ATTRIBUTION =
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">© OpenStreetMap</a> Protomaps';

function protomapsStyle(
  { url, maxZoom }: NonNullable<MapSettings['basemapTiles']>,
  colours: MapColours,
  language: Language,
): StyleSpecification {
  const bundled = basemapLayers(colours, language).map((layer) => {
    if (layer.type !== 'background' && layer.source === 'places')
      return { ...layer, maxzoom: PLACES_FROM_ZOOM };
    return layer.id === 'lake-names' ? { ...layer, maxzoom: TILES_FROM_ZOOM } : layer;
  });
  const grid = bundled.findIndex(({ id }) => id === 'grid');
  const names = bundled.findIndex(({ type }) => type === 'symbol');
  return {
    version: 8,
    sources: {
      ...basemapSources(),
      [PROTOMAPS_SOURCE]: {
        type: 'vector',
        tiles: [absolute(url)],
        maxzoom: maxZoom,
        attribution: PROTOMAPS_ATTRIBUTION,
      },
    },
    layers: [
      ...bundled.slice(0, grid),
      ...protomapsLand(colours),
      ...bundled.slice(grid, names),
      ...protomapsLayers(colours, language),
      ...bundled.slice(names),
    ],
  };
}

async function basemapStyle(
  { basemapUrl: url, basemapTiles }: MapSettings,
  colours: MapColours,
  language: Language,
): Promise<StyleSpecification> {
  if (basemapTiles) return protomapsStyle(basemapTiles, colours, language);
  const [sources, layers] = [basemapSources(), basemapLayers(colours, language)];
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
