/** Computations for a saved boundary. Pure: run inline or in a worker. */
import {
  type Bbox,
  type BoundaryFault,
  bboxOf,
  centreOf,
  checkGeometry,
  type Position,
  type Shape,
  simplifyShape,
  vertexCount,
} from '@ardhi/geo';
import { type FoundStrip, type Neighbour, stripsWith } from './overlap.ts';
import { type OwnEdge, ownEdge } from './own-edge.ts';

export interface MeasuredBoundary {
  shape: Shape;
  /** Simplified shape; null if the shape has few vertices. */
  outline: Shape | null;
  bbox: Bbox;
  areaSquareMetres: number;
  centre: Position;
  vertexCount: number;
}

export interface Work {
  measure: { args: [geometry: unknown]; result: { boundary: MeasuredBoundary } | { fault: BoundaryFault } };
  strips: {
    args: [shape: Shape, neighbours: Neighbour[], toleranceMetres: number];
    result: FoundStrip[];
  };
  edges: { args: [pairs: { own: Shape; strip: Shape }[]]; result: OwnEdge[] };
}

const OUTLINE_VERTICES = 300;

export const work: { [Name in keyof Work]: (...args: Work[Name]['args']) => Work[Name]['result'] } = {
  measure(geometry) {
    const checked = checkGeometry(geometry);
    if ('fault' in checked) return checked;
    const { shape, area } = checked;
    const vertices = vertexCount(shape);
    return {
      boundary: {
        shape,
        outline: vertices > OUTLINE_VERTICES ? simplifyShape(shape, OUTLINE_VERTICES) : null,
        bbox: bboxOf(shape),
        areaSquareMetres: area,
        centre: centreOf(shape),
        vertexCount: vertices,
      },
    };
  },
  strips: stripsWith,
  edges: (pairs) => pairs.map(({ own, strip }) => ownEdge(own, strip)),
};
