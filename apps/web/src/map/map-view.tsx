/** Loaded on demand (see lazy-map.tsx): the map library is larger than the rest of the app. */
import 'maplibre-gl/dist/maplibre-gl.css';
import './map.css';
import type { Language } from '@ardhi/contract';
import { MIN_TILE_ZOOM } from '@ardhi/contract/limits';
import type { Bbox } from '@ardhi/geo';
import type { GeoJSONSource } from 'maplibre-gl';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { storage } from '../lib/device/storage.ts';
import { useConfig } from '../lib/http/config.tsx';
import { useTheme } from '../lib/page/theme.ts';
import { type Translate, useFormat, useLanguage, useT } from '../lib/text/i18n.tsx';
import { readColours } from './colours.ts';
import { addCounties } from './counties.ts';
import { gridLines } from './grid.ts';
import { basemapLayers, dataLayers, labelFeatures, parcelFeatures, stripFeatures } from './layers.ts';
import { MapControls } from './map-controls.tsx';
import { boundsOf, fitIn, KENYA, type MapParcel, type MapStrip, showArea } from './map-features.ts';
import { AttributionControl, MapLibre, ScaleControl } from './maplibre.ts';
import { repaint } from './paint.ts';
import { PlaceName } from './place-name.tsx';
import { protomapsLand, protomapsLayers } from './protomaps-layers.ts';
import { BUNDLED_ONLY, IMAGERY, type MapSettings, startStyle } from './style.ts';

export interface MapViewProps {
  /** Description for screen readers. */
  label: string;
  parcels: readonly MapParcel[];
  strips?: readonly MapStrip[];
  chosenId?: string | null;
  onChoose?: (id: string | null) => void;
  /** Initial view, also for the "show all" button; null shows all of Kenya. */
  bbox: Bbox | null;
  /** For maps in a scrolling page: two fingers move the map, Ctrl zooms. */
  cooperative?: boolean;
  /** The map cannot be shown; the caller replaces it. */
  onFailure?: () => void;
  /** Additional layers, told whether satellite pictures are shown below them. */
  children?: (map: MapLibre, withImagery: boolean) => ReactNode;
}

