/**
 * Intersection of two boundaries with so many vertices that the exact algorithm takes seconds: the smaller one is
 * triangulated, and the other is clipped to each triangle. The area is exact, the shape is in pieces.
 */
import { type Polygon, type Position, roundShape, type Shape, vertexCount } from '@ardhi/geo';
import earcut, { flatten } from 'earcut';
import { clipShape } from './clip.ts';

export function intersectByTriangles(one: Shape, other: Shape): Shape {
  const [small, large] = vertexCount(one) < vertexCount(other) ? [one, other] : [other, one];
  return roundShape(small.flatMap(trianglesOf).flatMap((triangle) => cutToTriangle(large, triangle)));
}

type Triangle = [Position, Position, Position];

function trianglesOf(polygon: Polygon): Triangle[] {
  const { vertices, holes, dimensions } = flatten(polygon.map((ring) => ring.slice(0, -1)));
  const corners = earcut(vertices, holes, dimensions).map(
    (index): Position => [vertices[index * 2]!, vertices[index * 2 + 1]!],
  );
  return Array.from({ length: corners.length / 3 }, (_, index) => {
    const [a, b, c] = corners.slice(index * 3, index * 3 + 3) as Triangle;
    return sideOf(a, b, c) > 0 ? [a, b, c] : [a, c, b];
  });
}

/** Positive if the third position is to the left of the line from the first to the second. */
const sideOf = ([x1, y1]: Position, [x2, y2]: Position, [x, y]: Position) =>
  (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);

function cutToTriangle(shape: Shape, [a, b, c]: Triangle): Shape {
  const leftOf = (start: Position, end: Position) => (position: Position) => sideOf(start, end, position);
  return clipShape(shape, [leftOf(a, b), leftOf(b, c), leftOf(c, a)]);
}
