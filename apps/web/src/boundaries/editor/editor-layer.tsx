/** The hand on the map: places, drags and chooses corners, by mouse, finger or keyboard. */
import type { Position } from '@ardhi/geo';
import type { GeoJSONSource, Map as MapLibre, MapMouseEvent, MapTouchEvent } from 'maplibre-gl';
import { type Dispatch, useEffect, useRef, useState } from 'react';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { useTheme } from '../../lib/theme.ts';
import { readColours } from '../../map/colours.ts';
import { EMPTY } from '../../map/layers.ts';
import { repaint } from '../../map/paint.ts';
import { EDITOR_SOURCE, editorFeatures, editorLayers } from './editor-layers.ts';
import {
  type CornerPlace,
  type Drawing,
  drawingOf,
  type EditorAction,
  type EditorState,
} from './editor-state.ts';

interface EditorLayerProps {
  map: MapLibre;
  state: EditorState;
  dispatch: Dispatch<EditorAction>;
  /** Where the boundary is not in order. */
  fault: Position | null;
  /** Whether it can be changed by hand now; else it is only shown. */
  active: boolean;
  /** Hands out the map for as long as it is there. */
  onReady: (map: MapLibre | null) => void;
}

/** How near a press must be: a fingertip covers more than the tip of a pointer. */
const REACH = { mouse: 10, touch: 24 };

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
    const hand = createHand(map, () => latest.current, dispatch, setPointer);
    return hand.letGo;
  }, [map, dispatch, active]);

  return active && state.draft ? <div className="map-cross" aria-hidden="true" /> : null;
}

interface Hit {
  kind: string;
  place: CornerPlace;
}

function createHand(
  map: MapLibre,
  read: () => EditorState,
  dispatch: Dispatch<EditorAction>,
  setPointer: (position: Position | null) => void,
) {
  /** `before` is missing where the press itself was a step: a corner inserted and dragged on. */
  let dragging: { place: CornerPlace; before?: Drawing } | null = null;
  let dragged = false;

  const hitAt = ({ x, y }: { x: number; y: number }, reach: number): Hit | null => {
    const layers = ['editor-corners', 'editor-middles'].filter((id) => map.getLayer(id));
    const found = map.queryRenderedFeatures(
      [
        [x - reach, y - reach],
        [x + reach, y + reach],
      ],
      { layers },
    );
    // Corners before the middles between them, then whatever is nearest.
    const distance = ({ geometry }: (typeof found)[number]) => {
      const shown = map.project((geometry as GeoJSON.Point).coordinates as Position);
      return Math.hypot(shown.x - x, shown.y - y);
    };
    const [best] = found.sort(
      (one, other) =>
        Number(one.properties.kind === 'middle') - Number(other.properties.kind === 'middle') ||
        distance(one) - distance(other),
    );
    if (!best) return null;
    const { kind, outline, corner } = best.properties as { kind: string; outline: number; corner: number };
    return { kind, place: { outline, corner } };
  };

  const press = (event: MapMouseEvent | MapTouchEvent, reach: number) => {
    const hit = hitAt(event.point, reach);
    if (!hit) return;
    // Closing the outline is a press on its first corner, not a drag of it.
    if (hit.kind === 'first') return;
    event.preventDefault();
    if (hit.kind === 'middle') {
      dragging = { place: hit.place };
      dispatch({ type: 'insert', place: hit.place, position: positionOf(event) });
    } else {
      dragging = { place: hit.place, before: drawingOf(read()) };
      dispatch({ type: 'choose', place: hit.place });
    }
  };
  const move = (event: MapMouseEvent | MapTouchEvent) => {
    if (!dragging) return;
    dragged = true;
    dispatch({ type: 'move', place: dragging.place, position: positionOf(event) });
  };
  const release = () => {
    if (dragged && dragging?.before) dispatch({ type: 'moved', before: dragging.before });
    dragging = null;
  };

  const mouseDown = (event: MapMouseEvent) => {
    dragged = false;
    if (event.originalEvent.button === 0) press(event, REACH.mouse);
  };
  const mouseMove = (event: MapMouseEvent) => {
    if (dragging) return move(event);
    setPointer(positionOf(event));
    const hit = hitAt(event.point, REACH.mouse);
    map.getCanvas().style.cursor = hit ? 'pointer' : read().draft ? 'crosshair' : '';
  };
  const touchStart = (event: MapTouchEvent) => {
    setPointer(null);
    dragged = false;
    if (event.points.length === 1) press(event, REACH.touch);
    else dragging = null;
  };
  const click = (event: MapMouseEvent) => {
    if (dragged) {
      dragged = false;
      return;
    }
    const touch = (event.originalEvent as PointerEvent).pointerType === 'touch';
    const hit = hitAt(event.point, touch ? REACH.touch : REACH.mouse);
    // A finger that has left hovers nowhere.
    if (touch) setPointer(null);
    if (hit?.kind === 'first') return dispatch({ type: 'close' });
    if (hit) return;
    if (read().draft) dispatch({ type: 'add', position: positionOf(event) });
    else dispatch({ type: 'choose', place: null });
  };
  const out = () => setPointer(null);
  const key = (event: KeyboardEvent) => keyPressed(event, map, read(), dispatch);

  // A double click ends an outline; it must not zoom as well.
  map.doubleClickZoom.disable();
  const doubleClick = () => read().draft && dispatch({ type: 'close' });
  map.on('mousedown', mouseDown);
  map.on('mousemove', mouseMove);
  map.on('mouseup', release);
  map.on('touchstart', touchStart);
  map.on('touchmove', move);
  map.on('touchend', release);
  map.on('touchcancel', release);
  map.on('click', click);
  map.on('dblclick', doubleClick);
  map.on('mouseout', out);
  window.addEventListener('mouseup', release);
  map.getCanvas().addEventListener('keydown', key);
  return {
    letGo() {
      map.getCanvas().style.cursor = '';
      setPointer(null);
      map.off('mousedown', mouseDown);
      map.off('mousemove', mouseMove);
      map.off('mouseup', release);
      map.off('touchstart', touchStart);
      map.off('touchmove', move);
      map.off('touchend', release);
      map.off('touchcancel', release);
      map.off('click', click);
      map.off('dblclick', doubleClick);
      map.off('mouseout', out);
      window.removeEventListener('mouseup', release);
      map.getCanvas().removeEventListener('keydown', key);
    },
  };
}

