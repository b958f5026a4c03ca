/** The map library, with the address of its worker: bundled, it does not know where that lies. */
import { Map as MapLibre, ScaleControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';

setWorkerUrl(workerUrl);

export { MapLibre, ScaleControl };
