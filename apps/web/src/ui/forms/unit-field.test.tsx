import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { UnitField } from './unit-field.tsx';

let value: number | undefined;

function Water({ start }: { start?: number }) {
  const [litres, setLitres] = useState(start);
  value = litres;
  return (
    <>
      <UnitField
        label="Water"
        min={0}
        step={1}
        units={[
          { id: 'l', label: 'litres', factor: 1 },
          { id: 'can', label: 'jerrycans of 20 L', factor: 20 },
        ]}
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

function PerAcre({ acres }: { acres: number }) {
  const [litres, setLitres] = useState<number>();
  value = litres;
  return (
    <UnitField
      label="Water"
      units={[{ id: 'acre', label: 'litres/acre', factor: acres }]}
      min={0}
      step={1}
      value={litres}
      onChange={setLitres}
      formatBase={(amount) => `${amount} litres`}
    />
  );
}

it('keeps the input per acre and emits a new amount when the parcel changes', async () => {
  const { rerender } = render(<PerAcre acres={2} />);
  await userEvent.type(screen.getByLabelText('Water'), '3');
  expect(value).toBe(6);
  rerender(<PerAcre acres={5} />);
  expect(value).toBe(15);
  expect(screen.getByLabelText<HTMLInputElement>('Water').value).toBe('3');
});
