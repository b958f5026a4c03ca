import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { renderApp, signIn } from '../../../test/render.tsx';
import { stubResponses, wanjiru } from '../../../test/server.ts';
import { WorkStrip } from './work-strip.tsx';

const counts = {
  mine: 6,
  office: 12,
  nobody: null,
  late: 4,
  approval: 2,
  second: 0,
  corrected: 7,
  returned: 8,
  reopened: 9,
  appeals: 3,
  complaints: 1,
  overlaps: 1234,
  unharvested: 0,
  messages: 5,
};
const shown = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
beforeEach(() => signIn(wanjiru));

it('shows all counts, each as a link to its list', async () => {
  stubResponses({ 'GET /government/queue/counts': { body: counts } });
  renderApp(<WorkStrip />);
  await screen.findByText('6');
  expect(shown()).toEqual([
    ['6 Assigned to me', '/queue?view=mine'],
    ['2 Awaiting my approval', '/queue?view=approval'],
    // null: the server stopped counting at 10,000.
    ['10,000+ Unassigned', '/queue?view=nobody'],
    ['4 Overdue', '/queue?view=late'],
    ['3 Open appeals', '/subsidies/appeals'],
    ['1 Open complaint', '/complaints'],
    ['1,234 Unsettled overlaps', '/overlaps'],
    ['0 Parcels with an overdue harvest', '/registers/lands?work=no-harvest'],
    ['5 Contact messages', '/contact-messages'],
  ]);
});

it('shows an error instead of zeros if the counts could not be loaded', async () => {
  stubResponses({ 'GET /government/queue/counts': { status: 500, body: { message: 'Broken' } } });
  renderApp(<WorkStrip />);
  expect(await screen.findByText(/The counts could not be loaded/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  expect(screen.queryAllByRole('link')).toEqual([]);
});
