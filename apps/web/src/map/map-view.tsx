/** The map itself. Loaded when one comes into view (see lazy-map.tsx): the library is larger than all the rest. */
import 'maplibre-gl/dist/maplibre-gl.css';
import './map.css';
import type { Bbox } from '@ardhi/geo';
import type { GeoJSONSource } from 'maplibre-gl';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useConfig } from '../lib/http/config.tsx';
import { useTheme } from '../lib/page/theme.ts';
import { type Translate, useFormat, useT } from '../lib/text/i18n.tsx';
import { readColours } from './colours.ts';
import { gridLines } from './grid.ts';
import { basemapLayers, dataLayers, labelFeatures, parcelFeatures, stripFeatures } from './layers.ts';
import { MapControls } from './map-controls.tsx';
import { FIT, KENYA, type MapParcel, type MapStrip } from './map-features.ts';
import { MapLibre, ScaleControl } from './maplibre.ts';
import { repaint } from './paint.ts';
import { basemapOf, startStyle } from './style.ts';

export interface MapViewProps {
  /** What the map shows, for those who do not see it. */
  label: string;
  parcels: readonly MapParcel[];
  strips?: readonly MapStrip[];
  chosenId?: string | null;
  onChoose?: (id: string | null) => void;
  /** What is shown at first and with the button for it; the country without one. */
  bbox: Bbox | null;
  /** In a page that scrolls: the map moves with two fingers, zooms with Ctrl. */
  cooperative?: boolean;
  /** Nothing can be shown here; the place of the map is left to whoever asked for it. */
  onFailure?: () => void;
  /** Drawn with the map: layers of their own. */
  children?: (map: MapLibre) => ReactNode;
}

export default function MapView(props: MapViewProps) {
  const { label, parcels, strips, chosenId, onChoose, bbox, cooperative, onFailure, children } = props;
  const t = useT();
  const format = useFormat();
  const theme = useTheme();
  const { basemapUrl } = useConfig();
  const place = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<MapLibre | null>(null);
  const latest = useRef({ onChoose, onFailure });
  latest.current = { onChoose, onFailure };

  // biome-ignore lint/correctness/useExhaustiveDependencies: one map for the life of the component; what changes is set below
  useEffect(() => {
    if (!place.current) return;
    let ended = false;
    let made: MapLibre | null = null;
    makeMap(place.current, { label, bbox, cooperative, basemapUrl, t })
      .then((ready) => {
        made = ready;
        if (ended) return ready.remove();
        setMap(ready);
      })
      .catch(() => !ended && latest.current.onFailure?.());
    return () => {
      ended = true;
      made?.remove();
      setMap(null);
    };
  }, [basemapUrl]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read from the page, which the theme has changed
  useEffect(() => {
    if (!map) return;
    const colours = readColours();
    repaint(map, [...basemapLayers(colours), ...dataLayers(colours)]);
  }, [map, theme]);

  useEffect(() => {
    if (!map) return;
    setData(map, 'parcels', parcelFeatures(parcels, chosenId ?? null));
    const labelOf = ({ name, score }: MapParcel) =>
      score === null ? name : t('map.parcelLabel', { name, score: format.percent(score) });
    setData(map, 'parcel-labels', labelFeatures(parcels, chosenId ?? null, labelOf));
  }, [map, parcels, chosenId, t, format]);

  useEffect(() => {
    if (map) setData(map, 'strips', stripFeatures(strips ?? []));
  }, [map, strips]);

  useEffect(() => {
    map?.getCanvas().setAttribute('aria-label', label);
  }, [map, label]);

  // Compared by value: the same bounding box in another object must not move the map.
  const wanted = JSON.stringify(bbox);
  const shown = useRef(wanted);
  useEffect(() => {
    if (!map || shown.current === wanted) return;
    shown.current = wanted;
    map.fitBounds(boundsOf(JSON.parse(wanted) ?? KENYA), { ...FIT, duration: 600 });
  }, [map, wanted]);

  useEffect(() => {
    if (!map) return;
    const choose = (event: { point: { x: number; y: number } }) => {
      if (!latest.current.onChoose) return;
      const [hit] = map.queryRenderedFeatures([event.point.x, event.point.y], {
        layers: ['parcel-dots', 'parcels'],
      });
      latest.current.onChoose((hit?.properties.id as string | undefined) ?? null);
    };
    map.on('click', choose);
    return () => void map.off('click', choose);
  }, [map]);

  return (
    <div className="map-place">
      <div ref={place} className="map-canvas" data-ready={map ? '' : undefined} />
      {map && <MapControls map={map} bbox={bbox} />}
      {map && children?.(map)}
    </div>
  );
}

interface MakeOptions {
  label: string;
  bbox: Bbox | null;
  cooperative?: boolean;
  basemapUrl: string | null;
  t: Translate;
}

/** Resolves when the first picture is drawn. */
async function makeMap(
  container: HTMLElement,
  { label, bbox, cooperative = false, basemapUrl, t }: MakeOptions,
): Promise<MapLibre> {
  const colours = readColours();
  // A style that cannot be fetched must not take the fields with it.
  const style = await startStyle(basemapOf(basemapUrl), colours).catch(() =>
    startStyle({ kind: 'bundled' }, colours),
  );
  const map = new MapLibre({
    container,
    style,
    bounds: boundsOf(bbox ?? KENYA),
    fitBoundsOptions: FIT,
    maxZoom: 21,
    maxPitch: 0,
    pitchWithRotate: false,
    dragRotate: false,
    touchPitch: false,
    cooperativeGestures: cooperative,
    attributionControl: basemapUrl ? { compact: true } : false,
    locale: {
      'Map.Title': label,
      'ScaleControl.Meters': t('map.metresShort'),
      'ScaleControl.Kilometers': t('map.kilometresShort'),
      'CooperativeGesturesHandler.WindowsHelpText': t('map.gesturesWindows'),
      'CooperativeGesturesHandler.MacHelpText': t('map.gesturesMac'),
      'CooperativeGesturesHandler.MobileHelpText': t('map.gesturesPhone'),
      'AttributionControl.ToggleAttribution': t('map.attribution'),
    },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new ScaleControl({ maxWidth: 110, unit: 'metric' }), 'bottom-left');
  redrawGridOnMove(map);
  // Tiles that do not come are no reason to speak of an error: the bundled basemap below them stays.
  map.on('error', () => {});
  await map.once('load');
  return map;
}

const boundsOf = ({ west, south, east, north }: Bbox): [number, number, number, number] => [
  west,
  south,
  east,
  north,
];

function setData(map: MapLibre, source: string, data: GeoJSON.FeatureCollection): void {
  map.getSource<GeoJSONSource>(source)?.setData(data);
}

const GRID_FROM_ZOOM = 11;

function redrawGridOnMove(map: MapLibre): void {
  const draw = () => {
    if (map.getZoom() < GRID_FROM_ZOOM || !map.getSource('grid')) return;
    const bounds = map.getBounds();
    // A margin, so that a short move shows no edge.
    const [wide, high] = [bounds.getEast() - bounds.getWest(), bounds.getNorth() - bounds.getSouth()];
    setData(
      map,
      'grid',
      gridLines({
        west: bounds.getWest() - wide / 2,
        east: bounds.getEast() + wide / 2,
        south: bounds.getSouth() - high / 2,
        north: bounds.getNorth() + high / 2,
      }),
    );
  };
  map.on('load', draw);
  map.on('moveend', draw);
}
