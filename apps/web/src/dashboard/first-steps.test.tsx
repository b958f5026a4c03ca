import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { renderApp, signIn } from '../../test/render.tsx';
import { amina, stubResponses, wanjiru } from '../../test/server.ts';
import { FirstSteps } from './first-steps.tsx';

const created = { createdAt: new Date().toISOString() };
const parcel = { _id: '0199b0de-0000-7000-8000-0000000000aa', name: 'Home', cropCount: 0, boundary: null };
/** The panel is loaded on demand. */
const open = () => act(async () => renderApp(<FirstSteps ready />));
const ticks = (list: HTMLElement) => within(list).queryAllByRole('img', { name: 'Done' }).length;

beforeEach(() => localStorage.clear());

it('ticks off what the farmer has, and links to what is left', async () => {
  signIn({ ...amina, ...created });
  stubResponses({ 'GET /land': { body: [{ ...parcel, cropCount: 2 }] } });
  await open();
  const list = await screen.findByRole('region', { name: 'First steps' });
  await within(list).findByText('2 of 3 done');
  expect(ticks(list)).toBe(2);
  expect(
    within(list)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual([`/land/${parcel._id}/boundary?mode=draw`]);
});

it('disappears when every step is done', async () => {
  signIn({ ...amina, ...created });
  stubResponses({ 'GET /land': { body: [{ ...parcel, cropCount: 2, boundary: { area: 1 } }] } });
  const { container } = await open();
  await waitFor(() => expect(container.innerHTML).toBe('<div></div>'));
});

it('stays hidden once it was hidden', async () => {
  signIn({ ...amina, ...created });
  stubResponses({ 'GET /land': { body: [] } });
  const { unmount } = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Hide the first steps' }));
  expect(screen.queryByText('First steps')).toBeNull();
  unmount();
  const { container } = renderApp(<FirstSteps ready />);
  expect(container.textContent).toBe('');
});

it('is not shown to users of long standing', () => {
  signIn({ ...amina, createdAt: '2020-01-01T00:00:00.000Z' });
  const { container } = renderApp(<FirstSteps ready />);
  expect(container.textContent).toBe('');
});

it('remembers that an official had an application', async () => {
  signIn({ ...wanjiru, ...created });
  const counts = { mine: 1, office: 1, nobody: 0, late: 0, appeals: 0, complaints: 0, overlaps: 0 };
  const stubWith = (mine: number) =>
    stubResponses({
      'GET /auth/second-factors': {
        body: { mode: 'optional', factors: [], recoveryCodesLeft: 0, needsCode: false },
      },
      'GET /government/queue/counts': { body: { ...counts, mine } },
      'GET /messages': { body: [] },
    });
  stubWith(1);
  const { unmount } = await open();
  await screen.findByText('1 of 3 done');
  unmount();
  stubWith(0);
  await open();
  await screen.findByText('1 of 3 done');
});
