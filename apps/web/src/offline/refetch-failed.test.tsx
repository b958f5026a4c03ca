import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderApp } from '../../test/render.tsx';
import { stubResponses } from '../../test/server.ts';
import { call } from '../lib/http/api.ts';
import { connection } from '../lib/http/connection.ts';
import { RefetchFailed } from './refetch-failed.tsx';

const REFUSED = { 'GET /policies': { status: 500, body: {} } };

function Screen() {
  const { data, refetch } = useQuery({
    queryKey: ['policy'],
    meta: { failed: 'policies.error.fetch' },
    queryFn: () => call('GET /policies'),
  });
  return (
    <>
      <RefetchFailed />
      <p>{data ? `${data.length} policies` : 'none yet'}</p>
      <button type="button" onClick={() => refetch()}>
        Ask
      </button>
    </>
  );
}

/** A count shown on every page. */
function Count() {
  const { status } = useQuery({
    queryKey: ['policy', 'count'],
    meta: { inTheBar: true, failed: 'policies.error.fetch' },
    queryFn: () => call('GET /notices/unread-count'),
  });
  return <p>count: {status}</p>;
}

async function openThenFail() {
  stubResponses({ 'GET /policies': { body: [{}, {}] } });
  renderApp(<Screen />);
  await screen.findByText('2 policies');
  stubResponses(REFUSED);
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
}

it('is shown above the older data with headline and reason until Retry succeeds', async () => {
  await openThenFail();
  expect(await screen.findByText('Failed to fetch policies')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('HTTP 500');
  expect(screen.getByText('2 policies')).toBeTruthy();
  stubResponses({ 'GET /policies': { body: [{}] } });
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('1 policies')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toBe('');
});

it('is not shown without older data: the screen reports the error', async () => {
  stubResponses(REFUSED);
  renderApp(<Screen />);
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
  expect(screen.getByRole('alert').textContent).toBe('');
});

it('reports a failed count of the bar only on the page with its list', async () => {
  stubResponses({
    'GET /notices/unread-count': { status: 500, body: {} },
    'GET /policies': { body: [{}] },
  });
  const elsewhere = renderApp(
    <>
      <RefetchFailed />
      <Count />
    </>,
  );
  await screen.findByText('count: error');
  expect(screen.getByRole('alert').textContent).toBe('');
  elsewhere.unmount();
  renderApp(
    <>
      <Count />
      <Screen />
    </>,
  );
  expect(await screen.findByText('Failed to fetch policies')).toBeTruthy();
  expect(screen.getByText('1 policies')).toBeTruthy();
});

it('is not shown offline, where the data age is shown instead', async () => {
  await openThenFail();
  await screen.findByText('Failed to fetch policies');
  connection.report(false);
  await expect.poll(() => screen.getByRole('alert').textContent).toBe('');
  connection.report(true);
});
