import { acresOf } from '@ardhi/geo';
import { describe, expect, it } from 'vitest';
import { type DemoField, DemoFields } from './demo.ts';
import { stripBetween } from './overlap.ts';

/** Numbers between 0 and 1 that are the same in every run. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

describe('fields for demonstrations', () => {
  const fields = new DemoFields('farmer 0');
  const chance = sequence(7);
  const placed: DemoField[] = [];
  for (let index = 0; index < 160; index += 1) {
    const town =
      index % 2 === 0
        ? { key: 'Njoro', position: [35.944, -0.329] }
        : { key: 'Molo', position: [35.732, -0.249] };
    const acres = 0.3 + chance() * (index % 9 === 0 ? 30 : 4);
    const wanted = { id: `parcel ${index}`, ownerId: `farmer ${index % 40}`, acres, at: 0 };
    const field = fields.place(town as Parameters<DemoFields['place']>[0], wanted, chance);
    if (field) placed.push(field);
  }

  it('lie where there is room, about as large as their owners say', () => {
    expect(placed.length).toBeGreaterThan(150);
    for (const { boundary, acres } of placed)
      expect(Math.abs(acresOf(boundary.areaSquareMetres) / acres - 1)).toBeLessThan(0.35);
  });

  it('overlap exactly where they say so, each time of two farmers, and once on the farmer of the demo', () => {
    const found: string[] = [];
    for (const [index, one] of placed.entries())
      for (const other of placed.slice(index + 1))
        if (stripBetween(one.boundary.shape, other.boundary.shape, 2)) {
          expect(one.ownerId).not.toBe(other.ownerId);
          found.push(`${one.id} ${other.id}`);
        }
    expect(fields.overlaps.map(({ first, second }) => `${first.id} ${second.id}`).sort()).toEqual(
      found.sort(),
    );
    expect(found.length).toBeGreaterThan(3);
    expect(fields.overlaps.some(({ first }) => first.ownerId === 'farmer 0')).toBe(true);
  });
});
