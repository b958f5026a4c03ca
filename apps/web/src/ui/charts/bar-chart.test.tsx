import { render as renderBare, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { BarChart } from './bar-chart.tsx';

const render = (ui: ReactNode) => renderBare(<MemoryRouter>{ui}</MemoryRouter>);

const BARS = [
  { key: '1', label: '0-20', value: 41210, text: '41,210' },
  { key: '2', label: '21-40', value: 0, text: '0' },
  { key: '3', label: '41-60', value: 322870, text: '322,870' },
];
type Bars = Parameters<typeof BarChart>[0]['bars'];
const chart = (bars: Bars, height: 200 | 220 | 250 = 200) => (
  <BarChart
    label="Score distribution"
    category="Score"
    measure="Parcels"
    bars={bars}
    height={height}
    empty={<p>No sustainability score data available</p>}
  />
);

it('labels each bar with its value, and shows the same numbers as a table', async () => {
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

  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  const table = within(screen.getByRole('table', { name: 'Score distribution' }));
  const cells = table.getAllByRole('cell').map((cell) => cell.textContent);
  expect(cells).toEqual(['0-20', '41,210', '21-40', '0', '41-60', '322,870']);
  await userEvent.click(screen.getByRole('button', { name: 'Show as chart' }));
  expect(screen.getByRole('img')).toBeTruthy();
});

it.each([[[]], [[{ key: '1', label: '0-20', value: 0, text: '0' }]]])(
  'shows the empty state without data',
  (bars) => {
    render(chart(bars));
    expect(screen.getByText('No sustainability score data available')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  },
);

it.each([200, 220, 250] as const)('the tallest bar is exactly %i px high', (height) => {
  const linked = BARS.map((bar) => ({ ...bar, to: `/registers/lands?bucket=${bar.label}` }));
  render(
    chart(
      linked.map((bar) => ({ ...bar, hatched: bar.value / 2 })),
      height,
    ),
  );
  const bars = [...screen.getByRole('img').querySelectorAll('path')].map((bar) => {
    const [, floor, top] = /^M\S+ (\S+?)V(\S+?)q0-(?:\S+?) /.exec(bar.getAttribute('d') ?? '') ?? [];
    return { floor: Number(floor), top: Number(top) };
  });
  const tallest = bars.at(-1)!;
  // The rounded corners add six pixels above the sides.
  expect(tallest.floor - (tallest.top - 6)).toBe(height);
  const hatched = [...screen.getByRole('img').querySelectorAll('g rect')].map((part) =>
    Number(part.getAttribute('height')),
  );
  expect(hatched.at(-1)).toBe(height / 2);
});

it('links each bar to its list', async () => {
  render(chart(BARS.map((bar) => ({ ...bar, to: `/registers/lands?bucket=${bar.label}` }))));
  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  expect(screen.getByRole('link', { name: '41-60' }).getAttribute('href')).toBe(
    '/registers/lands?bucket=41-60',
  );
});
