import type { LayerSpecification, Map as MapLibre } from 'maplibre-gl';

/** Gives layers that are on the map the colours of another theme. */
export function repaint(map: MapLibre, layers: readonly LayerSpecification[]): void {
  for (const layer of layers) {
    if (!map.getLayer(layer.id)) continue;
    for (const [name, value] of Object.entries(layer.paint ?? {}))
      map.setPaintProperty(layer.id, name as never, value as never);
  }
}
