import { describe, expect, it } from 'vitest';
import { chooseToday } from './choose-today.ts';

const NONE = { approvals: [], decisions: [], harvests: [], tasks: [], services: [] };

describe('chooseToday', () => {
  it('shows at most three, and one of each kind before a second of the same', () => {
    const all = { ...NONE, harvests: ['h1', 'h2'], tasks: ['t1', 't2'], decisions: ['d1'], services: ['s1'] };
    expect(chooseToday(all).shown).toEqual(['h1', 't1', 'd1']);
    expect(chooseToday({ ...NONE, tasks: ['t1', 't2', 't3', 't4'] }).shown).toEqual(['t1', 't2', 't3']);
    expect(chooseToday({ ...NONE, harvests: ['h1', 'h2'], services: ['s1'] }).shown).toEqual([
      'h1',
      's1',
      'h2',
    ]);
  });

  it('never hides an approval', () => {
    const busy = { ...NONE, harvests: ['h1', 'h2'], tasks: ['t1'], decisions: ['d1'], services: ['s1'] };
    expect(chooseToday({ ...busy, approvals: ['a1', 'a2'] })).toEqual({
      shown: ['a1', 'a2', 'h1'],
      moreApprovals: 0,
    });
    expect(chooseToday({ ...busy, approvals: ['a1', 'a2', 'a3', 'a4', 'a5'] })).toEqual({
      shown: ['a1', 'a2', 'a3'],
      moreApprovals: 2,
    });
  });
});
