import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderApp, signIn } from '../../../test/render.tsx';
import { amina, stubResponses, wanjiru } from '../../../test/server.ts';
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

it('states whether an official is closed or erased, and that the last manager cannot leave yet', async () => {
  signIn(wanjiru);
  const show = (outcome: string, lastManager: boolean) => {
    stubResponses({ 'GET /auth/account': { body: { outcome, lastManager } } });
    return renderApp(<DeletePanel />);
  };
  const closing = show('closed', false);
  expect(await screen.findByText(/Your name, office and decisions stay/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Close Account' })).toBeTruthy();
  closing.unmount();
  const erasing = show('erased', false);
  expect(await screen.findByText(/your account is erased completely/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Delete Account' })).toBeTruthy();
  erasing.unmount();
  show('closed', true);
  expect(await screen.findByText(/No other official manages accounts/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
