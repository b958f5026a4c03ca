/** Pointer controller of the boundary editor: translates mouse, touch and keyboard input to editor actions. */
import type { Position } from '@ardhi/geo';
import type { Map as MapLibre, MapMouseEvent, MapTouchEvent } from 'maplibre-gl';
import type { Dispatch } from 'react';
import {
  type Drawing,
  drawingOf,
  type EditorAction,
  type EditorState,
  type VertexRef,
} from './editor-state.ts';

/** Hit tolerance in pixels: touch is less precise than a mouse. */
const HIT_PIXELS = { mouse: 10, touch: 24 };

interface Hit {
  kind: string;
  place: VertexRef;
}

/** Adds, drags and selects vertices. Returns a function that removes the listeners. */
export function createPointerController(
  map: MapLibre,
  getState: () => EditorState,
  dispatch: Dispatch<EditorAction>,
  setPointer: (position: Position | null) => void,
): () => void {
  /** Without `before` if the press itself was an undo step (it inserted a vertex). */
  let dragging: { place: VertexRef; before?: Drawing } | null = null;
  let hasMoved = false;

  const hitAt = ({ x, y }: { x: number; y: number }, tolerance: number): Hit | null => {
    const layers = ['editor-vertices', 'editor-midpoints'].filter((id) => map.getLayer(id));
    const found = map.queryRenderedFeatures(
      [
        [x - tolerance, y - tolerance],
        [x + tolerance, y + tolerance],
      ],
      { layers },
    );
    // Vertices take precedence over midpoints, then the nearest wins.
    const distance = ({ geometry }: (typeof found)[number]) => {
      const shown = map.project((geometry as GeoJSON.Point).coordinates as Position);
      return Math.hypot(shown.x - x, shown.y - y);
    };
    const [best] = found.sort(
      (one, other) =>
        Number(one.properties.kind === 'midpoint') - Number(other.properties.kind === 'midpoint') ||
        distance(one) - distance(other),
    );
    if (!best) return null;
    const { kind, outline, vertex } = best.properties as { kind: string; outline: number; vertex: number };
    return { kind, place: { outline, vertex } };
  };

  const press = (event: MapMouseEvent | MapTouchEvent, tolerance: number) => {
    const hit = hitAt(event.point, tolerance);
    // A press on the first vertex closes the outline and must not drag it.
    if (!hit || hit.kind === 'first') return;
    event.preventDefault();
    if (hit.kind === 'midpoint') {
      dragging = { place: hit.place };
      dispatch({ type: 'insert', place: hit.place, position: positionOf(event) });
    } else {
      dragging = { place: hit.place, before: drawingOf(getState()) };
      dispatch({ type: 'choose', place: hit.place });
    }
  };
  const move = (event: MapMouseEvent | MapTouchEvent) => {
    if (!dragging) return;
    hasMoved = true;
    dispatch({ type: 'move', place: dragging.place, position: positionOf(event) });
  };
  const release = () => {
    if (hasMoved && dragging?.before) dispatch({ type: 'moved', before: dragging.before });
    dragging = null;
  };

  const mouseDown = (event: MapMouseEvent) => {
    hasMoved = false;
    if (event.originalEvent.button === 0) press(event, HIT_PIXELS.mouse);
  };
  const mouseMove = (event: MapMouseEvent) => {
    if (dragging) return move(event);
    setPointer(positionOf(event));
    const hit = hitAt(event.point, HIT_PIXELS.mouse);
    map.getCanvas().style.cursor = hit ? 'pointer' : getState().draft ? 'crosshair' : '';
  };
  const touchStart = (event: MapTouchEvent) => {
    setPointer(null);
    hasMoved = false;
    if (event.points.length === 1) press(event, HIT_PIXELS.touch);
    else dragging = null;
  };
  const click = (event: MapMouseEvent) => {
    if (hasMoved) {
      hasMoved = false;
      return;
    }
    const isTouch = (event.originalEvent as PointerEvent).pointerType === 'touch';
    const hit = hitAt(event.point, isTouch ? HIT_PIXELS.touch : HIT_PIXELS.mouse);
    // Touch has no hover position after the finger is lifted.
    if (isTouch) setPointer(null);
    if (hit?.kind === 'first') return dispatch({ type: 'close' });
    if (hit) return;
    if (getState().draft) dispatch({ type: 'add', position: positionOf(event) });
    else dispatch({ type: 'choose', place: null });
  };
  const key = (event: KeyboardEvent) => keyPressed(event, map, getState(), dispatch);

  // A double click closes the outline and must not zoom too.
  map.doubleClickZoom.disable();
  const doubleClick = () => getState().draft && dispatch({ type: 'close' });
  const subscriptions = [
    map.on('mousedown', mouseDown),
    map.on('mousemove', mouseMove),
    map.on('mouseup', release),
    map.on('touchstart', touchStart),
    map.on('touchmove', move),
    map.on('touchend', release),
    map.on('touchcancel', release),
    map.on('click', click),
    map.on('dblclick', doubleClick),
    map.on('mouseout', () => setPointer(null)),
  ];
  const domListeners = new AbortController();
  window.addEventListener('mouseup', release, { signal: domListeners.signal });
  map.getCanvas().addEventListener('keydown', key, { signal: domListeners.signal });
  return () => {
    map.getCanvas().style.cursor = '';
    setPointer(null);
    for (const subscription of subscriptions) subscription.unsubscribe();
    domListeners.abort();
  };
}

const positionOf = ({ lngLat }: { lngLat: { lng: number; lat: number } }): Position => [
  lngLat.lng,
  lngLat.lat,
];

/** The crosshair is at the centre of the map. */
export const crossOf = (map: MapLibre): Position => positionOf({ lngLat: map.getCenter() });

const NUDGE_PIXELS = 4;
const ARROWS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-NUDGE_PIXELS, 0],
  ArrowRight: [NUDGE_PIXELS, 0],
  ArrowUp: [0, -NUDGE_PIXELS],
  ArrowDown: [0, NUDGE_PIXELS],
};

/** Enter adds a vertex at the crosshair; arrows move the chosen vertex, Delete removes it, Escape deselects it. */
function keyPressed(
  event: KeyboardEvent,
  map: MapLibre,
  state: EditorState,
  dispatch: Dispatch<EditorAction>,
): void {
  const actions = actionsFor(event, map, state);
  if (actions.length === 0) return;
  // Otherwise the map's own key bindings would pan it too.
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
  const position = outline?.vertices[chosen?.vertex ?? 0];
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