const positionOf = ({ lngLat }: { lngLat: { lng: number; lat: number } }): Position => [
  lngLat.lng,
  lngLat.lat,
];

/** The cross stands in the middle of the map. */
export const crossOf = (map: MapLibre): Position => positionOf({ lngLat: map.getCenter() });

const NUDGE_PIXELS = 4;
const ARROWS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-NUDGE_PIXELS, 0],
  ArrowRight: [NUDGE_PIXELS, 0],
  ArrowUp: [0, -NUDGE_PIXELS],
  ArrowDown: [0, NUDGE_PIXELS],
};

/** Enter sets a corner at the cross; the arrows move a chosen corner, Delete removes it, Escape lets it go. */
function keyPressed(
  event: KeyboardEvent,
  map: MapLibre,
  state: EditorState,
  dispatch: Dispatch<EditorAction>,
): void {
  const actions = actionsFor(event, map, state);
  if (actions.length === 0) return;
  // The map's own keys would move it as well.
  event.preventDefault();
  event.stopPropagation();
  for (const action of actions) dispatch(action);
}

function actionsFor(event: KeyboardEvent, map: MapLibre, state: EditorState): EditorAction[] {
  const { key } = event;
  if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'z')
    return [{ type: event.shiftKey ? 'redo' : 'undo' }];
  if (key === 'Enter' && state.draft) return [{ type: 'add', position: crossOf(map) }];
  const { chosen } = state;
  const outline = chosen && (state.outlines[chosen.outline] ?? state.draft);
  const position = outline?.corners[chosen?.corner ?? 0];
  if (!chosen || !position) return [];
  if (key === 'Delete' || key === 'Backspace') return [{ type: 'remove', place: chosen }];
  if (key === 'Escape') return [{ type: 'choose', place: null }];
  const arrow = ARROWS[key];
  if (!arrow) return [];
  const shown = map.project(position);
  const { lng, lat } = map.unproject([shown.x + arrow[0], shown.y + arrow[1]]);
  return [
    { type: 'move', place: chosen, position: [lng, lat] },
    { type: 'moved', before: drawingOf(state) },
  ];
}
