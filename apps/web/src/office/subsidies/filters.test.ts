import { describe, expect, it } from 'vitest';
import { readFilters } from './filters.ts';

describe('filters in the URL', () => {
  it('are read from the URL', () => {
    const filters = { q: 'drip kit', status: 'pending', region: 'north', programmeId: 'p1' };
    expect(readFilters(new URLSearchParams(filters))).toEqual(filters);
  });

  it('ignore unknown and empty values', () => {
    expect(readFilters(new URLSearchParams('status=lost&region=centre&q=&kind=application&x=1'))).toEqual({
      kind: 'application',
    });
  });
});
