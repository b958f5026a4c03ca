/** Map features: parcels coloured by score, strips where two parcels overlap. */
import type {
  BoundaryGeometry as ContractGeometry,
  ListedBoundary,
  OfficialOverlap,
  Overlap,
} from '@ardhi/contract';
import {
  type Bbox,
  type BoundaryGeometry,
  bboxOf,
  joinBboxes,
  type Position,
  type Shape,
  toShape,
} from '@ardhi/geo';
import type { Map as MapLibre } from 'maplibre-gl';

export interface MapParcel {
  id: string;
  name: string;
  shape: Shape;
  centre: Position;
  /** Null: not yet assessed. */
  score: number | null;
}

/** An overlap: its strip, empty while it is not shown, and the stretch of the own edge. */
export interface MapStrip {
  id: string;
  shape: Shape;
  stretch: Position[][];
  settled: boolean;
}

/** The contract does not type the coordinates; the server has validated them. */
export const shapeOf = (geometry: ContractGeometry): Shape => toShape(geometry as BoundaryGeometry);

export function mapParcel(
  boundary: Pick<ListedBoundary, 'landId' | 'geometry' | 'centre'>,
  name: string,
  score: number | null,
): MapParcel {
  const { landId, geometry, centre } = boundary;
  return { id: landId, name, shape: shapeOf(geometry), centre: [centre.lon, centre.lat], score };
}

export const mapStrip = (overlap: Pick<OfficialOverlap, '_id' | 'geometry' | 'status'>): MapStrip => ({
  id: overlap._id,
  shape: shapeOf(overlap.geometry),
  stretch: [],
  settled: overlap.status === 'settled',
});

/** A farmer's overlaps: the stretch of the own edge, and the strip once it is shown. */
export const mapStrips = (overlaps: readonly Overlap[]): MapStrip[] =>
  overlaps.map(({ _id, geometry, stretch, status }) => ({
    id: _id,
    shape: geometry ? shapeOf(geometry) : [],
    stretch: stretch as Position[][],
    settled: status === 'settled',
  }));

export function bboxOfAll(shapes: readonly Shape[]): Bbox | null {
  return joinBboxes(shapes.map(bboxOf));
}

interface Size {
  clientWidth: number;
  clientHeight: number;
}

/**
 * Options for fitBounds: space for the name of the place at the top, the scale and the sources at the bottom, the buttons
 * on the right, and labels that are wider than what they name. Half of a low map's height remains for what is shown.
 */
export const fitIn = ({ clientWidth, clientHeight }: Size) => ({
  padding: {
    top: Math.min(60, clientHeight * 0.27),
    bottom: Math.min(80, clientHeight * 0.23),
    left: Math.min(56, clientWidth * 0.15),
    right: 84,
  },
  maxZoom: 18,
});

export function showArea(map: MapLibre, area: Bbox, duration?: number): void {
  map.fitBounds(boundsOf(area), {
    ...fitIn(map.getContainer()),
    ...(duration === undefined ? {} : { duration }),
  });
}

export const KENYA: Bbox = { west: 33.9, south: -4.7, east: 41.9, north: 5 };

export const boundsOf = ({ west, south, east, north }: Bbox): [number, number, number, number] => [
  west,
  south,
  east,
  north,
];
