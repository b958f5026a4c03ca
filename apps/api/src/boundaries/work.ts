/** What is computed of a boundary when it is saved. Pure: runs in this thread or in another one. */
import {
  type BoundaryFault,
  type Box,
  boxOf,
  centreOf,
  checkGeometry,
  cornerCount,
  type Position,
  type Shape,
  simplifyShape,
} from '@ardhi/geo';
import { type Neighbour, type Strip, stripsWith } from './overlap.ts';

export interface MeasuredBoundary {
  shape: Shape;
  /** With fewer corners; null where it has few. */
  outline: Shape | null;
  box: Box;
  areaSquareMetres: number;
  centre: Position;
  cornerCount: number;
}

export interface Work {
  measure: { given: [geometry: unknown]; answer: { boundary: MeasuredBoundary } | { fault: BoundaryFault } };
  strips: {
    given: [shape: Shape, neighbours: Neighbour[], toleranceMetres: number];
    answer: { id: string; strip: Strip }[];
  };
}

const OUTLINE_CORNERS = 300;

export const work: { [Name in keyof Work]: (...given: Work[Name]['given']) => Work[Name]['answer'] } = {
  measure(geometry) {
    const checked = checkGeometry(geometry);
    if ('fault' in checked) return checked;
    const { shape, area } = checked;
    const corners = cornerCount(shape);
    return {
      boundary: {
        shape,
        outline: corners > OUTLINE_CORNERS ? simplifyShape(shape, OUTLINE_CORNERS) : null,
        box: boxOf(shape),
        areaSquareMetres: area,
        centre: centreOf(shape),
        cornerCount: corners,
      },
    };
  },
  strips: stripsWith,
};
