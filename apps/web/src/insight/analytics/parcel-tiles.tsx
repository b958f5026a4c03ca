import { WAL_POSITION_HEADER } from '@ardhi/contract/headers';
import { MAX_TILE_ZOOM, MIN_TILE_ZOOM } from '@ardhi/contract/limits';
import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { storage } from '../../lib/device/storage.ts';
import { API_BASE } from '../../lib/http/api-base.ts';
import { knownPosition } from '../../lib/http/position.ts';
import { useTheme } from '../../lib/page/theme.ts';
import { readColours } from '../../map/colours.ts';
import { repaint } from '../../map/paint.ts';
import { OVERLAP_LAYERS, SELECTABLE_LAYERS, SOURCE, tileLayers } from './tile-layers.ts';

/** The selected map feature. */
export type Chosen =
  | { kind: 'cell'; count: number; compared: number; score: number | null; at: [number, number] }
  | { kind: 'overlap-count'; open: number; at: [number, number] }
  | { kind: 'parcel'; id: string; score: number | null }
  | { kind: 'overlap'; open: boolean };

/** Summary of the visible features. */
export interface VisibleParcels {
  /** Number of parcels, from cell counts or from outlines. */
  count: number;
  drawn: boolean;
  /** Some parcels are omitted because a tile reached its feature limit. */
  crowded: boolean;
}

interface Props {
  map: MapLibre;
  /** Satellite pictures are shown below the parcels. */
  withImagery: boolean;
  /** Initial viewport from the URL: longitude, latitude, zoom. */
  start: string | undefined;
  onMove: (at: string) => void;
  /** The filters as a query string. */
  search: string;
  overlaps: boolean;
  /** The county whose outline is emphasized. */
  county: string | null;
  chosen: Chosen | null;
  onChoose: (chosen: Chosen | null) => void;
  onView: (view: VisibleParcels) => void;
  onFailure: (failed: boolean) => void;
}

/** Zoom levels with tiles; beyond them the map enlarges existing tiles. */
const ZOOMS = { minzoom: MIN_TILE_ZOOM, maxzoom: MAX_TILE_ZOOM };
const REFRESH_MS = 60_000;
/** Hit tolerance in pixels, because narrow parcels are hard to tap. */
const HIT_PIXELS = 6;

const templateOf = (search: string) =>
  `${new URL(API_BASE, location.origin).href}/government/tiles/{z}/{x}/{y}${search && `?${search}`}`;

function tileHeaders(): Record<string, string> {
  const position = knownPosition();
  return {
    Authorization: `Bearer ${storage.get('token')}`,
    ...(position ? { [WAL_POSITION_HEADER]: position } : {}),
  };
}