export default function MapView(props: MapViewProps) {
  const { label, parcels, strips, chosenId, onChoose, bbox, cooperative, onFailure, children } = props;
  const t = useT();
  const format = useFormat();
  const theme = useTheme();
  const { language } = useLanguage();
  const { basemapUrl, basemapTiles, imagery } = useConfig();
  const [withImagery, setWithImagery] = useState(() => imagery !== null && storage.get(IMAGERY) === 'on');
  const mapElement = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<MapLibre | null>(null);
  const latest = useRef({ onChoose, onFailure });
  latest.current = { onChoose, onFailure };

  // biome-ignore lint/correctness/useExhaustiveDependencies: one map for the life of the component; what changes is set below
  useEffect(() => {
    if (!mapElement.current) return;
    let ended = false;
    let createdMap: MapLibre | null = null;
    makeMap(mapElement.current, {
      label,
      bbox,
      cooperative,
      settings: { basemapUrl, basemapTiles, imagery },
      language,
      t,
    })
      .then((ready) => {
        createdMap = ready;
        if (ended) return ready.remove();
        setMap(ready);
      })
      .catch(() => !ended && latest.current.onFailure?.());
    return () => {
      ended = true;
      createdMap?.remove();
      setMap(null);
    };
  }, [basemapUrl, basemapTiles, imagery]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read from the page, which the theme has changed
  useEffect(() => {
    if (!map) return;
    const colours = readColours();
    repaint(map, [
      ...basemapLayers(colours, language),
      ...protomapsLand(colours),
      ...protomapsLayers(colours, language),
      ...dataLayers(colours, withImagery),
    ]);
    if (map.getLayer(IMAGERY)) map.setLayoutProperty(IMAGERY, 'visibility', withImagery ? 'visible' : 'none');
  }, [map, theme, language, withImagery]);

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
  const bboxKey = JSON.stringify(bbox);
  const shown = useRef(bboxKey);
  useEffect(() => {
    if (!map || shown.current === bboxKey) return;
    shown.current = bboxKey;
    showArea(map, JSON.parse(bboxKey) ?? KENYA, 600);
  }, [map, bboxKey]);

  useEffect(() => {
    if (!map) return;
    const choose = (event: { point: { x: number; y: number } }) => {
      const [hit] = map.queryRenderedFeatures([event.point.x, event.point.y], {
        layers: ['parcel-groups', 'parcel-dots', 'parcels'],
      });
      if (hit?.layer.id === 'parcel-groups') void openGroup(map, hit);
      else latest.current.onChoose?.((hit?.properties.id as string | undefined) ?? null);
    };
    map.on('click', choose);
    return () => void map.off('click', choose);
  }, [map]);

  return (
    <div className="map-place relative size-full overflow-hidden rounded-[inherit] bg-sunken">
      <div ref={mapElement} className="map-canvas" data-ready={map ? '' : undefined} />
      {map ? (
        <PlaceName map={map} />
      ) : (
        <p
          role="status"
          className="absolute inset-x-0 bottom-0 bg-sunken py-1 text-center text-sm text-muted"
        >
          {t('map.loading')}
        </p>
      )}
      {map && (
        <MapControls
          map={map}
          bbox={bbox}
          imagery={
            imagery && {
              isOn: withImagery,
              onToggle: () => {
                storage.set(IMAGERY, withImagery ? 'off' : 'on');
                setWithImagery(!withImagery);
              },
            }
          }
        />
      )}
      {map && children?.(map, withImagery)}
    </div>
  );
}

interface MakeOptions {
  label: string;
  bbox: Bbox | null;
  cooperative?: boolean;
  settings: MapSettings;
  language: Language;
  t: Translate;
}

/** Resolves after the first render. */
async function makeMap(
  container: HTMLElement,
  { label, bbox, cooperative = false, settings, language, t }: MakeOptions,
): Promise<MapLibre> {
  const colours = readColours();
  // The parcels must be shown even if the style cannot be loaded.
  const style = await startStyle(settings, colours, language).catch(() =>
    startStyle({ ...BUNDLED_ONLY, imagery: settings.imagery }, colours, language),
  );
  const map = new MapLibre({
    container,
    style,
    bounds: boundsOf(bbox ?? KENYA),
    fitBoundsOptions: fitIn(container),
    // Farther out there are no tiles of parcels.
    minZoom: MIN_TILE_ZOOM,
    maxZoom: 21,
    maxPitch: 0,
    pitchWithRotate: false,
    dragRotate: false,
    touchPitch: false,
    cooperativeGestures: cooperative,
    attributionControl: false,
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
  map.addControl(new ScaleControl({ maxWidth: 80, unit: 'metric' }), 'bottom-left');
  if (Object.values(settings).some(Boolean))
    map.addControl(new AttributionControl({ compact: true }), 'bottom-left');
  redrawGridOnMove(map);
  // Missing tiles are not an error: the bundled basemap below them is still visible.
  map.on('error', () => {});
  await map.once('load');
  // Not needed for the first view: without a connection the map is drawn without them.
  void addCounties(map).catch(() => undefined);
  return map;
}

/** Moves so near that the parcels of the group are drawn apart. */
async function openGroup(map: MapLibre, { properties, geometry }: GeoJSON.Feature): Promise<void> {
  const source = map.getSource<GeoJSONSource>('parcel-labels');
  const zoom = await source?.getClusterExpansionZoom(Number(properties?.cluster_id));
  // The map may have been removed meanwhile.
  if (map.style && geometry.type === 'Point')
    map.easeTo({ center: geometry.coordinates as [number, number], zoom });
}

function setData(map: MapLibre, source: string, data: GeoJSON.FeatureCollection): void {
  map.getSource<GeoJSONSource>(source)?.setData(data);
}

const GRID_FROM_ZOOM = 11;

function redrawGridOnMove(map: MapLibre): void {
  const draw = () => {
    if (map.getZoom() < GRID_FROM_ZOOM || !map.getSource('grid')) return;
    const bounds = map.getBounds();
    // Margin, so that a short move shows no edge.
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
