import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderApp, signIn } from '../../../test/render.tsx';
import { amina, stubResponses } from '../../../test/server.ts';
import NoticesPage from './notices-page.tsx';

const decision = {
  _id: '0199b0de-0000-7000-8000-0000000000a1',
  kind: 'application-approved',
  title: 'Your application was approved',
  body: 'KES 20,000 for seed.',
  link: '/subsidies/apply',
  read: false,
  createdAt: '2026-11-15T08:00:00.000Z',
};
const policy = { ...decision, _id: '0199b0de-0000-7000-8000-0000000000a2', title: 'Soil cover', read: true };
const TWO = { body: [decision, policy] };
const ONE_UNREAD = { body: { count: 1 } };

beforeEach(() => signIn(amina));

describe('notices page', () => {
  it('marks the unread one as new, and as read when it is opened', async () => {
    const read = `POST /notices/${decision._id}/read`;
    const sent = stubResponses({ 'GET /notices': TWO, 'GET /notices/unread-count': ONE_UNREAD, [read]: {} });
    renderApp(<NoticesPage />);
    const user = userEvent.setup();
    const link = await screen.findByRole('link', { name: decision.title });
    expect(link.getAttribute('href')).toBe('/subsidies/apply');
    expect(screen.getAllByText('New')).toHaveLength(1);
    await user.click(screen.getByRole('link', { name: policy.title }));
    expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(false);
    await user.click(link);
    await waitFor(() => expect(sent.map(({ call }) => call)).toContain(read));
  });

  it('marks all as read at once', async () => {
    const sent = stubResponses({
      'GET /notices': TWO,
      'GET /notices/unread-count': ONE_UNREAD,
      'POST /notices/read-all': {},
    });
    renderApp(<NoticesPage />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(sent.map(({ call }) => call)).toContain('POST /notices/read-all'));
  });

  it('hides the read-all button when nothing is unread, and shows the empty state', async () => {
    stubResponses({ 'GET /notices': { body: [] }, 'GET /notices/unread-count': { body: { count: 0 } } });
    renderApp(<NoticesPage />);
    expect(await screen.findByText('No notices yet')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  });

  it('shows the error of a failed load and refetches on Retry', async () => {
    const responses: Parameters<typeof stubResponses>[0] = {
      'GET /notices': { status: 500, body: { message: 'The database is away.' } },
      'GET /notices/unread-count': ONE_UNREAD,
    };
    stubResponses(responses);
    renderApp(<NoticesPage />);
    expect(await screen.findByText('Failed to fetch notices')).toBeTruthy();
    responses['GET /notices'] = TWO;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('link', { name: decision.title })).toBeTruthy();
  });
});
