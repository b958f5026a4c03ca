import type { Parcel } from '@ardhi/contract';
import { describe, expect, it } from 'vitest';
import { totalsOf } from './farmer-stats.tsx';

const parcel = (size: number, sustainabilityScore: number, status: Parcel['score']['status']) =>
  ({ size, sustainabilityScore, score: { confidence: 0, status, band: 'initial' } }) as Parcel;

describe('the farmer’s totals', () => {
  it('averages and counts only assessed parcels', () => {
    const parcels = [parcel(2.5, 88, 'assessed'), parcel(1, 24, 'provisional'), parcel(8, 50, 'initial')];
    expect(totalsOf(parcels)).toEqual({ lands: 3, acres: 11.5, averageScore: 56, assessed: 2 });
  });

  it('has no average without a score', () => {
    expect(totalsOf([parcel(8, 50, 'initial')]).averageScore).toBeNull();
    expect(totalsOf([])).toEqual({ lands: 0, acres: 0, averageScore: null, assessed: 0 });
  });
});
