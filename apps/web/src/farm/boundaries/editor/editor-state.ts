/** A boundary while it is drawn: outlines of vertices, one of them perhaps still open. Pure, so that every step can be undone. */
import {
  areaOf,
  closeRing,
  isInside,
  type Position,
  type Ring,
  roundPosition,
  type Shape,
  samePosition,
} from '@ardhi/geo';

/** Corners without the closing one. */
export interface Outline {
  vertices: Position[];
  hole: boolean;
}

export interface Drawing {
  outlines: Outline[];
  /** The one that is being drawn; null when all are closed. */
  draft: Outline | null;
}

export interface VertexRef {
  outline: number;
  vertex: number;
}

export interface EditorState extends Drawing {
  chosen: VertexRef | null;
  past: Drawing[];
  future: Drawing[];
}

export type EditorAction =
  | { type: 'load'; shape: Shape }
  | { type: 'begin'; hole: boolean }
  | { type: 'add'; position: Position }
  | { type: 'close' }
  | { type: 'cancel' }
  | { type: 'choose'; place: VertexRef | null }
  | { type: 'insert'; place: VertexRef; position: Position }
  | { type: 'move'; place: VertexRef; position: Position }
  /** After the moves of one drag: they count as one step. */
  | { type: 'moved'; before: Drawing }
  | { type: 'remove'; place: VertexRef }
  | { type: 'remove-outline'; outline: number }
  | { type: 'replace'; outlines: Outline[] }
  | { type: 'clear' }
  | { type: 'undo' }
  | { type: 'redo' };

const MAX_STEPS = 100;
const OPEN: Outline = { vertices: [], hole: false };

export function startState(shape: Shape | null): EditorState {
  const outlines = shape ? outlinesOf(shape) : [];
  return { outlines, draft: outlines.length > 0 ? null : OPEN, chosen: null, past: [], future: [] };
}

export function reduce(state: EditorState, action: EditorAction): EditorState {
  switch (action.type) {
    case 'load':
      return step(state, { outlines: outlinesOf(action.shape), draft: null });
    case 'begin':
      return step(state, { ...drawingOf(state), draft: { vertices: [], hole: action.hole } });
    case 'add':
      return added(state, action.position);
    case 'close':
      return closed(state);
    case 'cancel':
      return step(state, { outlines: state.outlines, draft: state.outlines.length > 0 ? null : OPEN });
    case 'choose':
      return { ...state, chosen: action.place };
    case 'insert':
      return {
        ...step(
          state,
          changed(state, action.place.outline, (vertices) =>
            vertices.toSpliced(action.place.vertex, 0, roundPosition(action.position)),
          ),
        ),
        chosen: action.place,
      };
    case 'move':
      return {
        ...state,
        ...changed(state, action.place.outline, (vertices) =>
          vertices.with(action.place.vertex, roundPosition(action.position)),
        ),
        chosen: action.place,
      };
    case 'moved':
      return { ...state, past: [...state.past, action.before].slice(-MAX_STEPS), future: [] };
    case 'remove':
      return removed(state, action.place);
    case 'remove-outline':
      return step(state, withDraft(state.outlines.toSpliced(action.outline, 1)));
    case 'replace':
      return step(state, withDraft(action.outlines));
    case 'clear':
      return step(state, withDraft([]));
    case 'undo':
      return undone(state);
    case 'redo':
      return redone(state);
  }
}

export const drawingOf = ({ outlines, draft }: Drawing): Drawing => ({ outlines, draft });

/** Where nothing is left, the next vertex begins a new outline. */
const withDraft = (outlines: Outline[]): Drawing => ({ outlines, draft: outlines.length > 0 ? null : OPEN });

function step(state: EditorState, next: Drawing): EditorState {
  return {
    ...next,
    chosen: null,
    past: [...state.past, drawingOf(state)].slice(-MAX_STEPS),
    future: [],
  };
}

function added(state: EditorState, position: Position): EditorState {
  const { draft } = state;
  if (!draft) return state;
  const vertex = roundPosition(position);
  // A second tap on the same place is no second vertex.
  if (samePosition(draft.vertices.at(-1), vertex)) return state;
  return step(state, {
    outlines: state.outlines,
    draft: { ...draft, vertices: [...draft.vertices, vertex] },
  });
}

function closed(state: EditorState): EditorState {
  const { draft, outlines } = state;
  if (!draft || draft.vertices.length < 3) return state;
  return step(state, { outlines: [...outlines, draft], draft: null });
}

function changed(state: EditorState, outline: number, change: (vertices: Position[]) => Position[]): Drawing {
  if (outline === state.outlines.length && state.draft)
    return { outlines: state.outlines, draft: { ...state.draft, vertices: change(state.draft.vertices) } };
  const old = state.outlines[outline];
  if (!old) return drawingOf(state);
  return {
    draft: state.draft,
    outlines: state.outlines.with(outline, { ...old, vertices: change(old.vertices) }),
  };
}

function removed(state: EditorState, { outline, vertex }: VertexRef): EditorState {
  const edited = state.outlines[outline];
  // With the third vertex the outline goes.
  if (edited && edited.vertices.length <= 3)
    return step(state, withDraft(state.outlines.toSpliced(outline, 1)));
  return step(
    state,
    changed(state, outline, (vertices) => vertices.toSpliced(vertex, 1)),
  );
}

function undone(state: EditorState): EditorState {
  const before = state.past.at(-1);
  if (!before) return state;
  return {
    ...before,
    chosen: null,
    past: state.past.slice(0, -1),
    future: [...state.future, drawingOf(state)],
  };
}

function redone(state: EditorState): EditorState {
  const after = state.future.at(-1);
  if (!after) return state;
  return {
    ...after,
    chosen: null,
    past: [...state.past, drawingOf(state)],
    future: state.future.slice(0, -1),
  };
}

export function outlinesOf(shape: Shape): Outline[] {
  return shape.flatMap((polygon) =>
    polygon.map((ring, index) => ({ vertices: ring.slice(0, -1), hole: index > 0 })),
  );
}

/** The outlines as a shape: each hole goes to the polygon that it lies in, or to the first one, where the check finds it. */
export function shapeOfOutlines(outlines: readonly Outline[]): Shape {
  const ring = ({ vertices }: Outline): Ring => closeRing(vertices);
  const polygons = outlines.filter(({ hole }) => !hole).map((outline): Ring[] => [ring(outline)]);
  for (const hole of outlines.filter((outline) => outline.hole)) {
    const first = hole.vertices[0];
    const around = polygons.find(([outer]) => first && outer && isInside(first, [[outer]])) ?? polygons[0];
    around?.push(ring(hole));
  }
  return polygons;
}

/** In square metres, with the open outline as if it were closed. */
export function areaOfDrawing({ outlines, draft }: Drawing): number {
  const all = draft && draft.vertices.length >= 3 ? [...outlines, draft] : outlines;
  return areaOf(shapeOfOutlines(all));
}
