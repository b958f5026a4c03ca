/** The map library, with its worker in the same file: see docs/decisions/0011. */
export { Map as MapLibre, ScaleControl } from 'maplibre-gl';
