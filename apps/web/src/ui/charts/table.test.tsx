import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Column, DataTable } from './table.tsx';

interface Crop {
  id: string;
  name: string;
  tons: number;
}
const COLUMNS: Column<Crop>[] = [
  { key: 'name', label: 'Crop', cell: (crop) => crop.name, title: true },
  { key: 'tons', label: 'Yield', cell: (crop) => `${crop.tons} t/ha`, numeric: true },
];
const ROWS = [
  { id: '1', name: 'Maize', tons: 3 },
  { id: '2', name: 'Beans', tons: 1.2 },
];
const shared = { caption: 'Crop history', columns: COLUMNS, rowKey: (crop: Crop) => crop.id };

it('has an accessible name, and every cell has its label for the card layout', () => {
  render(
    <DataTable
      {...shared}
      rows={ROWS}
      rowActions={(crop) => <button type="button">Edit {crop.name}</button>}
    />,
  );
  const table = screen.getByRole('table', { name: 'Crop history' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((header) => header.textContent),
  ).toEqual(['Crop', 'Yield', 'Actions']);
  const cells = within(screen.getByRole('row', { name: /Maize/ })).getAllByRole('cell');
  expect(cells.map((cell) => [cell.getAttribute('data-label'), cell.textContent])).toEqual([
    ['Crop', 'Maize'],
    ['Yield', '3 t/ha'],
    [null, 'Edit Maize'],
  ]);
});

it('shows placeholder rows while loading, and the empty state without rows', () => {
  const { rerender } = render(<DataTable {...shared} rows={undefined} loading loadingRows={2} />);
  const table = screen.getByRole('table');
  expect(table.getAttribute('aria-busy')).toBe('true');
  expect(within(table).getAllByRole('row')).toHaveLength(3);
  rerender(<DataTable {...shared} rows={[]} empty={<p>No crop history yet</p>} />);
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getByText('No crop history yet')).toBeTruthy();
});
