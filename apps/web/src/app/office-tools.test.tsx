import type { User } from '@ardhi/contract';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { renderApp, signIn, testConfig } from '../../test/render.tsx';
import { stubResponses, wanjiru } from '../../test/server.ts';
import { queryClient } from '../lib/http/query.ts';
import { sessionStore } from '../lib/session/session-store.ts';
import { App } from './app.tsx';
import { setRail } from './side-nav-width.ts';

const COUNTS = {
  mine: 1,
  office: 12,
  nobody: 3,
  late: 0,
  approval: 0,
  second: 0,
  corrected: 0,
  returned: 0,
  reopened: 0,
  appeals: 0,
  complaints: null,
  overlaps: 2,
  unharvested: 0,
  messages: 5,
};

beforeEach(() => {
  sessionStore.forget();
  queryClient.clear();
  window.scrollTo = () => {};
  stubResponses({
    'GET /events': 'never',
    'GET /government/queue/counts': { body: COUNTS },
    'GET /messages/unread-count': { body: { count: 4 } },
    'GET /notices/unread-count': { body: { count: 0 } },
    'GET /government/appeals': { body: [] },
  });
  setRail(false);
});

async function openAs(user: User, path = '/subsidies/appeals') {
  signIn(user);
  await act(async () => renderApp(<App config={testConfig} language="en" />, { path }));
  return within(await screen.findByRole('navigation', { name: 'Office' }));
}

it('shows each place with its open work, and marks the current one', async () => {
  const nav = await openAs({ ...wanjiru, manage: true });
  expect(await nav.findByRole('link', { name: 'Applications, 12 open' })).toBeTruthy();
  expect(nav.getByRole('link', { name: 'Complaints, 10,000 open' }).textContent).toContain('999+');
  expect(nav.getByRole('link', { name: 'Contact messages, 5 open' })).toBeTruthy();
  expect(nav.getByRole('link', { name: 'Overlaps, 2 open' })).toBeTruthy();
  expect(await nav.findByRole('link', { name: 'Messages, 4 unread' })).toBeTruthy();
  // No open appeal, no number.
  expect(nav.getByRole('link', { name: 'Appeals' }).getAttribute('aria-current')).toBe('page');
  expect(nav.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'))).toHaveLength(1);
  expect(nav.getByRole('link', { name: 'Audit log' })).toBeTruthy();
});

it('marks the list that an opened record belongs to', async () => {
  const nav = await openAs(wanjiru, '/subsidies/cases/0199b0de-0000-7000-8000-0000000000a1');
  expect(nav.getByRole('link', { name: /^Applications/ }).getAttribute('aria-current')).toBe('true');
});

it('leaves out pages that the official may not open', async () => {
  const post = { _id: wanjiru._id, level: 'county', county: 'Nakuru', duties: ['view', 'decide'] } as const;
  const nav = await openAs({ ...wanjiru, manage: true, post: post as unknown as User['post'] });
  for (const name of ['Contact messages', 'Audit log', 'System status'])
    expect(nav.queryByRole('link', { name: new RegExp(name) })).toBeNull();
});

it('collapses to icons, and the choice is remembered', async () => {
  const nav = await openAs(wanjiru);
  const button = nav.getByRole('button', { name: 'Collapse navigation' });
  expect(button.getAttribute('aria-expanded')).toBe('true');
  fireEvent.click(button);
  expect(localStorage.getItem('nav')).toBe('rail');
  expect(document.documentElement.dataset.nav).toBe('rail');
  expect(nav.getByRole('link', { name: 'Farmers' }).getAttribute('title')).toBe('Farmers');
  fireEvent.click(nav.getByRole('button', { name: 'Expand navigation' }));
  expect(localStorage.getItem('nav')).toBe('full');
});
