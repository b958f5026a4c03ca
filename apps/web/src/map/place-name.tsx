import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { useFormat, useT } from '../lib/text/i18n.tsx';
import { type NearPlace, placeNear } from './places.ts';

/** Below this zoom the map itself names the places in view. */
const FROM_ZOOM = 10;

/** Names the place in the middle of the map: at the scale of fields, no name may be in view. */
export function PlaceName({ map }: { map: MapLibre }) {
  const t = useT();
  const format = useFormat();
  const [near, setNear] = useState<NearPlace | null>(null);
  useEffect(() => {
    const show = () => {
      const { lng, lat } = map.getCenter();
      setNear(map.getZoom() < FROM_ZOOM ? null : placeNear([lng, lat]));
    };
    show();
    map.on('moveend', show);
    return () => void map.off('moveend', show);
  }, [map]);
  if (!near) return null;
  const { name, county, kilometres } = near;
  return (
    <p className="map-place-name">
      {t(kilometres < 1 ? 'map.placeAt' : 'map.placeNear', {
        name,
        county,
        kilometres: format.number(kilometres, kilometres < 10 ? 1 : 0),
      })}
    </p>
  );
}
