import { act, render, screen } from '@testing-library/react';
import { BrowserRouter } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { useSearchChange } from './use-search-change.ts';

let change: ReturnType<typeof useSearchChange>[1];
function Shown() {
  const [search, set] = useSearchChange();
  change = set;
  return <output>{search.toString()}</output>;
}

beforeEach(() => {
  window.history.replaceState(null, '', '/regional-map?soilType=clay&county=Nakuru');
  render(
    <BrowserRouter>
      <Shown />
    </BrowserRouter>,
  );
});

test('keeps all changes made in the same tick', () => {
  act(() => {
    change({ soilType: undefined });
    change({ at: '36,0,8' });
    change({ county: undefined });
  });
  expect(screen.getByRole('status').textContent).toBe('at=36%2C0%2C8');
  expect(window.location.pathname + window.location.search).toBe('/regional-map?at=36%2C0%2C8');
});

test('an empty value removes the parameter, and filter changes add no history entries', () => {
  const steps = window.history.length;
  act(() => change({ county: '' }));
  expect(screen.getByRole('status').textContent).toBe('soilType=clay');
  expect(window.history.length).toBe(steps);
});

test('ignores a change after the user has left the page', () => {
  window.history.replaceState(null, '', '/dashboard');
  act(() => change({ at: '36,0,8' }));
  expect(window.location.pathname + window.location.search).toBe('/dashboard');
});
