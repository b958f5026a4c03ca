import { type ComponentKey, evaluate, type ScoreInput } from '@ardhi/agronomy';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../../../../test/render.tsx';
import { ScoreComponentRow } from './score-component-row.tsx';

function show(key: ComponentKey, input: Partial<ScoreInput>) {
  const { components } = evaluate(
    {
      parcel: { sizeAcres: 2, county: 'Kajiado', soilType: 'clay', declarations: { irrigation: 'rain-fed' } },
      crops: [
        {
          id: 'c',
          name: 'Mahindi',
          plantingDate: '2026-03-10',
          harvestDate: '2026-08-20',
          yieldTonsPerHectare: 1,
        },
      ],
      ...input,
    },
    '2026-10-01',
  );
  renderApp(<ScoreComponentRow component={components.find((component) => component.key === key)!} />);
}

const rowOf = (label: string) => screen.getByText(label).parentElement!;

it('shows rain against need for a rain-fed parcel, without cubic metres', () => {
  show('water', {});
  expect(rowOf('Usual rain that the crops could use').textContent).toMatch(/\d+ mm/);
  expect(rowOf('Water the crops needed').textContent).toMatch(/\d+ mm/);
  expect(screen.queryByText(/\d m³/)).toBeNull();
});

it('shows the water given where it is recorded', () => {
  show('water', { water: [{ id: 'w', date: '2026-04-01', litres: 5000 }] });
  expect(rowOf('Water given').textContent).toContain('5 m³');
  expect(screen.queryByText(/Usual rain/)).toBeNull();
});

it('has plain words first and technical measures under Details', () => {
  show('pesticide', { pesticides: [{ id: 'p', date: '2026-04-01', product: 'Furadan', amount: 1 }] });
  const details = screen.getByText('Details').closest('details')!;
  expect(details.textContent).toContain('EIQ');
  expect(details.contains(screen.getByText('Highly hazardous product used'))).toBe(false);
});
