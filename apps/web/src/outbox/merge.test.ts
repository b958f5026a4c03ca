import type { Json, JsonObject } from '@ardhi/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { choose, merge, valueAt } from './merge.ts';

const value = fc.constantFrom<Json>('a', 'b', 'c', null, 1);
const row = fc.record({ name: value, size: value, location: fc.record({ address: value }) });
const PATHS = ['name', 'size', 'location.address'];

it('keeps changes made by one side, and reports fields changed by both as conflicts', () => {
  fc.assert(
    fc.property(row, row, row, (base, mine, theirs) => {
      const { body, clashes, nothingLeft } = merge(
        { ...mine, revision: 1 },
        { ...base, revision: 1 },
        { ...theirs, revision: 2 },
      );
      expect(body.revision).toBe(2);
      for (const path of PATHS) {
        const [before, own, other] = [base, mine, theirs].map((fields) => valueAt(fields, path));
        const [byMe, byThem] = [own !== before, other !== before];
        expect(clashes.includes(path)).toBe(byMe && byThem && own !== other);
        expect(valueAt(body, path)).toBe(byMe ? own : other);
      }
      const differs = PATHS.some((path) => valueAt(body, path) !== valueAt(theirs, path));
      expect(nothingLeft).toBe(!differs);
      // Resolving the conflicts does not affect other fields.
      const chosen = choose(body, theirs, clashes, new Set(clashes));
      for (const path of clashes) expect(valueAt(chosen, path)).toBe(valueAt(theirs, path));
    }),
  );
});

it('reports every difference as a conflict without a base', () => {
  const current = { name: 'theirs', size: 1, revision: 2 };
  expect(merge({ name: 'mine', size: 1, revision: 1 }, undefined, current).clashes).toEqual(['name']);
});

it('reads fields through the call’s merge rules', () => {
  const shown = { county: (row: JsonObject) => (row.countyConfirmed ? row.county : null) };
  const base = { county: 'Nakuru', countyConfirmed: false, revision: 1 };
  const current = { county: 'Nakuru', countyConfirmed: true, revision: 2 };
  const { body, clashes } = merge({ county: null, revision: 1 }, base, current, { shown });
  expect(clashes).toEqual([]);
  expect(body.county).toBe('Nakuru');
});

it('does not add a revision to an edit without one', () => {
  expect(merge({ county: 'Nyeri' }, undefined, { county: null, revision: 4 }).body).not.toHaveProperty(
    'revision',
  );
});
