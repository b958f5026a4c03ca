import type { Official } from '@ardhi/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderApp, signIn } from '../../../test/render.tsx';
import { stubResponses, wanjiru } from '../../../test/server.ts';
import { OfficialsPanel } from './officials-panel.tsx';

const official = (name: string, ties: Official['ties']): Official => ({
  _id: `00000000-0000-4000-8000-00000000000${name.length}`,
  name,
  email: `${name}@example.org`,
  department: null,
  manage: false,
  suspended: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  ties,
});

it('offers to vouch for officials who are independent of the manager, and warns of a shared browser', async () => {
  signIn(wanjiru);
  const njeri = official('Njeri', { letInBy: ['Achieng', ''], sameBrowser: [], canVouch: true });
  const otieno = official('Otieno', { letInBy: ['Wanjiru'], sameBrowser: ['Njeri'], canVouch: false });
  const sent = stubResponses({
    'GET /government/officials': { body: [njeri, otieno] },
    [`POST /government/officials/${njeri._id}/vouch`]: { body: njeri },
  });
  const user = userEvent.setup();
  renderApp(<OfficialsPanel />);
  const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));
  expect((await row(/^Otieno/)).getByText('Same browser as Njeri within a day')).toBeTruthy();
  expect((await row(/^Otieno/)).queryByRole('button', { name: /Vouch/ })).toBeNull();
  await user.click((await row(/^Njeri/)).getByRole('button', { name: 'Vouch for Njeri' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Vouch for Njeri?' }));
  expect(dialog.getByText(/^Achieng, .+ admitted this official/)).toBeTruthy();
  await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'Met in Nakuru');
  await user.click(dialog.getByRole('button', { name: 'Vouch' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [call] = sent.filter(({ call }) => call.startsWith('POST'));
  expect(call).toMatchObject({ body: { note: 'Met in Nakuru' } });
});
