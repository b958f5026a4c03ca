import { describe, expect, it } from 'vitest';
import { NO_WALK, verticesOf, type Walk, withCorner, withFix, withoutLast } from './walk-store.ts';

/** Metres to the east and north of a corner near Njoro. */
const fix = (east: number, north: number, accuracy = 4) => ({
  longitude: 35.9 + east / 111_318,
  latitude: -0.3 + north / 110_574,
  accuracy,
});
const walked = (...steps: [number, number][]): Walk =>
  steps.reduce((walk, [east, north]) => withFix(walk, fix(east, north)), NO_WALK);

describe('a walk along a boundary', () => {
  it('accepts accurate fixes that are far enough apart, and counts the rejected ones', () => {
    let walk = walked([0, 0], [1, 1], [10, 0]);
    expect(walk.fixes).toHaveLength(2);
    walk = withFix(walk, fix(20, 0, 21));
    walk = withCorner(walk, fix(20, 0, 60));
    expect(walk).toMatchObject({ refused: 2 });
    expect(walk.fixes).toHaveLength(2);
    expect(withFix(walk, fix(20, 0, 20)).fixes).toHaveLength(3);
  });

  it('simplifies the track to marked corners and turns', () => {
    let walk = NO_WALK;
    const walkEdge = (from: [number, number], to: [number, number]) => {
      for (let step = 0; step < 10; step += 1)
        walk = withFix(
          walk,
          fix(from[0] + ((to[0] - from[0]) * step) / 10, from[1] + ((to[1] - from[1]) * step) / 10),
        );
    };
    walkEdge([0, 0], [100, 0]);
    walkEdge([100, 0], [100, 80]);
    walk = withCorner(walk, fix(100, 40));
    walkEdge([100, 80], [0, 80]);
    walkEdge([0, 80], [0, 0]);
    walk = withFix(walk, fix(1, 3));
    const vertices = verticesOf(walk);
    expect(vertices.length).toBeGreaterThanOrEqual(4);
    expect(vertices.length).toBeLessThan(9);
  });

  it('is closed when it returns to the start', () => {
    expect(verticesOf(walked([0, 0], [50, 0], [50, 50], [0, 50], [1, 4]))).toHaveLength(4);
  });

  it('replaces the fix under a marked corner, and drops the last point', () => {
    const walk = withCorner(walked([0, 0], [10, 0]), fix(11, 1));
    expect(walk.fixes).toMatchObject([{}, { corner: true }]);
    expect(withoutLast(walk).fixes).toHaveLength(1);
  });
});
