import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { LineChart } from './line-chart.tsx';

it('moves between points with the arrow keys', async () => {
  render(
    <LineChart
      label="Water over time"
      category="Date"
      measure="Litres"
      empty={null}
      formatTick={String}
      points={[
        { date: '2026-05-03', label: '3 May', value: 1200, text: '1,200 litres' },
        { date: '2026-06-10', label: '10 June', value: 2400, text: '2,400 litres' },
      ]}
    />,
  );
  const slider = screen.getByRole('slider', { name: 'Water over time' });
  expect(slider.getAttribute('aria-valuetext')).toBe('10 June: 2,400 litres');
  slider.focus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(slider.getAttribute('aria-valuetext')).toBe('3 May: 1,200 litres');
});
