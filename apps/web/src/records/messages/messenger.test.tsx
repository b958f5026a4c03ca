import type { Message, ThreadSummary } from '@ardhi/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp, signIn } from '../../../test/render.tsx';
import { amina, stubResponses, wanjiru } from '../../../test/server.ts';
import { newId } from '../../lib/device/id.ts';
import { Messenger, type Shown } from './messenger.tsx';

const person = ({ _id, name, role }: typeof amina | typeof wanjiru) => ({ _id, name, role, deleted: false });
const threadId = '0199b0de-0000-7000-8000-0000000000f1';
const message = (fields: Partial<Message> = {}): Message => ({
  _id: threadId,
  threadId,
  subject: 'Seed',
  content: 'When does the certified seed come to the depot in Njoro, please?',
  channelType: 'government-farmer',
  sender: person(wanjiru),
  recipient: person(amina),
  names: 'shown',
  read: true,
  createdAt: '2026-11-15T08:00:00.000Z',
  ...fields,
});
const listedThread: ThreadSummary = { ...message(), unreadCount: 2 };
const thread = `GET /messages/thread/${threadId}`;

beforeEach(() => signIn(amina));

function Stage({ start }: { start: Shown }) {
  const [shown, setShown] = useState(start);
  return <Messenger level={2} shown={shown} onShow={setShown} />;
}
const open = (shown: Shown = null) => renderApp(<Stage start={shown} />);
const press = async (name: string | RegExp) => {
  const button = await screen.findByRole('button', { name });
  await act(async () => fireEvent.click(button));
};
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('conversations', () => {
  it('show 50 characters and how many are unread', async () => {
    stubResponses({ 'GET /messages': { body: [listedThread] } });
    open();
    expect(await screen.findByText('When does the certified seed come to the depot in …')).toBeTruthy();
    expect(screen.getByText('2 unread messages')).toBeTruthy();
  });

  it('are filtered by the channels of the role', async () => {
    stubResponses({ 'GET /messages': { body: [] } });
    open();
    await screen.findByText('No messages yet');
    const channels = screen.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value);
    expect(channels).toEqual(['all', 'government-farmer', 'farmer-farmer', 'general']);
  });
});

