import type { Equipment, ServiceDue } from '@ardhi/contract';
import { expect, it } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import { ServiceWarning } from './labels.tsx';

const NOTHING = { by: null, dueDate: null, daysLeft: null, hoursLeft: null };

const warningFor = (service: ServiceDue) =>
  renderApp(<ServiceWarning equipment={{ service } as Equipment} />).container.textContent;

it.each<[string, ServiceDue, RegExp]>([
  [
    'over its date',
    { ...NOTHING, state: 'due', by: 'date', dueDate: '2026-03-01', daysLeft: -3 },
    /^Service dueSince .*March 2026\.$/,
  ],
  [
    'on its day',
    { ...NOTHING, state: 'due', by: 'date', dueDate: '2026-03-01', daysLeft: 0 },
    /^Service dueToday\.$/,
  ],
  [
    'over its hours',
    { ...NOTHING, state: 'due', by: 'hours', hoursLeft: -12 },
    /^Service due12 hours over\.$/,
  ],
  [
    'near its date',
    { ...NOTHING, state: 'soon', by: 'date', dueDate: '2026-03-01', daysLeft: 1 },
    /in 1 day\.$/,
  ],
  [
    'near its hours',
    { ...NOTHING, state: 'soon', by: 'hours', hoursLeft: 5 },
    /^Service soonIn 5 hours of use\.$/,
  ],
  ['with time left', { ...NOTHING, state: 'later', dueDate: '2027-01-01', daysLeft: 300 }, /^$/],
  ['with an unknown service date', { ...NOTHING, state: 'unknown' }, /^$/],
])('shows the service warning of a machine %s', (_, service, text) => {
  expect(warningFor(service)).toMatch(text);
});
