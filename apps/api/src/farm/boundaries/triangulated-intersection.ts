/**
 * Intersection of two boundaries with so many vertices that the exact algorithm takes seconds: the smaller one is
 * triangulated, and the other is clipped to each triangle. The area is exact, the shape is in pieces.
 */
import { type Polygon, type Position, type Ring, roundShape, type Shape, vertexCount } from '@ardhi/geo';
import earcut, { flatten } from 'earcut';

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
  const cut = (ring: Ring): Ring => {
    let clipped = ring.slice(0, -1);
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ] as const)
      clipped = cutAlong(clipped, from, to);
    return clipped.length >= 3 ? [...clipped, clipped[0]!] : [];
  };
  return shape.flatMap((polygon) => {
    const [outer, ...holes] = polygon.map(cut);
    return outer && outer.length > 0 ? [[outer, ...holes.filter(({ length }) => length > 0)]] : [];
  });
}

/** Sutherland–Hodgman clipping: keeps the part to the left of a line. */
function cutAlong(vertices: Ring, start: Position, end: Position): Ring {
  const clipped: Ring = [];
  let from = vertices.at(-1)!;
  let fromSide = vertices.length > 0 ? sideOf(start, end, from) : 0;
  for (const to of vertices) {
    const toSide = sideOf(start, end, to);
    if (fromSide >= 0 !== toSide >= 0) {
      const share = fromSide / (fromSide - toSide);
      clipped.push([from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]);
    }
    if (toSide >= 0) clipped.push(to);
    [from, fromSide] = [to, toSide];
  }
  return clipped;
}
