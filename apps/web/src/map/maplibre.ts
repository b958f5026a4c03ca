/** Map library with its worker in the same bundle: see docs/decisions/0011. */
export { AttributionControl, Map as MapLibre, ScaleControl } from 'maplibre-gl';
