import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { expect, it, vi } from 'vitest';
import {
  Checkbox,
  ComboField,
  MoneyField,
  NumberField,
  PasswordField,
  RadioGroup,
  SelectField,
  TextField,
} from './field.tsx';

const describedBy = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');

it('connects label, error and hint to the control and announces the error', () => {
  const { rerender } = render(<TextField label="E-mail" hint="We send no advertising." required />);
  const input = screen.getByLabelText('E-mail');
  expect(input.getAttribute('aria-invalid')).toBeNull();
  expect(describedBy(input)).toBe('We send no advertising.');
  rerender(
    <TextField label="E-mail" hint="We send no advertising." required error="Not an e-mail address" />,
  );
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(describedBy(input)).toBe('Not an e-mail address We send no advertising.');
  expect(screen.getByText('Not an e-mail address').closest('[aria-live=polite]')).not.toBeNull();
});

const SOILS = [
  { value: 'clay', label: 'Clay' },
  { value: 'loamy', label: 'Loamy' },
];
const ROLES = [
  { value: 'farmer', label: 'Farmer' },
  { value: 'government', label: 'Official' },
];

it('every field type works with react-hook-form', async () => {
  const onSubmit = vi.fn();
  function Sample() {
    const { register, handleSubmit } = useForm();
    return (
      <form onSubmit={handleSubmit((values) => onSubmit(values))}>
        <TextField label="Name" {...register('name')} />
        <NumberField label="Size" {...register('size', { valueAsNumber: true })} />
        <MoneyField label="Amount" {...register('amount')} />
        <SelectField label="Soil" options={SOILS} {...register('soil')} />
        <ComboField label="Crop" suggestions={['Maize']} {...register('crop')} />
        <PasswordField label="Password" {...register('password')} />
        <Checkbox label="Rain-fed" {...register('rainFed')} />
        <RadioGroup label="Role" options={ROLES} {...register('role')} />
        <button type="submit">Send</button>
      </form>
    );
  }
  render(<Sample />);
  await userEvent.type(screen.getByLabelText('Name'), 'Njoro');
  await userEvent.type(screen.getByLabelText('Size'), '1,200.5');
  await userEvent.type(screen.getByLabelText('Amount'), '15,000.50');
  await userEvent.selectOptions(screen.getByLabelText('Soil'), 'Loamy');
  await userEvent.type(screen.getByLabelText('Crop'), 'Mai{ArrowDown}{Enter}');
  await userEvent.type(screen.getByLabelText('Password'), 'long enough');
  await userEvent.click(screen.getByLabelText('Rain-fed'));
  await userEvent.click(screen.getByLabelText('Official'));
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(onSubmit).toHaveBeenCalledWith({
    name: 'Njoro',
    size: 1200.5,
    amount: '15000.50',
    soil: 'loamy',
    crop: 'Maize',
    password: 'long enough',
    rainFed: true,
    role: 'government',
  });
});

it('does not parse 2,5 as 25', async () => {
  render(<NumberField label="Size" />);
  const input = screen.getByLabelText<HTMLInputElement>('Size');
  await userEvent.type(input, '2,5');
  expect(input.value).toBe('2,5');
});

it('shows and hides a password', async () => {
  render(<PasswordField label="Password" />);
  const input = screen.getByLabelText('Password');
  expect(input.getAttribute('type')).toBe('password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(input.getAttribute('type')).toBe('text');
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(input.getAttribute('type')).toBe('password');
});

const CROPS = [
  { value: 'Maize', also: ['Mahindi'] },
  { value: 'Beans', also: ['Maharagwe'] },
  { value: 'Tea' },
];

it('matches suggestions in either language and accepts a tap', async () => {
  render(<ComboField label="Crop" suggestions={CROPS} />);
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Crop' });
  await userEvent.type(input, 'mahi');
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['MaizeMahindi']);
  await userEvent.click(screen.getByRole('option'));
  expect(input.value).toBe('Maize');
  expect(document.activeElement).toBe(input);
  expect(input.getAttribute('aria-expanded')).toBe('false');
});

it('shows suggestions that load after the text was typed', async () => {
  const { rerender } = render(<ComboField label="Crop" suggestions={[]} />);
  await userEvent.type(screen.getByRole('combobox', { name: 'Crop' }), 'mahi');
  expect(screen.queryByRole('option')).toBeNull();
  rerender(<ComboField label="Crop" suggestions={CROPS} />);
  expect(screen.getByRole('option').textContent).toBe('MaizeMahindi');
});

it('accepts free text, and Enter submits it', async () => {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <form onSubmit={onSubmit}>
      <ComboField label="Crop" suggestions={CROPS} />
    </form>,
  );
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Crop' });
  await userEvent.type(input, 'Teff{Enter}');
  expect(input.value).toBe('Teff');
  expect(screen.queryByRole('option')).toBeNull();
  expect(onSubmit).toHaveBeenCalledTimes(1);
  // Part of a suggestion stays as typed unless the suggestion is selected.
  await userEvent.clear(input);
  await userEvent.type(input, 'Bean{Enter}');
  expect(input.value).toBe('Bean');
  expect(onSubmit).toHaveBeenCalledTimes(2);
});
