import type { Shape } from '@ardhi/geo';
import { expect, it } from 'vitest';
import { polygon, rectangle } from '../../../test/boundaries.ts';
import { ownEdges } from './geometry.ts';
import { ownEdge } from './own-edge.ts';

const own = [rectangle(0, 0).coordinates] as Shape;

/** A strip along the east side of the field, with this many vertices. */
function stripOf(vertices: number): Shape {
  const outer = Array.from({ length: vertices - 2 }, (_, index) => [
    35.9009,
    -0.3 + (index * 0.001) / vertices,
  ]);
  const ring = [[35.901, -0.3], ...outer, [35.901, -0.299], [35.901, -0.3]];
  return [polygon(ring).coordinates] as Shape;
}

it('computes the own edges of large overlaps in a worker, and those of small ones at once', async () => {
  let workers = 0;
  const count = () => {
    workers += 1;
  };
  process.on('worker', count);
  const rowOf = (strip: Shape) => ({ own_coordinates: own, coordinates: strip });
  const small = [rowOf(stripOf(8)), rowOf(stripOf(12))];
  expect((await ownEdges('Wanjiku', small)).map(({ edge }) => edge.side)).toEqual(['east', 'east']);
  expect(workers).toBe(0);
  const large = [rowOf(stripOf(2000)), ...small];
  expect(await ownEdges('Wanjiku', large)).toEqual(
    large.map((row) => ({ ...row, edge: ownEdge(row.own_coordinates, row.coordinates) })),
  );
  expect(workers).toBe(1);
  process.off('worker', count);
  expect(await ownEdges('Wanjiku', [])).toEqual([]);
});
