import { act, render, screen } from '@testing-library/react';
import { BrowserRouter } from 'react-router';
import { expect, test } from 'vitest';
import { useFilters } from './use-filters.ts';

const NAMES = ['q', 'county', 'sort'] as const;
type Shown = Partial<Record<(typeof NAMES)[number], string>>;

let change: ReturnType<typeof useFilters<Shown>>[1];
function Filters() {
  const [filters, set] = useFilters<Shown>(NAMES);
  change = set;
  return <output>{JSON.stringify(filters)}</output>;
}

const shown = (): unknown => JSON.parse(screen.getByRole('status').textContent);

function open(search: string) {
  window.history.replaceState(null, '', `/registers/lands${search}`);
  render(
    <BrowserRouter>
      <Filters />
    </BrowserRouter>,
  );
}

test.each([
  'Otieno & Sons',
  'x&county=Nakuru&sort=size',
  'a=b',
  'plot #7',
  '100% maize',
  '%26',
  'A+B',
  'Wanjikũ Ng’ang’a 土地',
  '?q=&',
])('a search for %j is encoded as one value and sets no other filter', (q) => {
  open('?county=Kitui');
  act(() => change({ q }));
  expect(shown()).toEqual({ q, county: 'Kitui' });
  expect([...new URLSearchParams(window.location.search)]).toEqual([
    ['county', 'Kitui'],
    ['q', q],
  ]);
});

test('filters are read from the URL without empty and unknown ones', () => {
  open(`?q=${encodeURIComponent('A&B=C#D%E+F')}&county=&other=1&sort=size`);
  expect(shown()).toEqual({ q: 'A&B=C#D%E+F', sort: 'size' });
});
