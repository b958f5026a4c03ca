/** Boundary editor state: outlines of vertices, one possibly still open. Pure, so that every step can be undone. */
import {
  closeRing,
  isInside,
  type Position,
  type Ring,
  roundPosition,
  type Shape,
  samePosition,
} from '@ardhi/geo';

/** Vertices without the closing one. */
export interface Outline {
  vertices: Position[];
  hole: boolean;
}

export interface Drawing {
  outlines: Outline[];
  /** The outline that is being drawn; null when all are closed. */
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
  /** Ends a drag: all its moves count as one undo step. */
  | { type: 'moved'; before: Drawing }
  | { type: 'remove'; place: VertexRef }
  | { type: 'remove-outline'; outline: number }
  | { type: 'replace'; outlines: Outline[] }
  | { type: 'clear' }
  | { type: 'undo' }
  | { type: 'redo' };

const MAX_STEPS = 100;

export function startState(shape: Shape | null): EditorState {
  return { ...withDraft(shape ? outlinesOf(shape) : []), chosen: null, past: [], future: [] };
}

export function reduce(state: EditorState, action: EditorAction): EditorState {
  switch (action.type) {
    case 'load':
      return step(state, { outlines: outlinesOf(action.shape), draft: null });
    case 'begin':
      return step(state, { ...drawingOf(state), draft: { vertices: [], hole: action.hole } });
    case 'add':
      return addVertex(state, action.position);
    case 'close':
      return closeDraft(state);
    case 'cancel':
      return step(state, withDraft(state.outlines));
    case 'choose':
      return { ...state, chosen: action.place };
    case 'insert':
      return {
        ...step(
          state,
          changeVertices(state, action.place.outline, (vertices) =>
            vertices.toSpliced(action.place.vertex, 0, roundPosition(action.position)),
          ),
        ),
        chosen: action.place,
      };
    case 'move':
      return {
        ...state,
        ...changeVertices(state, action.place.outline, (vertices) =>
          vertices.with(action.place.vertex, roundPosition(action.position)),
        ),
        chosen: action.place,
      };
    case 'moved':
      return { ...state, past: [...state.past, action.before].slice(-MAX_STEPS), future: [] };
    case 'remove':
      return removeVertex(state, action.place);
    case 'remove-outline':
      return step(state, withDraft(state.outlines.toSpliced(action.outline, 1)));
    case 'replace':
      return step(state, withDraft(action.outlines));
    case 'clear':
      return step(state, withDraft([]));
    case 'undo':
      return undo(state);
    case 'redo':
      return redo(state);
  }
}

export const drawingOf = ({ outlines, draft }: Drawing): Drawing => ({ outlines, draft });

/** Without outlines, the next vertex starts a new one. */
const withDraft = (outlines: Outline[]): Drawing => ({
  outlines,
  draft: outlines.length > 0 ? null : { vertices: [], hole: false },
});

function step(state: EditorState, next: Drawing): EditorState {
  const past = [...state.past, drawingOf(state)].slice(-MAX_STEPS);
  return { ...next, chosen: null, past, future: [] };
}

function addVertex(state: EditorState, position: Position): EditorState {
  const { draft } = state;
  if (!draft) return state;
  const vertex = roundPosition(position);
  // A double tap must not add the vertex twice.
  if (samePosition(draft.vertices.at(-1), vertex)) return state;
  return step(state, {
    outlines: state.outlines,
    draft: { ...draft, vertices: [...draft.vertices, vertex] },
  });
}

function closeDraft(state: EditorState): EditorState {
  const { draft, outlines } = state;
  if (!draft || draft.vertices.length < 3) return state;
  return step(state, { outlines: [...outlines, draft], draft: null });
}

function changeVertices(
  state: EditorState,
  outline: number,
  change: (vertices: Position[]) => Position[],
): Drawing {
  if (outline === state.outlines.length && state.draft)
    return { outlines: state.outlines, draft: { ...state.draft, vertices: change(state.draft.vertices) } };
  const old = state.outlines[outline];
  if (!old) return drawingOf(state);
  return {
    draft: state.draft,
    outlines: state.outlines.with(outline, { ...old, vertices: change(old.vertices) }),
  };
}

function removeVertex(state: EditorState, { outline, vertex }: VertexRef): EditorState {
  const edited = state.outlines[outline];
  // Two vertices are no outline, so it is removed as a whole.
  if (edited && edited.vertices.length <= 3)
    return step(state, withDraft(state.outlines.toSpliced(outline, 1)));
  return step(
    state,
    changeVertices(state, outline, (vertices) => vertices.toSpliced(vertex, 1)),
  );
}

function undo(state: EditorState): EditorState {
  const before = state.past.at(-1);
  if (!before) return state;
  const future = [...state.future, drawingOf(state)];
  return { ...before, chosen: null, past: state.past.slice(0, -1), future };
}

function redo(state: EditorState): EditorState {
  const after = state.future.at(-1);
  if (!after) return state;
  const past = [...state.past, drawingOf(state)];
  return { ...after, chosen: null, past, future: state.future.slice(0, -1) };
}

export function outlinesOf(shape: Shape): Outline[] {
  return shape.flatMap((polygon) =>
    polygon.map((ring, index) => ({ vertices: ring.slice(0, -1), hole: index > 0 })),
  );
}

/** A hole goes to the polygon that contains it, otherwise to the first, where validation reports it. */
export function shapeOfOutlines(outlines: readonly Outline[]): Shape {
  const polygons = outlines.filter(({ hole }) => !hole).map(({ vertices }): Ring[] => [closeRing(vertices)]);
  for (const hole of outlines.filter((outline) => outline.hole)) {
    const first = hole.vertices[0];
    const container = polygons.find(([outer]) => first && outer && isInside(first, [[outer]])) ?? polygons[0];
    container?.push(closeRing(hole.vertices));
  }
  return polygons;
}

/** An open outline counts as closed. */
export function shapeOfDrawing({ outlines, draft }: Drawing): Shape {
  return shapeOfOutlines(draft && draft.vertices.length >= 3 ? [...outlines, draft] : outlines);
}

export const vertexTotal = ({ outlines, draft }: Drawing): number =>
  [...outlines, ...(draft ? [draft] : [])].reduce((sum, { vertices }) => sum + vertices.length, 0);
