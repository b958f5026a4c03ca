import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderApp, signIn } from '../../../test/render.tsx';
import { amina, stubResponses } from '../../../test/server.ts';
import { DeletePanel } from './delete-panel.tsx';

it('deletes nothing without a password or after Cancel', async () => {
  signIn(amina);
  const sent = stubResponses({});
  renderApp(<DeletePanel />);
  const press = (name: string) => userEvent.click(screen.getAllByRole('button', { name }).at(-1)!);
  await press('Delete Account');
  await screen.findByRole('alertdialog');
  await press('Delete Account');
  expect(await screen.findByText('Please fill this in.')).toBeTruthy();
  await press('Cancel');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent).toEqual([]);
});
