import type { ParcelDetail } from '@ardhi/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderApp } from '../../../../test/render.tsx';
import { stubResponses } from '../../../../test/server.ts';
import { ConfirmProvider } from '../../../ui/feedback/confirm.tsx';
import type { RecordKind } from './kinds.ts';
import { RecordForm } from './record-form.tsx';

const PARCEL = { _id: '01a1ddd0-3be9-71d1-9f14-86cafede8915', name: 'River plot', size: 2 } as ParcelDetail;

const MAIZE = { name: 'Maize', plantingDate: '2026-03-01', harvestDate: '2026-08-01' };

interface Case {
  kind: RecordKind;
  title: string;
  submit: string;
  /** In the order of the form. */
  typed: Record<string, string>;
  body: object;
}

const CASES: Case[] = [
  {
    kind: 'crops',
    title: 'Add Crop',
    submit: 'Add Crop',
    typed: { ...MAIZE, yield: '2.5', share: '50' },
    body: { ...MAIZE, yield: 2.5, areaShare: 0.5 },
  },
  {
    kind: 'water',
    title: 'Record Water Usage',
    submit: 'Save',
    typed: { amount: '120', date: '2026-03-02' },
    body: { amount: 120, date: '2026-03-02' },
  },
  {
    kind: 'fertilizer',
    title: 'Add Fertilizer',
    submit: 'Add Fertilizer',
    typed: { type: 'DAP', amount: '50', date: '2026-03-03' },
    body: { type: 'DAP', amount: 50, date: '2026-03-03' },
  },
  {
    kind: 'pesticides',
    title: 'Record Pesticide',
    submit: 'Save',
    typed: { product: 'Duduthrin', amount: '0.25', date: '2026-03-04' },
    body: { product: 'Duduthrin', amount: 0.25, unit: 'L', date: '2026-03-04' },
  },
];

it.each(CASES)('records $kind for a parcel', async ({ kind, ...expected }) => {
  const call = `POST /land/${PARCEL._id}/${kind}`;
  const sent = stubResponses({ [call]: { status: 201 } });
  const onClose = vi.fn();
  renderApp(
    <ConfirmProvider>
      <RecordForm kind={kind} parcel={PARCEL} onClose={onClose} />
    </ConfirmProvider>,
  );
  const dialog = screen.getByRole('dialog', { name: expected.title });
  const fields = [...dialog.querySelectorAll<HTMLInputElement>('input[name]:not([type=radio])')];
  expect(fields.map(({ name }) => name)).toEqual(Object.keys(expected.typed));

  const user = userEvent.setup();
  for (const field of fields) {
    await user.clear(field);
    await user.type(field, expected.typed[field.name] ?? '');
  }
  await user.click(within(dialog).getByRole('button', { name: expected.submit }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent).toMatchObject([{ call, body: expected.body }]);
});

it('keeps the label of the yield for a past harvest, and says in the hint what it means', async () => {
  stubResponses({});
  renderApp(
    <ConfirmProvider>
      <RecordForm kind="crops" parcel={PARCEL} onClose={() => {}} />
    </ConfirmProvider>,
  );
  const field = await screen.findByLabelText(/^Expected Yield \(tons\/hectare\)/);
  const hint = () =>
    field
      .getAttribute('aria-describedby')
      ?.split(' ')
      .map((id) => document.getElementById(id)?.textContent);
  expect(hint()?.join(' ')).not.toContain('What was harvested.');
  const harvest = await screen.findByLabelText(/^Harvest Date/);
  await userEvent.type(harvest, '2026-08-01');
  expect(screen.getByLabelText(/^Expected Yield \(tons\/hectare\)/)).toBe(field);
  await waitFor(() => expect(hint()?.join(' ')).toContain('What was harvested.'));
});

const openCrop = () =>
  renderApp(
    <ConfirmProvider>
      <RecordForm kind="crops" parcel={PARCEL} onClose={() => {}} />
    </ConfirmProvider>,
  );
const input = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);

it('suggests the harvest date of the crop, and leaves the farmer’s own', async () => {
  stubResponses({});
  openCrop();
  const name = await screen.findByLabelText(/^Crop Name/);
  await userEvent.type(name, 'Maize');
  await userEvent.type(input(/^Planting Date/), '2026-03-01');
  await waitFor(() => expect(input(/^Harvest Date/).value).toMatch(/^2026-0[678]-/));
  const suggested = input(/^Harvest Date/).value;
  await userEvent.clear(name);
  await userEvent.type(name, 'Beans');
  await waitFor(() => expect(input(/^Harvest Date/).value < suggested).toBe(true));
  await userEvent.clear(input(/^Harvest Date/));
  await userEvent.type(input(/^Harvest Date/), '2026-09-09');
  await userEvent.clear(name);
  await userEvent.type(name, 'Maize');
  await screen.findByText(/^Usually ripe about/);
  expect(input(/^Harvest Date/).value).toBe('2026-09-09');
});

it('remembers the unit of a crop’s yield', async () => {
  stubResponses({});
  const { unmount } = openCrop();
  const unit = () => screen.getByLabelText<HTMLSelectElement>('Unit').value;
  await userEvent.type(await screen.findByLabelText(/^Crop Name/), 'Maize');
  expect(unit()).toBe('tonsPerHectare');
  await userEvent.click(screen.getByRole('button', { name: 'Enter it in 90 kg bags/acre' }));
  expect(unit()).toBe('bag90PerAcre');
  unmount();
  openCrop();
  const name = await screen.findByLabelText(/^Crop Name/);
  await userEvent.clear(name);
  await userEvent.type(name, 'Beans');
  expect(unit()).toBe('tonsPerHectare');
  await userEvent.clear(name);
  await userEvent.type(name, 'Maize');
  expect(unit()).toBe('bag90PerAcre');
});
