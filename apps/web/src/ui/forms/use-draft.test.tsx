import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { beforeEach, expect, it } from 'vitest';
import { amina } from '../../../test/server.ts';
import { sessionStore } from '../../lib/session/session-store.ts';
import { Form, type FormProblem } from './form.tsx';
import { useDraft } from './use-draft.ts';

const defaults = { name: 'River field', size: '2' };

function Example({ row, problem }: { row?: object; problem?: FormProblem }) {
  const draft = useDraft('land:1', row ?? defaults, row) as ReturnType<typeof useDraft<typeof defaults>>;
  const form = useForm({ defaultValues: draft.values });
  return (
    <Form form={form} draft={draft} problem={problem} onSubmit={() => draft.clear()}>
      <input aria-label="Name" {...form.register('name')} />
      <input aria-label="Size" {...form.register('size')} />
      <button type="submit">Save</button>
    </Form>
  );
}

const KEY = `draft:${amina._id}:land:1`;
const name = () => screen.getByLabelText<HTMLInputElement>('Name');
const size = () => screen.getByLabelText<HTMLInputElement>('Size');
const note = () => screen.queryByText('You had begun to fill this in. What you typed is back.');

beforeEach(() => {
  localStorage.clear();
  sessionStore.signIn({ token: 't', role: amina.role, user: amina });
});

it('survives a reload, is announced, and can be discarded', async () => {
  const { unmount } = render(<Example />);
  expect(note()).toBeNull();
  await userEvent.type(name(), ' by the road');
  unmount();
  render(<Example />);
  expect(name().value).toBe('River field by the road');
  expect(note()).not.toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Start empty' }));
  expect(name().value).toBe('River field');
  expect(note()).toBeNull();
  expect(localStorage.getItem(KEY)).toBeNull();
});

it('is deleted on save, when nothing differs any more, and at sign-out', async () => {
  render(<Example />);
  await userEvent.type(name(), '!');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(localStorage.getItem(KEY)).toBeNull();
  await userEvent.type(size(), '5');
  expect(localStorage.getItem(KEY)).not.toBeNull();
  await userEvent.type(size(), '{Backspace}');
  await userEvent.type(name(), '{Backspace}');
  expect(localStorage.getItem(KEY)).toBeNull();
  await userEvent.type(size(), '5');
  sessionStore.forget();
  expect(localStorage.getItem(KEY)).toBeNull();
});

it('of an edited row stores only the changed fields; the others follow the row', async () => {
  const { unmount } = render(<Example row={defaults} />);
  await userEvent.clear(size());
  await userEvent.type(size(), '7');
  unmount();
  render(<Example row={{ ...defaults, name: 'Renamed elsewhere' }} />);
  expect([name().value, size().value]).toEqual(['Renamed elsewhere', '7']);
});

it('is stored again after the submit was rejected', async () => {
  const { rerender } = render(<Example />);
  await userEvent.type(name(), '!');
  localStorage.removeItem(KEY);
  rerender(<Example problem={{ headline: 'Refused' }} />);
  expect(localStorage.getItem(KEY)).toContain('River field!');
});
