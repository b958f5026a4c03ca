import type { SystemState } from '@ardhi/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderApp, signIn } from '../../test/render.tsx';
import { stubResponses, wanjiru } from '../../test/server.ts';
import SystemPage from './system-page.tsx';

const found: SystemState = {
  checkedAt: '2026-11-18T06:00:00.000Z',
  version: '0.2.0',
  checks: [
    { name: 'database', state: 'ok', title: 'Database', texts: ['PostgreSQL 18'] },
    { name: 'jobs', state: 'fault', title: 'Jobs', texts: ['2 jobs have failed'] },
    { name: 'backup', state: 'warning', title: 'Last back-up', texts: ['Never.'] },
  ],
  failedTasks: [{ task: 'send-mail', failed: 2, retrying: 0, error: '550 no mailbox', nextTryAt: null }],
};

it('shows each check with its state, faults first, and retries failed jobs', async () => {
  signIn({ ...wanjiru, manage: true });
  const sent = stubResponses({
    'GET /government/system': { body: found },
    'POST /government/system/jobs/send-mail/retry': { body: { count: 2 } },
  });
  renderApp(<SystemPage />);
  expect(await screen.findByText('1 fault, 1 more check needs attention')).toBeTruthy();
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(items).toEqual([
    'JobsFault2 jobs have failed',
    'Last back-upAttentionNever.',
    'DatabaseOKPostgreSQL 18',
  ]);
  expect(screen.getByRole('row', { name: /send-mail.*550 no mailbox/ })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Retry now: send-mail' }));
  const calls = () => sent.map(({ call }) => call);
  await waitFor(() =>
    expect(calls()).toEqual([
      'GET /government/system',
      'POST /government/system/jobs/send-mail/retry',
      'GET /government/system',
    ]),
  );
});

it('asks the server for nothing without the duty, or in a county', async () => {
  const county = { _id: '1', county: 'Nakuru', duties: ['manage' as const], from: '2026-01-01', until: null };
  for (const user of [wanjiru, { ...wanjiru, manage: true, post: county as never }]) {
    signIn(user);
    const sent = stubResponses({});
    const { unmount } = renderApp(<SystemPage />);
    expect(screen.getByText('This page is for national officials who manage accounts')).toBeTruthy();
    expect(sent).toEqual([]);
    unmount();
  }
});
