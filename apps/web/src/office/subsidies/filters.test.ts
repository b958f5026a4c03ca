import { describe, expect, it } from 'vitest';
import { readFilters, writeFilters } from './filters.ts';

describe('filters in the URL', () => {
  it('survive a round trip', () => {
    const filters = { q: 'drip kit', status: 'pending', region: 'north', programmeId: 'p1' } as const;
    expect(readFilters(new URLSearchParams(writeFilters(filters)))).toEqual(filters);
    expect(writeFilters({ q: undefined, kind: 'programme' })).toEqual({ kind: 'programme' });
  });

  it('ignore unknown and empty values', () => {
    expect(readFilters(new URLSearchParams('status=lost&region=centre&q=&kind=application&x=1'))).toEqual({
      kind: 'application',
    });
  });
});
