import { acresOf } from '@ardhi/geo';
import { describe, expect, it } from 'vitest';
import { type DemoField, DemoFields } from './demo.ts';
import { stripBetween } from './overlap.ts';

/** Deterministic random numbers between 0 and 1. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

describe('demo fields', () => {
  const fields = new DemoFields('farmer 0');
  const random = sequence(7);
  const placed: DemoField[] = [];
  for (let index = 0; index < 160; index += 1) {
    const town =
      index % 2 === 0
        ? { key: 'Njoro', position: [35.944, -0.329] }
        : { key: 'Molo', position: [35.732, -0.249] };
    const acres = 0.3 + random() * (index % 9 === 0 ? 30 : 4);
    const request = { id: `parcel ${index}`, ownerId: `farmer ${index % 40}`, acres, at: 0 };
    const field = fields.place(town as Parameters<DemoFields['place']>[0], request, random);
    if (field) placed.push(field);
  }

  it('are placed with about the stated size', () => {
    expect(placed.length).toBeGreaterThan(150);
    for (const { boundary, acres } of placed)
      expect(Math.abs(acresOf(boundary.areaSquareMetres) / acres - 1)).toBeLessThan(0.35);
  });

  it('overlap exactly as reported, always between two farmers, and at least once on the demo farmer’s land', () => {
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
