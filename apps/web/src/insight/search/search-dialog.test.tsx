import type { SearchResults } from '@ardhi/contract';
import { act, fireEvent, screen } from '@testing-library/react';
import { Mail, Users } from 'lucide-react';
import { useLocation } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import { stubResponses } from '../../../test/server.ts';
import SearchDialog from './search-dialog.tsx';

const ID = '0199b0de-0000-7000-8000-0000000000a1';
const FOUND: SearchResults = {
  farmers: [{ _id: ID, name: 'Wanjiku Kamau', counties: ['Nakuru'] }],
  parcels: [],
  applications: [
    {
      _id: ID,
      reference: '2026-32-KTRVWP',
      name: 'Drip kit',
      status: 'pending',
      county: 'Nakuru',
      applicant: { _id: ID, name: 'Wanjiku Kamau' },
    },
  ],
  programmes: [],
  policies: [],
};
const PAGES = [{ to: '/registers/farmers', icon: Users, label: 'office.place.farmers' }] as const;
const ACTIONS = [{ to: '/messages?new=1', icon: Mail, label: 'office.action.message' }] as const;

function Place() {
  const { pathname } = useLocation();
  return <p>{pathname}</p>;
}

beforeEach(() => {
  vi.useFakeTimers();
});

const onClose = vi.fn();
const open = () =>
  renderApp(
    <>
      <SearchDialog pages={PAGES} actions={ACTIONS} onClose={onClose} />
      <Place />
    </>,
  );
const field = () => screen.getByRole('combobox', { name: 'Search the office' });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const pause = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** Ends the pause in typing and delivers the response. */
const respond = async () => {
  await pause(300);
  await pause(0);
};
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);

it('asks the server from three letters on, after a pause in typing', async () => {
  const sent = stubResponses({ 'GET /government/search': { body: FOUND } });
  open();
  type('wa');
  await pause(1000);
  expect(sent).toEqual([]);
  type('wan');
  await pause(200);
  type('wanj');
  await pause(200);
  expect(sent).toEqual([]);
  await respond();
  expect(sent.map(({ call }) => call)).toEqual(['GET /government/search']);
  expect(options()).toEqual([
    'Wanjiku Kamau Nakuru',
    '2026-32-KTRVWP · Drip kit Wanjiku Kamau · Nakuru · pending',
  ]);
  expect(screen.getByRole('status').textContent).toBe('2 results');
});

it('moves through the results with the arrow keys and opens the chosen one with Enter', async () => {
  stubResponses({ 'GET /government/search': { body: FOUND } });
  open();
  type('wanj');
  await respond();
  const chosen = () => document.getElementById(field().getAttribute('aria-activedescendant')!)?.textContent;
  expect(chosen()).toContain('Wanjiku Kamau Nakuru');
  fireEvent.keyDown(field(), { key: 'ArrowUp' });
  expect(chosen()).toContain('Drip kit');
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(onClose).toHaveBeenCalled();
  expect(screen.getByText(`/subsidies/cases/${ID}`)).toBeTruthy();
});

it('finds pages and actions at once, without the server', async () => {
  const sent = stubResponses({});
  open();
  type('fa');
  expect(options()).toEqual(['Farmers']);
  type('mess');
  expect(options()).toEqual(['New Message']);
  expect(sent).toEqual([]);
});

it('says that nothing was found, and that a search failed', async () => {
  const nothing = { farmers: [], parcels: [], applications: [], programmes: [], policies: [] };
  stubResponses({ 'GET /government/search': { body: nothing } });
  open();
  type('xyz');
  expect(screen.queryByText(/^Nothing found/)).toBeNull();
  await respond();
  expect(screen.getByText(/^Nothing found/)).toBeTruthy();
  stubResponses({ 'GET /government/search': { status: 500, body: { message: 'Broken', code: 'x' } } });
  type('xyzz');
  await respond();
  expect(screen.getByRole('alert').textContent).toContain('The search failed');
});
