import type { Land } from '@ardhi/contract';
import { describe, expect, it } from 'vitest';
import { totalsOf } from './farmer-figures.tsx';

const land = (size: number, sustainabilityScore: number, status: Land['score']['status']) =>
  ({ size, sustainabilityScore, score: { confidence: 0, status, band: 'initial' } }) as Land;

describe('the farmer’s figures', () => {
  it('averages only parcels that were assessed, and says how many', () => {
    const lands = [land(2.5, 88, 'assessed'), land(1, 24, 'provisional'), land(8, 50, 'initial')];
    expect(totalsOf(lands)).toEqual({ lands: 3, acres: 11.5, averageScore: 56, assessed: 2 });
  });

  it('has no average without a score', () => {
    expect(totalsOf([land(8, 50, 'initial')]).averageScore).toBeNull();
    expect(totalsOf([])).toEqual({ lands: 0, acres: 0, averageScore: null, assessed: 0 });
  });
});
