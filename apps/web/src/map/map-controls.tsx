import type { Bbox, Position, Ring } from '@ardhi/geo';
import { LocateFixed, Maximize, Minus, Plus, Satellite } from 'lucide-react';
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl';
import { useState } from 'react';
import { useT } from '../lib/text/i18n.tsx';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { Spinner } from '../ui/controls/spinner.tsx';
import { toast } from '../ui/feedback/toast-store.ts';
import { collection, feature } from './geojson.ts';
import { KENYA, showArea } from './map-features.ts';

const LOCATE = { enableHighAccuracy: true, timeout: 20_000, maximumAge: 10_000 };

/** Custom buttons: touch-sized, in the app's style and the chosen language. */
export function MapControls({
  map,
  bbox,
  imagery,
}: {
  map: MapLibre;
  bbox: Bbox | null;
  imagery: { isOn: boolean; onToggle: () => void } | null;
}) {
  const t = useT();
  const [locating, setLocating] = useState(false);

  const locate = () => {
    if (!navigator.geolocation) return void toast.failed(t('map.locateFailed'));
    setLocating(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLocating(false);
        showPosition(map, coords);
        map.flyTo({ center: [coords.longitude, coords.latitude], zoom: Math.max(map.getZoom(), 16) });
      },
      (error) => {
        setLocating(false);
        toast.failed(t(error.code === error.PERMISSION_DENIED ? 'map.locateRefused' : 'map.locateFailed'));
      },
      LOCATE,
    );
  };
  return (
    <fieldset className="map-controls" aria-label={t('map.controls')}>
      <IconButton
        variant="plain"
        label={t('map.zoomIn')}
        icon={<Plus size={20} aria-hidden="true" />}
        onClick={() => map.zoomIn()}
      />
      <IconButton
        variant="plain"
        label={t('map.zoomOut')}
        icon={<Minus size={20} aria-hidden="true" />}
        onClick={() => map.zoomOut()}
      />
      <IconButton
        variant="plain"
        label={t('map.showAll')}
        icon={<Maximize size={20} aria-hidden="true" />}
        onClick={() => showArea(map, bbox ?? KENYA)}
      />
      <IconButton
        variant="plain"
        label={t('map.locate')}
        icon={locating ? <Spinner /> : <LocateFixed size={20} aria-hidden="true" />}
        aria-busy={locating || undefined}
        onClick={locate}
      />
      {imagery && (
        <IconButton
          variant={imagery.isOn ? 'main' : 'plain'}
          label={t('map.imagery')}
          icon={<Satellite size={20} aria-hidden="true" />}
          aria-pressed={imagery.isOn}
          onClick={imagery.onToggle}
        />
      )}
    </fieldset>
  );
}

export function showPosition(
  map: MapLibre,
  { longitude, latitude, accuracy }: Pick<GeolocationCoordinates, 'longitude' | 'latitude' | 'accuracy'>,
): void {
  const here: Position = [longitude, latitude];
  const features = [
    feature({}, { type: 'Polygon', coordinates: [circleAround(here, accuracy)] }),
    feature({}, { type: 'Point', coordinates: here }),
  ];
  map.getSource<GeoJSONSource>('position')?.setData(collection(features));
}

const VERTICES = 48;

/** Approximates a circle by a polygon. */
function circleAround([lon, lat]: Position, metres: number): Ring {
  const [dx, dy] = [metres / (111_320 * Math.cos((lat * Math.PI) / 180)), metres / 110_574];
  return Array.from({ length: VERTICES + 1 }, (_, index): Position => {
    const angle = ((index % VERTICES) / VERTICES) * 2 * Math.PI;
    return [lon + dx * Math.cos(angle), lat + dy * Math.sin(angle)];
  });
}
