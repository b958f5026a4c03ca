import { describe, expect, it } from 'vitest';
import { clampPage, pageAfterAdding, pageCount, pageOf } from './paging.ts';

describe('pages of six parcels', () => {
  it('counts pages', () => {
    expect([0, 1, 6, 7, 12, 13].map((rows) => pageCount(rows))).toEqual([1, 1, 1, 2, 2, 3]);
  });

  it('stays on the page while the new parcel fits', () => {
    expect(pageAfterAdding(1, 1)).toBe(1);
    expect(pageAfterAdding(1, 6)).toBe(1);
    expect(pageAfterAdding(2, 12)).toBe(2);
  });

  it('jumps to the last page when the count passes the capacity of the open one', () => {
    expect(pageAfterAdding(1, 7)).toBe(2);
    expect(pageAfterAdding(1, 20)).toBe(4);
    expect(pageAfterAdding(2, 13)).toBe(3);
  });

  it('clamps an untrusted page number from the URL', () => {
    expect(clampPage(null, 3)).toBe(1);
    expect(clampPage('2', 3)).toBe(2);
    expect(clampPage('99', 3)).toBe(3);
    expect(clampPage('-1', 3)).toBe(1);
    expect(clampPage('cow', 3)).toBe(1);
    expect(clampPage('1e999', 3)).toBe(1);
  });

  it('returns the rows of a page', () => {
    const rows = [1, 2, 3, 4, 5, 6, 7];
    expect(pageOf(rows, 1)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(pageOf(rows, 2)).toEqual([7]);
  });
});
