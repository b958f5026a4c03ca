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

it('names the basis of a value beside its date, but not on the axis', () => {
  const { container } = render(
    <LineChart
      label="North"
      category="Date"
      measure="Average score"
      empty={null}
      formatTick={String}
      points={[
        { date: '2026-05-01', label: '1 May', basis: '19 compared', value: 61, text: '61%' },
        { date: '2026-06-01', label: '1 June', basis: '20 compared', value: 64, text: '64%' },
      ]}
    />,
  );
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('1 June (20 compared): 64%');
  const axis = [...container.querySelectorAll('svg text')].slice(-2).map(({ textContent }) => textContent);
  expect(axis).toEqual(['1 May', '1 June']);
});
