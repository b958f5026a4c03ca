import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Fields } from './entry.ts';
import { choose, merge, valueAt } from './merge.ts';

const value = fc.constantFrom<unknown>('a', 'b', 'c', null, 1);
const row = fc.record({ name: value, size: value, location: fc.record({ address: value }) });
const PATHS = ['name', 'size', 'location.address'];

it('keeps every change that only one side made, and asks about every field that both did', () => {
  fc.assert(
    fc.property(row, row, row, (base, mine, theirs) => {
      const { body, clashes, nothingLeft } = merge(
        { ...mine, revision: 1 },
        { ...base, revision: 1 },
        { ...theirs, revision: 2 },
      );
      expect(body.revision).toBe(2);
      for (const path of PATHS) {
        const [before, own, other] = [base, mine, theirs].map((fields) => valueAt(fields as Fields, path));
        const [byMe, byThem] = [own !== before, other !== before];
        expect(clashes.includes(path)).toBe(byMe && byThem && own !== other);
        expect(valueAt(body, path)).toBe(byMe ? own : other);
      }
      const differs = PATHS.some((path) => valueAt(body, path) !== valueAt(theirs as Fields, path));
      expect(nothingLeft).toBe(!differs);
      // Whatever is chosen of what clashes, the rest stays.
      const chosen = choose(body, theirs, clashes, new Set(clashes));
      for (const path of clashes) expect(valueAt(chosen, path)).toBe(valueAt(theirs as Fields, path));
    }),
  );
});

it('asks about every difference when it is not known what the edit was made from', () => {
  const current = { name: 'theirs', size: 1, revision: 2 };
  expect(merge({ name: 'mine', size: 1, revision: 1 }, undefined, current).clashes).toEqual(['name']);
});

it('reads a field as its call says the row shows it', () => {
  const shown = { county: (row: Fields) => (row.countyConfirmed ? row.county : null) };
  const base = { county: 'Nakuru', countyConfirmed: false, revision: 1 };
  const current = { county: 'Nakuru', countyConfirmed: true, revision: 2 };
  const { body, clashes } = merge({ county: null, revision: 1 }, base, current, { shown });
  expect(clashes).toEqual([]);
  expect(body.county).toBe('Nakuru');
});

it('lets an edit without a revision be without one', () => {
  expect(merge({ county: 'Nyeri' }, undefined, { county: null, revision: 4 }).body).not.toHaveProperty(
    'revision',
  );
});
