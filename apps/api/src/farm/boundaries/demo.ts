/**
 * Demo fields around a town: adjacent, in rows along a path, as real fields are. A few overlap their neighbour.
 * Pure: the random source is injected.
 */
import { SQUARE_METRES_PER_ACRE } from '@ardhi/contract/units';
import { type Bbox, bboxesTouch, type Position, roundPosition, type Shape, toGeometry } from '@ardhi/geo';
import { type MeasuredBoundary, work } from './geometry-tasks.ts';
import { type Strip, stripBetween } from './overlap.ts';

export interface DemoPlace {
  /** Unique per town. */
  key: string;
  position: Position;
}

interface FieldRequest {
  id: string;
  ownerId: string;
  acres: number;
  /** Creation time of the boundary. */
  at: number;
}

export interface DemoField extends FieldRequest {
  boundary: MeasuredBoundary;
}

export interface DemoOverlap {
  first: DemoField;
  second: DemoField;
  strip: Strip;
}

type Random = () => number;

/** Fields of similar size share rows of the same depth. */
const CLASSES = [
  { maxAcres: 1, depth: 48, rowLength: 700, east: 1, north: 1 },
  { maxAcres: 6, depth: 110, rowLength: 1600, east: -1, north: 1 },
  { maxAcres: 60, depth: 340, rowLength: 4500, east: 1, north: -1 },
  { maxAcres: Number.POSITIVE_INFINITY, depth: 1500, rowLength: 14_000, east: -1, north: -1 },
] as const;

const FROM_TOWN_METRES = 900;
const PATH_METRES = 6;
const TOLERANCE_METRES = 2;
const MAX_ATTEMPTS = 4;
/** Share of neighbours with a disputed border. */
const DISPUTED_SHARE = 0.07;
const CELL_DEGREES = 0.02;

interface Row {
  number: number;
  /** Start of the next field in metres along the row, at its near and far side. */
  near: number;
  far: number;
  last: DemoField | null;
  lastWidth: number;
}

export class DemoFields {
  readonly overlaps: DemoOverlap[] = [];
  readonly #rows = new Map<string, Row>();
  readonly #cells = new Map<string, DemoField[]>();
  /** The first neighbour of this farmer always overlaps, so that the demo shows a dispute. */
  readonly #disputedOwnerId: string | null;
  #hasShownDispute = false;

  constructor(disputedOwnerId: string | null = null) {
    this.#disputedOwnerId = disputedOwnerId;
  }

