import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { BarChart } from './bar-chart.tsx';

const BARS = [
  { key: '1', label: '0-20', value: 41210, text: '41,210' },
  { key: '2', label: '21-40', value: 0, text: '0' },
  { key: '3', label: '41-60', value: 322870, text: '322,870' },
];
const chart = (bars: typeof BARS) => (
  <BarChart
    label="Score distribution"
    category="Score"
    measure="Parcels"
    bars={bars}
    height={200}
    empty={<p>No sustainability score data available</p>}
  />
);

it('labels each bar with its value, and shows the same figures as a table', async () => {
  render(chart(BARS));
  const drawing = screen.getByRole('img', { name: /Score distribution/ });
  const drawn = [...drawing.querySelectorAll('g')].map((bar) =>
    [...bar.querySelectorAll('text')].map((text) => text.textContent),
  );
  expect(drawn).toEqual([
    ['41,210', '0-20'],
    ['0', '21-40'],
    ['322,870', '41-60'],
  ]);
  expect(Number(drawing.getAttribute('height'))).toBeLessThanOrEqual(200);

  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  const rows = within(screen.getByRole('table', { name: 'Score distribution' }))
    .getAllByRole('row')
    .slice(1);
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['0-20', '41,210'],
    ['21-40', '0'],
    ['41-60', '322,870'],
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Show as chart' }));
  expect(screen.getByRole('img')).toBeTruthy();
});

it.each([[[]], [[{ key: '1', label: '0-20', value: 0, text: '0' }]]])(
  'draws nothing from nothing',
  (bars) => {
    render(chart(bars));
    expect(screen.getByText('No sustainability score data available')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  },
);
