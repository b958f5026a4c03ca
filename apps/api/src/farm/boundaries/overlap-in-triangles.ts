/**
 * What two boundaries have in common, for those with so many vertices that the exact cut takes seconds: the smaller one is
 * taken apart into triangles, and the other cut to each of them. The area is exact, the shape is in pieces.
 */
import { type Polygon, type Position, type Ring, roundShape, type Shape, vertexCount } from '@ardhi/geo';
import earcut, { flatten } from 'earcut';

export function commonInTriangles(one: Shape, other: Shape): Shape {
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

/** Positive where `position` lies to the left of the way from one to the other. */
const sideOf = ([x1, y1]: Position, [x2, y2]: Position, [x, y]: Position) =>
  (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);

function cutToTriangle(shape: Shape, [a, b, c]: Triangle): Shape {
  const cut = (ring: Ring): Ring => {
    let kept = ring.slice(0, -1);
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ] as const)
      kept = cutAlong(kept, from, to);
    return kept.length >= 3 ? [...kept, kept[0]!] : [];
  };
  return shape.flatMap((polygon) => {
    const [outer, ...holes] = polygon.map(cut);
    return outer && outer.length > 0 ? [[outer, ...holes.filter(({ length }) => length > 0)]] : [];
  });
}

/** Sutherland and Hodgman: keeps what lies to the left of a line. */
function cutAlong(vertices: Ring, start: Position, end: Position): Ring {
  const kept: Ring = [];
  let from = vertices.at(-1)!;
  let fromSide = vertices.length > 0 ? sideOf(start, end, from) : 0;
  for (const to of vertices) {
    const toSide = sideOf(start, end, to);
    if (fromSide >= 0 !== toSide >= 0) {
      const share = fromSide / (fromSide - toSide);
      kept.push([from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]);
    }
    if (toSide >= 0) kept.push(to);
    [from, fromSide] = [to, toSide];
  }
  return kept;
}