/** Adds all parcels as vector tile layers to the parent map. */
export function ParcelTiles(props: Props) {
  const { map, withImagery, start, search, overlaps, county, chosen, onChoose, onMove, onView, onFailure } =
    props;
  const theme = useTheme();
  const latest = useRef({ onChoose, onMove, onView, onFailure });
  latest.current = { onChoose, onMove, onView, onFailure };
  const painted = useRef(withImagery);
  painted.current = withImagery;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a map; what changes is set below
  useEffect(() => {
    const base = templateOf('').split('{z}')[0]!;
    map.setTransformRequest((url) => (url.startsWith(base) ? { url, headers: tileHeaders() } : { url }));
    const [lng, lat, zoom] = (start ?? '').split(',').map(Number);
    if (lng && lat && zoom) map.jumpTo({ center: [lng, lat], zoom });
    return addMapListeners(map, latest);
  }, [map]);

  // A new source per filter: a tile that is loading while the source's URL changes would show the old filter's rows.
  useEffect(() => {
    map.addSource(SOURCE, { type: 'vector', tiles: [templateOf(search)], ...ZOOMS });
    const below = map.getStyle().layers.find(({ type }) => type === 'symbol')?.id;
    const layers = tileLayers(readColours(), painted.current);
    for (const layer of layers) map.addLayer(layer, OVERLAP_LAYERS.includes(layer.id) ? undefined : below);
    return () => {
      // The map may already have been removed.
      if (!map.style) return;
      for (const { id } of layers) map.removeLayer(id);
      map.removeSource(SOURCE);
    };
  }, [map, search]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read from the page, which the theme has changed
  useEffect(() => repaint(map, tileLayers(readColours(), withImagery)), [map, theme, withImagery]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new layers with each filter
  useEffect(() => {
    for (const id of OVERLAP_LAYERS)
      if (map.getLayer(id)) map.setLayoutProperty(id, 'visibility', overlaps ? 'visible' : 'none');
  }, [map, search, overlaps]);

  useEffect(() => {
    if (map.getLayer('chosen-county')) map.setFilter('chosen-county', ['==', ['get', 'name'], county ?? '']);
  }, [map, county]);

  const chosenId = chosen?.kind === 'parcel' ? chosen.id : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: new layers with each filter
  useEffect(() => {
    if (map.getLayer('chosen-parcel')) map.setFilter('chosen-parcel', ['==', ['get', 'id'], chosenId]);
  }, [map, search, chosenId]);

  return <div className="map-cross map-cross-by-keys" aria-hidden="true" />;
}

type LatestHandlers = { current: Pick<Props, 'onChoose' | 'onMove' | 'onView' | 'onFailure'> };

function addMapListeners(map: MapLibre, latest: LatestHandlers): () => void {
  const choose = ({ x, y }: { x: number; y: number }) => {
    const around: [[number, number], [number, number]] = [
      [x - HIT_PIXELS, y - HIT_PIXELS],
      [x + HIT_PIXELS, y + HIT_PIXELS],
    ];
    // The exact point first, then within the tolerance.
    const [hit] =
      [[x, y] as [number, number], around]
        .map((place) => map.queryRenderedFeatures(place, { layers: SELECTABLE_LAYERS }))
        .find((found) => found.length > 0) ?? [];
    const { lng, lat } = map.unproject([x, y]);
    latest.current.onChoose(hit ? chosenOf(hit.layer.id, hit.properties, [lng, lat]) : null);
  };
  /** Enter selects the feature under the crosshair in the centre. */
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    const { clientWidth, clientHeight } = map.getCanvas();
    choose({ x: clientWidth / 2, y: clientHeight / 2 });
  };
  const moved = () => {
    const { lng, lat } = map.getCenter();
    latest.current.onMove(`${lng.toFixed(5)},${lat.toFixed(5)},${map.getZoom().toFixed(2)}`);
  };
  const idle = () => latest.current.onView(viewOf(map));
  const failed = (event: object) => {
    if ('sourceId' in event && event.sourceId === SOURCE) latest.current.onFailure(true);
  };
  const loaded = (event: { sourceId?: string; tile?: unknown }) => {
    if (event.sourceId === SOURCE && event.tile) latest.current.onFailure(false);
  };
  const canvas = map.getCanvas();
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') map.refreshTiles(SOURCE);
  }, REFRESH_MS);
  const subscriptions = [
    map.on('click', ({ point }) => choose(point)),
    map.on('moveend', moved),
    map.on('idle', idle),
    map.on('error', failed),
    map.on('sourcedata', loaded),
  ];
  canvas.addEventListener('keydown', press);
  return () => {
    clearInterval(timer);
    for (const subscription of subscriptions) subscription.unsubscribe();
    canvas.removeEventListener('keydown', press);
  };
}

const numberOrNull = (value: unknown) => (typeof value === 'number' ? value : null);

function chosenOf(layer: string, properties: Record<string, unknown>, at: [number, number]): Chosen {
  const { id, count, compared, open } = properties;
  const score = numberOrNull(properties.score);
  switch (layer) {
    case 'all-cells':
      return { kind: 'cell', count: Number(count), compared: Number(compared), score, at };
    case 'all-overlap-counts':
      return { kind: 'overlap-count', open: Number(open), at };
    case 'all-overlaps':
      return { kind: 'overlap', open: open === true };
    default:
      return { kind: 'parcel', id: String(id), score };
  }
}

function viewOf(map: MapLibre): VisibleParcels {
  const cells = map.queryRenderedFeatures({ layers: ['all-cells'] });
  const parcels = map.queryRenderedFeatures({ layers: ['all-parcels'] });
  // A parcel on a tile border is in both tiles.
  const drawn = new Set(parcels.map(({ properties }) => properties.id)).size;
  return {
    count: drawn || cells.reduce((sum, { properties }) => sum + Number(properties.count), 0),
    drawn: drawn > 0,
    crowded: map.querySourceFeatures(SOURCE, { sourceLayer: 'crowded' }).length > 0,
  };
}
