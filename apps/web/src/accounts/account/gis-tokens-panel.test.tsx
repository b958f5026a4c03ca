import type { GisToken } from '@ardhi/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderApp, signIn } from '../../../test/render.tsx';
import { stubResponses, wanjiru } from '../../../test/server.ts';
import { ConfirmProvider } from '../../ui/feedback/confirm.tsx';
import { GisTokensPanel } from './gis-tokens-panel.tsx';

const token: GisToken = {
  _id: '00000000-0000-4000-8000-000000000001',
  name: 'QGIS at the office',
  county: 'Nakuru',
  maxRows: 5000,
  rowsToday: 12,
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-04-01T00:00:00.000Z',
  lastUsedAt: null,
};
const factors = (count: number) => ({
  body: {
    mode: 'optional',
    factors: Array.from({ length: count }, () => ({
      _id: token._id,
      kind: 'totp',
      name: 'Phone',
      createdAt: token.createdAt,
      lastUsedAt: null,
    })),
    recoveryCodesLeft: 10,
    needsCode: false,
  },
});

it('asks for a second step before a token can be made', async () => {
  signIn(wanjiru);
  stubResponses({ 'GET /government/gis-tokens': { body: [] }, 'GET /auth/second-factors': factors(0) });
  renderApp(<GisTokensPanel />);
  expect(await screen.findByText(/^A token needs a second step at login/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Create token' })).toBeNull();
});

it('makes a token, shows it once, and revokes one', async () => {
  signIn(wanjiru);
  const sent = stubResponses({
    'GET /government/gis-tokens': { body: [token] },
    'GET /auth/second-factors': factors(1),
    'POST /government/gis-tokens': { status: 201, body: { ...token, token: 'gis_secret' } },
    [`DELETE /government/gis-tokens/${token._id}`]: { body: { message: 'Deleted' } },
  });
  const user = userEvent.setup();
  renderApp(
    <ConfirmProvider>
      <GisTokensPanel />
    </ConfirmProvider>,
  );
  const row = await screen.findByRole('row', { name: /^QGIS at the office/ });
  expect(within(row).getByText('12 of 5,000')).toBeTruthy();
  await user.type(await screen.findByRole('textbox', { name: /^Name of the token/ }), 'Laptop');
  const rows = screen.getByRole('spinbutton', { name: /^Parcels per day/ });
  await user.clear(rows);
  await user.type(rows, '200');
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  expect(await screen.findByText('gis_secret')).toBeTruthy();
  const posted = sent.find(({ call }) => call.startsWith('POST'));
  expect(posted).toMatchObject({ body: { name: 'Laptop', maxRows: 200 } });

  await user.click(within(row).getByRole('button', { name: /^Revoke/ }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(sent.some(({ call }) => call.startsWith('DELETE'))).toBe(true));
});
