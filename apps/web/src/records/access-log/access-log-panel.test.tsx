import type { AccessLine } from '@ardhi/contract';
import { ACCESS_LOOKS } from '@ardhi/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { renderApp, signIn } from '../../../test/render.tsx';
import { amina, stubResponses } from '../../../test/server.ts';
import { AccessLogPanel } from './access-log-panel.tsx';

const official = { name: 'Otieno', role: 'government', department: 'Agriculture' } as const;
const entry = (fields: Partial<AccessLine>): AccessLine => ({
  _id: crypto.randomUUID(),
  at: '2026-11-15T08:00:00.000Z',
  viewer: official,
  look: 'parcel',
  entityName: null,
  area: null,
  ...fields,
});

beforeEach(() => signIn(amina));

it('shows the viewer, their office and what they saw', async () => {
  stubResponses({
    'GET /auth/access-lines': {
      body: [
        entry({ entityName: 'Shamba la Juu' }),
        entry({ look: 'application-list' }),
        entry({ look: 'application-export', area: 'Nakuru' }),
        entry({ look: 'people-list', viewer: { name: '', role: 'farmer', department: null } }),
      ],
    },
  });
  renderApp(<AccessLogPanel />);
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Otieno · Government, AgricultureOpened your parcel Shamba la Juu/),
    expect.stringContaining('Saw you in a list of applications'),
    expect.stringContaining('Exported the applications of Nakuru County, where you have land'),
    expect.stringMatching(/^A deleted account · FarmerSaw your name/),
  ]);
});

it.each(['en', 'sw'] as const)('has a label for every access type: %s', async (language) => {
  stubResponses({ 'GET /auth/access-lines': { body: ACCESS_LOOKS.map((look) => entry({ look })) } });
  renderApp(<AccessLogPanel />, { language });
  const rows = await screen.findAllByRole('listitem');
  expect(rows).toHaveLength(ACCESS_LOOKS.length);
  for (const row of rows) expect(row.textContent).not.toMatch(/account\.looks|[{}]/);
});

it('offers Retry after a failed load, and shows the empty state without entries', async () => {
  stubResponses({ 'GET /auth/access-lines': { status: 400, body: { message: 'Not today.', code: 'x' } } });
  renderApp(<AccessLogPanel />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Not today.');
  stubResponses({ 'GET /auth/access-lines': { body: [] } });
  await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No one has viewed your data yet')).toBeTruthy();
});
