import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import { amina, stubResponses } from '../../../test/server.ts';
import { useSession } from '../../lib/session/session.tsx';
import { sessionStore } from '../../lib/session/session-store.ts';
import { DeletePanel } from './delete-panel.tsx';

beforeEach(() => sessionStore.signIn({ token: 't1', role: 'farmer', user: amina }));

/** Like the app, renders nothing when no user is signed in. */
const AccountPage = () => useSession().user && <DeletePanel />;

async function openDialog() {
  renderApp(<AccountPage />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Delete Account' }));
  await screen.findByRole('alertdialog');
  const press = (name: string) => user.click(screen.getAllByRole('button', { name }).at(-1)!);
  return { user, press };
}

const signedInAs = () => sessionStore.get().user?.name;

describe('deleting your own account', () => {
  it('sends nothing without a password or after Cancel', async () => {
    const sent = stubResponses({});
    const { press } = await openDialog();
    await press('Delete Account');
    expect(await screen.findByText('Please fill this in.')).toBeTruthy();
    await press('Cancel');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(sent).toEqual([]);
  });

  it('reports a wrong password and stays signed in', async () => {
    stubResponses({
      'DELETE /auth/account': { status: 403, body: { message: 'That password is not right.' } },
    });
    const { user, press } = await openDialog();
    await user.type(screen.getByLabelText('Your password'), 'wrong');
    await press('Delete Account');
    expect(await screen.findByText('Your account could not be deleted')).toBeTruthy();
    expect(screen.getByText('That password is not right.')).toBeTruthy();
    expect(signedInAs()).toBe(amina.name);
  });

  it('signs out afterwards', async () => {
    const sent = stubResponses({ 'DELETE /auth/account': {} });
    const { user, press } = await openDialog();
    await user.type(screen.getByLabelText('Your password'), 'secret1');
    await press('Delete Account');
    await waitFor(() => expect(signedInAs()).toBeUndefined());
    expect(sent[0]?.body).toEqual({ password: 'secret1' });
  });
});
