/** A boundary walk: its GPS fixes, and the outline made of them. Saved after every fix: see walk-database.ts. */
import { distanceBetween, type Position, type Ring, roundPosition } from '@ardhi/geo';

/** Less accurate fixes are useless for a field boundary. */
export const MAX_ACCURACY_METRES = 20;
/** GPS positions drift while standing still, so closer fixes count as the same place. */
export const MIN_STEP_METRES = 3;

export interface Fix {
  position: Position;
  accuracy: number;
  /** Marked by the user as a corner, so simplification never drops it. The name is stored on devices. */
  corner?: true;
}

export interface Walk {
  fixes: Fix[];
  /** Number of fixes rejected as too inaccurate. */
  refused: number;
}

export const NO_WALK: Walk = { fixes: [], refused: 0 };

export function isWalk(value: unknown): value is Walk {
  const fixes = (value as Walk | null)?.fixes;
  return Array.isArray(fixes) && fixes.every(({ position }) => position?.every(Number.isFinite));
}

type Coordinates = Pick<GeolocationCoordinates, 'longitude' | 'latitude' | 'accuracy'>;

/** Adds a fix if it is accurate enough and far enough from the last one. */
export function withFix(walk: Walk, { longitude, latitude, accuracy }: Coordinates): Walk {
  if (accuracy > MAX_ACCURACY_METRES) return { ...walk, refused: walk.refused + 1 };
  const position = roundPosition([longitude, latitude]);
  const last = walk.fixes.at(-1);
  if (last && distanceBetween(last.position, position) < MIN_STEP_METRES) return walk;
  return { ...walk, fixes: [...walk.fixes, { position, accuracy }] };
}

/** Adds the current position as a corner; it replaces the last fix if that is close. */
export function withCorner(walk: Walk, { longitude, latitude, accuracy }: Coordinates): Walk {
  if (accuracy > MAX_ACCURACY_METRES) return { ...walk, refused: walk.refused + 1 };
  const fix: Fix = { position: roundPosition([longitude, latitude]), accuracy, corner: true };
  const last = walk.fixes.at(-1);
  const isNear = last && !last.corner && distanceBetween(last.position, fix.position) < MIN_STEP_METRES;
  return { ...walk, fixes: [...(isNear ? walk.fixes.slice(0, -1) : walk.fixes), fix] };
}

export const withoutLast = (walk: Walk): Walk => ({ ...walk, fixes: walk.fixes.slice(0, -1) });

/** Fixes closer than this to the straight line are dropped. */
const SIMPLIFY_METRES = 2;

/** Simplifies the track between marked corners (Douglas–Peucker). */
export function verticesOf({ fixes }: Walk): Ring {
  const ends = fixes.flatMap(({ corner }, index) =>
    corner || index === 0 || index === fixes.length - 1 ? [index] : [],
  );
  const vertexIndexes = new Set<number>(ends);
  for (let end = 1; end < ends.length; end += 1)
    simplifyBetween(fixes, ends[end - 1]!, ends[end]!, vertexIndexes);
  const vertices = fixes.filter((_, index) => vertexIndexes.has(index)).map(({ position }) => position);
  // A walk that ends near its start has closed the outline.
  const [first, last] = [vertices[0], vertices.at(-1)];
  const isClosed = vertices.length > 3 && first && last && distanceBetween(first, last) < 2 * MIN_STEP_METRES;
  return isClosed ? vertices.slice(0, -1) : vertices;
}

function simplifyBetween(fixes: Fix[], from: number, to: number, vertexIndexes: Set<number>): void {
  const [start, end] = [fixes[from]!.position, fixes[to]!.position];
  let [farthest, farthestMetres] = [-1, SIMPLIFY_METRES];
  for (let index = from + 1; index < to; index += 1) {
    const off = metresFromLine(fixes[index]!.position, start, end);
    if (off > farthestMetres) [farthest, farthestMetres] = [index, off];
  }
  if (farthest < 0) return;
  vertexIndexes.add(farthest);
  simplifyBetween(fixes, from, farthest, vertexIndexes);
  simplifyBetween(fixes, farthest, to, vertexIndexes);
}

/** Uses a flat projection in metres around the start of the line. */
function metresFromLine(position: Position, start: Position, end: Position): number {
  const scale = Math.cos((start[1] * Math.PI) / 180) * 111_320;
  const plane = ([lon, lat]: Position) => [(lon - start[0]) * scale, (lat - start[1]) * 110_574] as const;
  const [[x, y], [dx, dy]] = [plane(position), plane(end)];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / length));
  return Math.hypot(x - share * dx, y - share * dy);
}
