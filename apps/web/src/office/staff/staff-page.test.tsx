/** Staff page: filters, and invitations from a file. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderApp, signIn } from '../../../test/render.tsx';
import { stubResponses, wanjiru } from '../../../test/server.ts';
import { ImportDialog } from './import-dialog.tsx';
import StaffPage from './staff-page.tsx';

const saved = vi.hoisted(() => ({ text: '' }));
vi.mock('../../lib/device/download.ts', () => ({
  saveText: (text: string) => {
    saved.text = text;
  },
}));

const LIMIT = { 'GET /government/case-limit': { body: { max: null, nationalMax: null } } };
const COUNTY_POST = { _id: wanjiru._id, county: 'Nakuru', duties: ['view' as const] };

it('filters by county and permission; a county office has no filter of counties', async () => {
  signIn(wanjiru);
  stubResponses({ ...LIMIT, 'GET /government/staff': { body: [] } });
  const requests = vi.spyOn(globalThis, 'fetch');
  const requested = (part: string) =>
    waitFor(() => expect(requests.mock.calls.some(([url]) => String(url).includes(part))).toBe(true));
  const user = userEvent.setup();
  const page = renderApp(<StaffPage />, { path: '/?county=Nakuru' });
  const county = await screen.findByRole('combobox', { name: 'County' });
  await waitFor(() => expect(county).toHaveProperty('value', 'Nakuru'));
  await requested('county=Nakuru');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Permission' }), 'Auditor only');
  await requested('duty=auditor');
  page.unmount();

  signIn({ ...wanjiru, post: COUNTY_POST });
  renderApp(<StaffPage />);
  expect(await screen.findByRole('combobox', { name: 'Permission' })).toBeTruthy();
  expect(screen.queryByRole('combobox', { name: 'County' })).toBeNull();
});

it('downloads the codes with formulas as text, and shows an unstated area as missing', async () => {
  signIn(wanjiru);
  const row = { line: 2, name: '=HYPERLINK("http://x")', email: '+a@gov.example', county: '', issues: [] };
  const missing = [{ field: 'county', message: 'Enter a county' }];
  const answers = {
    'POST /government/invitations/import': {
      body: { imported: false, expiresAt: null, rows: [{ ...row, issues: missing }] },
    },
  };
  stubResponses(answers);
  const user = userEvent.setup();
  renderApp(<ImportDialog onClose={() => {}} />);
  const choose = () => user.upload(screen.getByLabelText('CSV file'), new File(['name,email'], 'staff.csv'));
  await choose();
  const dialog = within(screen.getByRole('dialog'));
  expect(await dialog.findByText('–')).toBeTruthy();
  answers['POST /government/invitations/import'].body = {
    imported: true,
    expiresAt: '2027-01-01T00:00:00.000Z',
    rows: [{ ...row, code: 'ABCD' }],
  } as never;
  await choose();
  await user.click(await dialog.findByRole('button', { name: 'Download Codes' }));
  expect(saved.text.split('\r\n')[1]).toBe(`"'=HYPERLINK(""http://x"")","'+a@gov.example","ABCD"`);
});