  /** Returns a field of about the requested size near the town, or null if no space is found. */
  place(place: DemoPlace, request: FieldRequest, random: Random): DemoField | null {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const field = this.#tryPlace(place, request, random);
      if (field) return field;
    }
    return null;
  }

  #tryPlace(place: DemoPlace, request: FieldRequest, random: Random): DemoField | null {
    const { ownerId, acres } = request;
    const kind = CLASSES.findIndex(({ maxAcres }) => acres <= maxAcres);
    const { depth, rowLength } = CLASSES[kind]!;
    const row = this.#rowOf(place.key, kind, rowLength);
    const width = (acres * SQUARE_METRES_PER_ACRE * sizeFactor(random)) / depth;
    const reach = this.#reachOver(row, ownerId, width, random);
    const slant = (random() - 0.5) * Math.min(0.2 * depth, 0.5 * width);
    const gap = random() < 0.3 ? 1 + random() * 2 : 0;
    const begin = { near: row.near + (reach > 0 ? -reach : gap), far: row.far + (reach > 0 ? -reach : gap) };
    const middle = (begin.near + begin.far) / 2 + width;
    const end = { near: middle - slant / 2, far: middle + slant / 2 };
    Object.assign(row, { ...end, last: null, lastWidth: width });

    const shape = outline(place, kind, row.number, begin, end);
    const measured = work.measure(toGeometry(shape));
    if ('fault' in measured) return null;
    const field: DemoField = { ...request, boundary: measured.boundary };
    const strips = this.#strips(field);
    // Rejects unintended overlaps.
    if (strips.length !== (reach > 0 ? 1 : 0) || strips.some(({ first }) => first.ownerId === ownerId))
      return null;
    this.overlaps.push(...strips);
    this.#addToGrid(field);
    row.last = field;
    return field;
  }

  #rowOf(key: string, kind: number, rowLength: number): Row {
    const name = `${key}/${kind}`;
    const known = this.#rows.get(name);
    if (known && known.near < rowLength) return known;
    const row: Row = { number: (known?.number ?? -1) + 1, near: 0, far: 0, last: null, lastWidth: 0 };
    this.#rows.set(name, row);
    return row;
  }

  /** Metres by which a field overlaps its neighbour; 0 between parcels of the same owner. */
  #reachOver(row: Row, ownerId: string, width: number, random: Random): number {
    const disputed = random() < DISPUTED_SHARE;
    const metres = Math.min(6 + random() * 8, row.lastWidth / 3, width / 3);
    if (!row.last || row.last.ownerId === ownerId) return 0;
    const toShow = !this.#hasShownDispute && row.last.ownerId === this.#disputedOwnerId;
    if (toShow) this.#hasShownDispute = true;
    // Leaves out strips near the tolerance, which would not count as overlaps.
    return (disputed || toShow) && metres > 2 * TOLERANCE_METRES + 1 ? metres : 0;
  }

  #strips(field: DemoField): DemoOverlap[] {
    const near = new Set(cellsOf(field.boundary.bbox).flatMap((cell) => this.#cells.get(cell) ?? []));
    return [...near].flatMap((other) => {
      if (!bboxesTouch(field.boundary.bbox, other.boundary.bbox)) return [];
      const strip = stripBetween(field.boundary.shape, other.boundary.shape, TOLERANCE_METRES);
      return strip ? [{ first: other, second: field, strip }] : [];
    });
  }

  #addToGrid(field: DemoField): void {
    for (const cell of cellsOf(field.boundary.bbox)) {
      const fields = this.#cells.get(cell);
      if (fields) fields.push(field);
      else this.#cells.set(cell, [field]);
    }
  }
}

/** Stated sizes deviate slightly from the measured area. */
function sizeFactor(random: Random): number {
  const kind = random();
  const spread = random() * 2 - 1;
  if (kind < 0.8) return 1 + spread * 0.04;
  if (kind < 0.94) return 1 + spread * 0.08;
  return spread < 0 ? 0.85 + spread * 0.05 : 1.13 + spread * 0.12;
}

type Edge = { near: number; far: number };

function outline({ position }: DemoPlace, kind: number, row: number, begin: Edge, end: Edge): Shape {
  const { depth, east, north } = CLASSES[kind]!;
  const south = FROM_TOWN_METRES + row * (depth + PATH_METRES);
  const toDegrees = ([x, y]: [number, number]): Position => {
    const [eastward, northward] = shoreOffset(position);
    const lat = position[1] + (northward + north * y) / 110_574;
    const perDegree = 111_320 * Math.cos((position[1] * Math.PI) / 180);
    return roundPosition([position[0] + (eastward + east * x) / perDegree, lat]);
  };
  const vertices: [number, number][] = [
    [FROM_TOWN_METRES / 2 + begin.near, south],
    [FROM_TOWN_METRES / 2 + end.near, south],
    [FROM_TOWN_METRES / 2 + end.far, south + depth],
    [FROM_TOWN_METRES / 2 + begin.far, south + depth],
  ];
  return [[[...vertices, vertices[0]!].map(toDegrees)]];
}

const COAST_LON = 39.3;
const LAKE_LON = 34.8;

/** Offset in metres east and north that keeps fields of shore towns out of the ocean and Lake Victoria. */
function shoreOffset([lon]: Position): [number, number] {
  if (lon > COAST_LON) return [-9000, 3000];
  return lon < LAKE_LON ? [5000, 4000] : [0, 0];
}

function cellsOf({ west, south, east, north }: Bbox): string[] {
  const cells: string[] = [];
  for (let x = Math.floor(west / CELL_DEGREES); x <= Math.floor(east / CELL_DEGREES); x += 1)
    for (let y = Math.floor(south / CELL_DEGREES); y <= Math.floor(north / CELL_DEGREES); y += 1)
      cells.push(`${x} ${y}`);
  return cells;
}
