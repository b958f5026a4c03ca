import { describe, expect, it } from 'vitest';
import { chooseToday } from './farmer-today.tsx';

describe('chooseToday', () => {
  it('returns at most three items, with at least one of each kind', () => {
    expect(chooseToday([1, 2, 3], ['a', 'b'], ['x', 'y'])).toEqual({
      harvest: [1],
      decision: ['a'],
      service: ['x'],
    });
  });

  it('gives unused places to the other kinds', () => {
    expect(chooseToday([1, 2, 3, 4], [], [])).toEqual({ harvest: [1, 2, 3], decision: [], service: [] });
    expect(chooseToday([1], ['a', 'b', 'c'], [])).toEqual({
      harvest: [1],
      decision: ['a', 'b'],
      service: [],
    });
    expect(chooseToday([], ['a'], ['x', 'y', 'z'])).toEqual({
      harvest: [],
      decision: ['a'],
      service: ['x', 'y'],
    });
  });
});
