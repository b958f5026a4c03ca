/** Map layer of the boundary that is being edited. */
import type { Position } from '@ardhi/geo';
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl';
import { type Dispatch, useEffect, useRef, useState } from 'react';
import { useTheme } from '../../../lib/page/theme.ts';
import { useFormat, useT } from '../../../lib/text/i18n.tsx';
import { readColours } from '../../../map/colours.ts';
import { EMPTY } from '../../../map/geojson.ts';
import { repaint } from '../../../map/paint.ts';
import { EDITOR_SOURCE, editorFeatures, editorLayers } from './editor-layers.ts';
import type { EditorAction, EditorState } from './editor-state.ts';
import { createPointerController } from './pointer-controller.ts';

interface EditorLayerProps {
  map: MapLibre;
  state: EditorState;
  dispatch: Dispatch<EditorAction>;
  /** Position of the fault in the boundary. */
  fault: Position | null;
  /** Whether pointer and keyboard edit the boundary; otherwise it is read-only. */
  active: boolean;
  /** Receives the map, and null when it is removed. */
  onReady: (map: MapLibre | null) => void;
}

export function EditorLayer({ map, state, dispatch, fault, active, onReady }: EditorLayerProps) {
  const t = useT();
  const format = useFormat();
  const theme = useTheme();
  const [pointer, setPointer] = useState<Position | null>(null);
  const latest = useRef(state);
  latest.current = state;

  useEffect(() => {
    onReady(map);
    return () => onReady(null);
  }, [map, onReady]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read from the page, which the theme has changed
  useEffect(() => {
    if (!map.getSource(EDITOR_SOURCE)) map.addSource(EDITOR_SOURCE, { type: 'geojson', data: EMPTY });
    const layers = editorLayers(readColours());
    for (const layer of layers) if (!map.getLayer(layer.id)) map.addLayer(layer);
    repaint(map, layers);
  }, [map, theme]);

  useEffect(() => {
    const length = (metres: number) =>
      t('map.metres', { metres: format.number(metres, metres < 100 ? 1 : 0) });
    map
      .getSource<GeoJSONSource>(EDITOR_SOURCE)
      ?.setData(editorFeatures({ state, pointer: state.draft ? pointer : null, fault, length }));
  }, [map, state, pointer, fault, t, format]);

  useEffect(() => {
    if (!active) return;
    return createPointerController(map, () => latest.current, dispatch, setPointer);
  }, [map, dispatch, active]);

  return active && state.draft ? <div className="map-cross" aria-hidden="true" /> : null;
}
