import { describe, expect, it } from 'vitest';
import { readFilters } from './filters.ts';

describe('filters in the URL', () => {
  it('are read from the URL', () => {
    const filters = { q: 'drip kit', status: 'pending' };
    expect(readFilters(new URLSearchParams(filters))).toEqual(filters);
  });

  it('ignore unknown and empty values', () => {
    expect(readFilters(new URLSearchParams('status=lost&q=&x=1'))).toEqual({});
  });
});
