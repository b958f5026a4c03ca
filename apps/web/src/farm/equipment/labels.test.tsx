import type { Equipment, ServiceDue } from '@ardhi/contract';
import { expect, it } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import { EquipmentStatusBadge, ServiceWarning } from './labels.tsx';

const NOTHING = { by: null, dueDate: null, daysLeft: null, hoursLeft: null };

const warningFor = (service: ServiceDue) =>
  renderApp(<ServiceWarning equipment={{ service } as Equipment} />).container.textContent;

const byDate = (state: ServiceDue['state'], daysLeft: number): ServiceDue => ({
  ...NOTHING,
  state,
  by: 'date',
  dueDate: '2026-03-01',
  daysLeft,
});
const byHours = (state: ServiceDue['state'], hoursLeft: number): ServiceDue => ({
  ...NOTHING,
  state,
  by: 'hours',
  hoursLeft,
});

it.each<[string, ServiceDue, RegExp]>([
  ['over its date', byDate('due', -3), /^Service dueSince .*March 2026\.$/],
  ['on its day', byDate('due', 0), /^Service dueToday\.$/],
  ['over its hours', byHours('due', -12), /^Service due12 hours over\.$/],
  ['near its date', byDate('soon', 1), /in 1 day\.$/],
  ['near its hours', byHours('soon', 5), /^Service soonIn 5 hours of use\.$/],
  ['with time left', { ...NOTHING, state: 'later', dueDate: '2027-01-01', daysLeft: 300 }, /^$/],
  ['with an unknown service date', { ...NOTHING, state: 'unknown' }, /^$/],
])('shows the service warning of a machine %s', (_, service, text) => {
  expect(warningFor(service)).toMatch(text);
});

it.each([
  ['active', 'primary'],
  ['maintenance', 'ochre'],
  ['retired', 'muted'],
] as const)('shows %s in the colour of %s', (status, colour) => {
  const { container } = renderApp(<EquipmentStatusBadge status={status} />);
  expect(container.querySelector(`.text-${colour}`)?.textContent).toBe(status);
});
