import type { Policy } from '@ardhi/contract';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import { stubResponses, wanjiru } from '../../../test/server.ts';
import { sessionStore } from '../../lib/session/session-store.ts';
import { ConfirmProvider } from '../../ui/feedback/confirm.tsx';
import { PolicyManagement } from './policy-management.tsx';

const terraces: Policy = {
  _id: '0199b0de-0000-7000-8000-00000000000a',
  title: 'Terraces',
  description: 'Build terraces.',
  status: 'Draft',
  effectiveDate: null,
  notifiedAt: null,
  unread: false,
  createdAt: '2026-11-15T08:00:00.000Z',
  updatedAt: '2026-11-15T08:00:00.000Z',
  revision: 1,
};
const one = `/policies/${terraces._id}`;
const list = { 'GET /policies': { body: [terraces] } };
const audience = {
  [`GET ${one}/audience`]: {
    body: {
      total: 3,
      regions: [
        { region: 'north', farmers: 0 },
        { region: 'west', farmers: 2 },
      ],
      unassigned: 1,
      mail: false,
      notifiedAt: null,
    },
  },
};

const scrolled = vi.fn();
beforeEach(() => {
  sessionStore.signIn({ token: 't', role: 'government', user: wanjiru });
  scrolled.mockReset();
  Element.prototype.scrollIntoView = scrolled;
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
});
afterEach(() => vi.useRealTimers());

function open() {
  renderApp(
    <ConfirmProvider>
      <PolicyManagement />
    </ConfirmProvider>,
  );
}
const press = async (name: string | RegExp) => {
  const button = await screen.findByRole('button', { name });
  await act(async () => fireEvent.click(button));
};
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('the list of policies', () => {
  it('shows an empty state without policies', async () => {
    stubResponses({ 'GET /policies': { body: [] } });
    open();
    expect(await screen.findByText('No policies found.')).toBeTruthy();
  });

  it('shows the server’s error message and retries', async () => {
    stubResponses({ 'GET /policies': { status: 403, body: { message: 'Not you.', code: 'wrong-role' } } });
    open();
    expect(await screen.findByText('Failed to fetch policies')).toBeTruthy();
    expect(screen.getByText('Not you.')).toBeTruthy();
    stubResponses(list);
    await press('Retry');
    expect(await screen.findByRole('heading', { name: 'Terraces' })).toBeTruthy();
    expect(screen.getByText('No date')).toBeTruthy();
  });
});

describe('creating a policy', () => {
  it('starts as a Draft, closes the modal and scrolls the list into view after 300 ms', async () => {
    const sent = stubResponses({ ...list, 'POST /policies': { status: 201, body: terraces } });
    open();
    await screen.findByRole('heading', { name: 'Terraces' });
    await press('Create Policy');
    expect(screen.getByLabelText<HTMLSelectElement>('Status').value).toBe('Draft');
    type(/^Title/, 'Trees');
    type(/^Description/, 'Plant trees.');
    vi.useFakeTimers();
    const dialog = screen.getByRole('dialog');
    await act(async () => {
      fireEvent.click(within(dialog).getByRole('button', { name: 'Create Policy' }));
      await vi.advanceTimersByTimeAsync(100);
    });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent.find(({ call }) => call === 'POST /policies')?.body).toMatchObject({
      title: 'Trees',
      description: 'Plant trees.',
      status: 'Draft',
      effectiveDate: '',
    });
    await act(() => vi.advanceTimersByTimeAsync(150));
    expect(scrolled).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(scrolled).toHaveBeenCalledTimes(1);
  });

  it('shows a busy state while sending', async () => {
    stubResponses({ ...list, 'POST /policies': 'never' });
    open();
    await screen.findByRole('heading', { name: 'Terraces' });
    await press('Create Policy');
    type(/^Title/, 'Trees');
    type(/^Description/, 'Plant trees.');
    const submit = () => within(screen.getByRole('dialog')).getByRole('button', { name: /^Creat/ });
    await act(async () => fireEvent.click(submit()));
    expect(submit().textContent).toBe('Creating...');
  });

  it('reports missing fields and sends nothing', async () => {
    const sent = stubResponses(list);
    open();
    await screen.findByRole('heading', { name: 'Terraces' });
    await press('Create Policy');
    await act(async () =>
      fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Create Policy' })),
    );
    expect(await screen.findAllByText('Please fill this in.')).toHaveLength(2);
    expect(sent.map(({ call }) => call)).not.toContain('POST /policies');
  });
});

describe('editing a policy', () => {
  it('reports a conflict, and overwrites when saved again', async () => {
    const stale = { status: 409, body: { message: 'Somebody changed this.', code: 'stale' } };
    const sent = stubResponses({ ...list, [`PUT ${one}`]: stale });
    open();
    await screen.findByRole('heading', { name: 'Terraces' });
    await press('Edit: Terraces');
    await press('Save');
    expect(await screen.findByText('Failed to update policy')).toBeTruthy();
    await press('Save');
    const edits = sent.filter(({ call }) => call === `PUT ${one}`).map(({ body }) => body);
    expect(edits).toMatchObject([{ revision: 1 }, {}]);
    expect(edits[1]).not.toHaveProperty('revision');
  });
});

describe('deleting a policy', () => {
  it('confirms with the text of the specification, and does nothing on Cancel', async () => {
    const sent = stubResponses({ ...list, [`DELETE ${one}`]: { status: 500, body: {} } });
    open();
    await screen.findByRole('heading', { name: 'Terraces' });
    await press('Delete: Terraces');
    expect(
      screen.getByRole('heading', { name: 'Are you sure you want to delete this policy?' }),
    ).toBeTruthy();
    await press('Cancel');
    expect(sent.map(({ call }) => call)).toEqual(['GET /policies']);
    await press('Delete: Terraces');
    await press('Delete');
    expect(await screen.findByText('Failed to delete policy')).toBeTruthy();
  });
});

describe('notifying farmers', () => {
  it('shows the recipients, then the server’s message for 3 seconds', async () => {
    stubResponses({ ...list, ...audience, [`POST ${one}/notify`]: { body: { message: 'Told 3 farmers.' } } });
    open();
    await screen.findByRole('heading', { name: 'Terraces' });
    await press('Notify: Terraces');
    expect(await screen.findByText('3 farmers')).toBeTruthy();
    expect(screen.getByText('No parcel in a known region')).toBeTruthy();
    vi.useFakeTimers();
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Notify 3 farmers' }));
      await vi.advanceTimersByTimeAsync(100);
    });
    expect(screen.getByText('Told 3 farmers.')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(2_800));
    expect(screen.getByText('Told 3 farmers.')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(300));
    expect(screen.queryByText('Told 3 farmers.')).toBeNull();
  });

  it('shows Notification sent! if the server returns no message', async () => {
    stubResponses({ ...list, ...audience, [`POST ${one}/notify`]: { body: {} } });
    open();
    await screen.findByRole('heading', { name: 'Terraces' });
    await press('Notify: Terraces');
    await press(/^Notify 3/);
    expect(await screen.findByText('Notification sent!')).toBeTruthy();
  });

  it('reports a failed notification', async () => {
    stubResponses({ ...list, ...audience, [`POST ${one}/notify`]: 'no network' });
    open();
    await screen.findByRole('heading', { name: 'Terraces' });
    await press('Notify: Terraces');
    await press(/^Notify 3/);
    expect(await screen.findByText('Failed to send notification')).toBeTruthy();
  });
});
