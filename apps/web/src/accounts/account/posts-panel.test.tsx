import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderApp, signIn } from '../../../test/render.tsx';
import { stubResponses, wanjiru } from '../../../test/server.ts';
import { PostsPanel } from './posts-panel.tsx';

it('reuses the idempotency key until a response arrives', async () => {
  signIn(wanjiru);
  let isOnline = false;
  const sent = stubResponses({
    'GET /government/posts': { body: [] },
    get 'POST /government/posts'() {
      if (!isOnline) return 'no network' as const;
      return { status: 201, body: { official: { _id: wanjiru._id, name: 'Baraka' } } };
    },
  });
  const keys = () =>
    sent.filter(({ call }) => call.startsWith('POST')).map(({ headers }) => headers.get('Idempotency-Key'));
  const user = userEvent.setup();
  renderApp(<PostsPanel />);
  const assign = async (times: number) => {
    await user.click(screen.getByRole('button', { name: 'Assign Post' }));
    await waitFor(() => expect(keys()).toHaveLength(times));
    await screen.findByRole('button', { name: 'Assign Post' });
  };
  const email = screen.getByRole('textbox', { name: 'Email address of the official' });
  await user.type(email, 'baraka@example.org');
  await assign(1);
  isOnline = true;
  await assign(2);
  await waitFor(() => expect(email).toHaveProperty('value', ''));
  await user.type(email, 'baraka@example.org');
  await assign(3);
  const [lost, retried, next] = keys();
  expect(lost).toMatch(/^[0-9a-f-]{36}$/);
  expect(retried).toBe(lost);
  expect(next).toMatch(/^[0-9a-f-]{36}$/);
  expect(next).not.toBe(lost);
});