describe('a thread', () => {
  const lists = { 'GET /messages': { body: [listedThread] } };

  it('shows messages as plain text, with web addresses as links', async () => {
    const content = '<img src=x onerror=alert(1)> https://kilimo.go.ke javascript:alert(1)';
    stubResponses({ ...lists, [thread]: { body: [message({ content })] } });
    open({ thread: threadId });
    const link = await screen.findByRole('link', { name: 'https://kilimo.go.ke' });
    expect(link.getAttribute('rel')).toContain('noopener');
    expect(link.getAttribute('rel')).toContain('nofollow');
    expect(within(screen.getByRole('log')).getAllByRole('link')).toHaveLength(1);
    expect(screen.getByText(/<img src=x/)).toBeTruthy();
    expect(document.querySelector('img')).toBeNull();
  });

  it('preserves a reply draft across a reload and a failed send', async () => {
    const sent = stubResponses({ ...lists, [thread]: { body: [message()] }, 'POST /messages': 'no network' });
    const first = open({ thread: threadId });
    await screen.findByLabelText('Reply to Wanjiru Kamau');
    type('Reply to Wanjiru Kamau', 'On Monday?');
    first.unmount();
    open({ thread: threadId });
    const reply = await screen.findByLabelText<HTMLTextAreaElement>('Reply to Wanjiru Kamau');
    expect(reply.value).toBe('On Monday?');
    await press('Send Reply');
    expect(await screen.findByText('Failed to send reply')).toBeTruthy();
    expect(reply.value).toBe('On Monday?');
    await press('Send Reply');
    const ids = sent
      .filter(({ call }) => call === 'POST /messages')
      .map(({ body }) => (body as { _id: string })._id);
    expect(ids).toHaveLength(2);
    // The first request may have succeeded despite the lost response; the same id prevents a duplicate.
    expect(new Set(ids).size).toBe(1);
  });

  it('sends a reply with the fields that the specification names', async () => {
    const replied = message({ _id: '0199b0de-0000-7000-8000-0000000000f2', content: 'On Monday' });
    const sent = stubResponses({
      ...lists,
      [thread]: { body: [message()] },
      'POST /messages': { status: 201, body: replied },
    });
    open({ thread: threadId });
    await screen.findByLabelText('Reply to Wanjiru Kamau');
    type('Reply to Wanjiru Kamau', 'On Monday');
    await press('Send Reply');
    const { subject, channelType } = message();
    await waitFor(() =>
      expect(sent.find(({ call }) => call === 'POST /messages')?.body).toEqual({
        _id: expect.any(String),
        recipientId: wanjiru._id,
        subject,
        content: 'On Monday',
        channelType,
        threadId,
      }),
    );
  });

  it('does not send an empty reply', async () => {
    const sent = stubResponses({ ...lists, [thread]: { body: [message()] } });
    open({ thread: threadId });
    await screen.findByLabelText('Reply to Wanjiru Kamau');
    type('Reply to Wanjiru Kamau', '   ');
    await press('Send Reply');
    expect(await screen.findByText('Please fill this in.')).toBeTruthy();
    expect(sent.map(({ call }) => call)).not.toContain('POST /messages');
  });

  it('is read-only if the other account was deleted', async () => {
    const deletedPartner = { ...person(wanjiru), name: 'Deleted account', deleted: true };
    stubResponses({ ...lists, [thread]: { body: [message({ sender: deletedPartner })] } });
    open({ thread: threadId });
    expect(await screen.findByText(/This account was deleted/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send Reply' })).toBeNull();
  });

  it('about an overlap asks for consent to show names, which can be withdrawn', async () => {
    const neighbour = { ...person(wanjiru), _id: newId(), name: 'your neighbour' };
    const names = `PUT /messages/thread/${threadId}/names`;
    const show = (state: Message['names']) => {
      const sent = stubResponses({
        ...lists,
        [thread]: { body: [message({ sender: neighbour, names: state })] },
        [names]: { body: { names: 'hidden' } },
      });
      return { sent, page: open({ thread: threadId }) };
    };
    for (const [state, headline, button, agreed] of [
      ['hidden', 'Neither of you sees the other’s name', 'Agree to show names', true],
      ['asked', 'Your neighbour agrees to show names', 'Agree to show names', true],
      ['offered', 'You have agreed to show names', 'I no longer agree', false],
    ] as const) {
      const { sent, page } = show(state);
      expect(await screen.findByText(headline)).toBeTruthy();
      expect(screen.getByLabelText('Reply to your neighbour')).toBeTruthy();
      await press(button);
      expect(sent.find(({ call }) => call === names)?.body).toEqual({ agreed });
      page.unmount();
    }
    show('shown');
    await screen.findByLabelText('Reply to your neighbour');
    expect(screen.queryByText(/show names/)).toBeNull();
  });

  it('of other users is shown as not found', async () => {
    stubResponses({
      ...lists,
      [thread]: { status: 404, body: { message: 'Not found.', code: 'not-found' } },
    });
    open({ thread: threadId }).unmount();
    open({ thread: threadId });
    expect(await screen.findByText('This conversation does not exist')).toBeTruthy();
  });
});

describe('a new message', () => {
  const people = {
    'GET /messages': { body: [] },
    'GET /messages/users': { body: [{ ...person(wanjiru), email: wanjiru.email }] },
  };
  const fillIn = async () => {
    type(/^Recipient/, 'wan');
    fireEvent.click(await screen.findByRole('option', { name: /Wanjiru/ }));
    type(/^Subject/, 'Seed');
    type(/^Message/, 'When?');
  };

  it('goes to the chosen person, in the general channel by default', async () => {
    const sent = stubResponses({
      ...people,
      'POST /messages': { status: 201, body: message({ sender: person(amina), recipient: person(wanjiru) }) },
      [thread]: { body: [message()] },
    });
    open({ compose: true });
    await fillIn();
    await press('Send Message');
    expect(await screen.findByLabelText('Reply to Wanjiru Kamau')).toBeTruthy();
    expect(sent.find(({ call }) => call === 'POST /messages')?.body).toMatchObject({
      recipientId: wanjiru._id,
      channelType: 'general',
      subject: 'Seed',
      content: 'When?',
    });
    expect(localStorage.getItem(`draft:${amina._id}:new`)).toBeNull();
  });

  it('survives a reload', async () => {
    stubResponses(people);
    const first = open({ compose: true });
    await fillIn();
    first.unmount();
    open({ compose: true });
    expect((await screen.findByLabelText<HTMLInputElement>(/^Recipient/)).value).toContain('Wanjiru Kamau');
    expect(screen.getByLabelText<HTMLInputElement>(/^Subject/).value).toBe('Seed');
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Message/).value).toBe('When?');
  });

  it('deletes an emptied draft, and asks before discarding one', async () => {
    stubResponses(people);
    const draft = () => localStorage.getItem(`draft:${amina._id}:new`);
    open({ compose: true });
    type(/^Subject/, 'Seed');
    expect(draft()).toContain('Seed');
    type(/^Subject/, '');
    expect(draft()).toBeNull();
    type(/^Subject/, 'Beans');
    const confirmSpy = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
    await press('Discard draft');
    expect(confirmSpy).toHaveBeenCalledWith('Are you sure you want to discard this draft?');
    expect(draft()).toContain('Beans');
    await press('Discard draft');
    expect(draft()).toBeNull();
    expect(await screen.findByText('No messages yet')).toBeTruthy();
  });

  it('reports missing fields, and shows server issues on their field', async () => {
    const refusal = {
      message: 'Please check the marked fields.',
      code: 'validation',
      issues: [{ path: 'recipientId', code: 'recipient-deleted', message: 'This account was deleted.' }],
    };
    stubResponses({ ...people, 'POST /messages': { status: 400, body: refusal } });
    open({ compose: true });
    await press('Send Message');
    expect(await screen.findByText('Please choose a person from the list.')).toBeTruthy();
    await fillIn();
    await press('Send Message');
    expect(await screen.findByText('Failed to send message')).toBeTruthy();
    expect(screen.getByText('This account was deleted.')).toBeTruthy();
  });
});
