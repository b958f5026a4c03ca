import type { Policy } from '@ardhi/contract';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp, signIn } from '../../../test/render.tsx';
import { stubResponses, wanjiru } from '../../../test/server.ts';
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

beforeEach(() => {
  signIn(wanjiru);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
});

async function open(content = 'Build terraces.') {
  renderApp(
    <ConfirmProvider>
      <PolicyManagement />
    </ConfirmProvider>,
  );
  await screen.findByText(content);
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
    await open('No policies found.');
  });

  it('is read-only for a national official who may only view', async () => {
    signIn({ ...wanjiru, post: { _id: wanjiru._id, county: null, duties: ['view'] } });
    stubResponses(list);
    await open();
    expect(screen.queryAllByRole('button')).toEqual([]);
  });
});

describe('creating a policy', () => {
  it('shows a busy state while sending', async () => {
    stubResponses({ ...list, 'POST /policies': 'never' });
    await open();
    await press('Create Policy');
    type(/^Title/, 'Trees');
    type(/^Description/, 'Plant trees.');
    const submit = () => within(screen.getByRole('dialog')).getByRole('button', { name: /^Creat/ });
    await act(async () => fireEvent.click(submit()));
    expect(submit().textContent).toBe('Creating...');
  });
});

describe('editing a policy', () => {
  it('reports a conflict, and overwrites when saved again', async () => {
    const stale = { status: 409, body: { message: 'Somebody changed this.', code: 'stale' } };
    const sent = stubResponses({ ...list, [`PUT ${one}`]: stale });
    await open();
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
    await open();
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
  it('shows the recipients, then the server’s message', async () => {
    stubResponses({ ...list, ...audience, [`POST ${one}/notify`]: { body: { message: 'Told 3 farmers.' } } });
    await open();
    await press('Notify: Terraces');
    expect(await screen.findByText('3 farmers')).toBeTruthy();
    expect(screen.getByText('No parcel in a known region')).toBeTruthy();
    await press('Notify 3 farmers');
    expect(await screen.findByText('Told 3 farmers.')).toBeTruthy();
  });

  it.each([
    ['Notification sent! if the server returns no message', { body: {} }, 'Notification sent!'],
    ['a failed notification', 'no network' as const, 'Failed to send notification'],
  ])('shows %s', async (_what, response, text) => {
    stubResponses({ ...list, ...audience, [`POST ${one}/notify`]: response });
    await open();
    await press('Notify: Terraces');
    await press(/^Notify 3/);
    expect(await screen.findByText(text)).toBeTruthy();
  });
});
