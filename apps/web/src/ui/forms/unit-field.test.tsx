import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { UnitField } from './unit-field.tsx';

let value: number | undefined;

type Units = Parameters<typeof UnitField>[0]['units'];
const UNITS: Units = [
  { id: 'l', label: 'litres', factor: 1 },
  { id: 'can', label: 'jerrycans of 20 L', factor: 20 },
];

interface WaterProps {
  start?: number;
  units?: Units;
  initialUnit?: string;
  quickUnit?: string;
  onUnit?: (id: string) => void;
}

function Water({ start, units = UNITS, ...more }: WaterProps) {
  const [litres, setLitres] = useState(start);
  value = litres;
  return (
    <>
      <UnitField
        {...more}
        label="Water"
        min={0}
        step={1}
        units={units}
        value={litres}
        onChange={setLitres}
        formatBase={(amount) => `${amount} litres`}
      />
      <button type="button" onClick={() => setLitres(500)}>
        Outside
      </button>
    </>
  );
}

it('returns the base unit, shows the conversion, and keeps the number when the unit changes', async () => {
  render(<Water />);
  const input = screen.getByLabelText<HTMLInputElement>('Water');
  expect([input.min, input.step]).toEqual(['0', '1']);
  await userEvent.type(input, '3');
  expect(value).toBe(3);
  await userEvent.selectOptions(screen.getByLabelText('Unit'), 'jerrycans of 20 L');
  expect(value).toBe(60);
  expect(input.step).toBe('any');
  expect(input.value).toBe('3');
  expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    '= 60 litres',
  );
});

it('distinguishes empty input from invalid input', async () => {
  render(<Water />);
  const input = screen.getByLabelText('Water');
  await userEvent.type(input, 'abc');
  expect(value).toBeNaN();
  await userEvent.clear(input);
  expect(value).toBeUndefined();
});

it('shows a value set from outside in the selected unit', async () => {
  render(<Water start={60} />);
  await userEvent.selectOptions(screen.getByLabelText('Unit'), 'jerrycans of 20 L');
  await userEvent.click(screen.getByText('Outside'));
  expect(screen.getByLabelText<HTMLInputElement>('Water').value).toBe('25');
  expect(value).toBe(500);
});

const perAcre = (acres: number): Units => [{ id: 'acre', label: 'litres/acre', factor: acres }];

it('keeps the input per acre and emits a new amount when the parcel changes', async () => {
  const { rerender } = render(<Water units={perAcre(2)} />);
  await userEvent.type(screen.getByLabelText('Water'), '3');
  expect(value).toBe(6);
  rerender(<Water units={perAcre(5)} />);
  expect(value).toBe(15);
  expect(screen.getByLabelText<HTMLInputElement>('Water').value).toBe('3');
});

it('selects the quick unit in one tap, and the first one in another', async () => {
  const onUnit = vi.fn();
  render(<Water quickUnit="can" onUnit={onUnit} />);
  const unit = screen.getByLabelText<HTMLSelectElement>('Unit');
  await userEvent.type(screen.getByLabelText('Water'), '3');
  await userEvent.click(screen.getByRole('button', { name: 'Enter it in jerrycans of 20 L' }));
  expect([unit.value, value]).toEqual(['can', 60]);
  await userEvent.click(screen.getByRole('button', { name: 'Enter it in litres' }));
  expect([unit.value, value]).toEqual(['l', 3]);
  expect(onUnit.mock.calls).toEqual([['can'], ['l']]);
});

it('starts in the given unit', () => {
  render(<Water start={60} initialUnit="can" />);
  expect(screen.getByLabelText<HTMLInputElement>('Water').value).toBe('3');
  expect(value).toBe(60);
});
