import { AUDIT_ACTIONS } from '@ardhi/contract/audit-actions';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderApp, signIn } from '../../../test/render.tsx';
import { stubResponses, wanjiru } from '../../../test/server.ts';
import AuditPage from './audit-page.tsx';

const entry = {
  _id: '7',
  at: '2026-11-15T08:00:00.000Z',
  actor: { _id: wanjiru._id, name: 'Wanjiru Kamau', role: 'government' },
  action: 'subsidy.reject',
  entity: 'subsidy',
  entityId: wanjiru._id,
  subjectId: null,
  before: { status: 'pending', reason: null },
  after: { status: 'rejected', reason: 'No budget' },
};

it('shows actor, action and changes, and lists the actions of the chosen kind', async () => {
  signIn({ ...wanjiru, manage: true });
  stubResponses({ 'GET /government/audit': { body: [entry, { ...entry, _id: '8', action: 'moon.land' }] } });
  renderApp(<AuditPage />);
  expect(await screen.findByText('moon.land')).toBeTruthy();
  const row = screen.getByRole('row', { name: /Wanjiru Kamau.*Rejected|Rejected.*Wanjiru Kamau/ });
  expect(row.textContent).toContain('Status: pending → rejected');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'policy');
  const actions = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Action' });
  expect([...actions.options].map(({ value }) => value)).toEqual(['', ...AUDIT_ACTIONS.policy]);
});

it('names the object of an entry, with its farmer, amount, reference and page, and both approvals', async () => {
  signIn({ ...wanjiru, manage: true });
  const object = {
    name: 'Pump',
    farmer: 'Amina Otieno',
    amount: 1500,
    reference: '2026-32-KTRVWP',
    kind: 'application',
  };
  const after = {
    status: 'approved',
    amountCents: 150_000,
    meetsRules: false,
    approvals: [
      { officialId: wanjiru._id, name: 'Wanjiru Kamau', at: '2026-11-15T08:00:00.000Z' },
      { officialId: wanjiru._id, name: 'Peter Otieno', at: '2026-11-16T08:00:00.000Z' },
    ],
  };
  stubResponses({
    'GET /government/audit': { body: [{ ...entry, action: 'subsidy.approve', before: null, after, object }] },
  });
  renderApp(<AuditPage />);
  const link = await screen.findByRole('link', { name: 'Pump' });
  expect(link.getAttribute('href')).toBe(`/subsidies/cases/${entry.entityId}`);
  const row = link.closest('tr')!.textContent!.replaceAll('\u00a0', ' ');
  expect(row).toContain('Pump · Amina Otieno · KES 1,500 · 2026-32-KTRVWP');
  expect(row).toContain('Meets the rules: no');
  // The line of the object has the amount.
  expect(row).not.toContain('Amount:');
  expect(row).toMatch(/Approvals: Name: Wanjiru Kamau, Time: .*2026.*, Name: Peter Otieno, Time: /);
  // Low rows cut more than two changes.
  const unfold = screen.getByRole('button', { name: 'All changes of this entry' });
  await userEvent.click(unfold);
  expect(unfold.getAttribute('aria-expanded')).toBe('true');
});

it('shows hashes only on demand', async () => {
  signIn({ ...wanjiru, manage: true });
  const after = { device: 'Firefox', network: 'q83vEjRWeJA' };
  stubResponses({
    'GET /government/audit': { body: [{ ...entry, action: 'user.sign-in', before: null, after }] },
  });
  renderApp(<AuditPage />);
  const details = (await screen.findByText('Show hashes')).closest('details')!;
  expect([details.open, details.textContent]).toEqual([false, 'Show hashesNetwork (as a hash): q83vEjRWeJA']);
  expect(screen.getByText('Firefox').closest('details')).toBeNull();
});

it('shows the hashes of an audit binder only on demand', async () => {
  signIn({ ...wanjiru, manage: true });
  const hashes = { head: 'a'.repeat(64), csvSha256: 'b'.repeat(64), pdfSha256: 'c'.repeat(64) };
  const binder = { ...entry, action: 'binder.create', entity: 'binder', before: null };
  stubResponses({
    'GET /government/audit': { body: [{ ...binder, after: { applications: 3, ...hashes } }] },
  });
  renderApp(<AuditPage />);
  const details = (await screen.findByText('Show hashes')).closest('details')!;
  for (const hash of Object.values(hashes)) expect(details.textContent).toContain(hash);
  expect(details.previousElementSibling!.textContent).toBe('Applications: 3');
});

it('tells auditors that parts of names match nothing', async () => {
  const post = { _id: wanjiru._id, county: null, duties: ['auditor' as const] };
  signIn({ ...wanjiru, role: 'government', post });
  stubResponses({ 'GET /government/audit': { body: [entry] } });
  renderApp(<AuditPage />);
  expect(await screen.findByPlaceholderText('Full name or email address')).toBeTruthy();
});

it('says that a complainant is hidden', async () => {
  signIn({ ...wanjiru, manage: true });
  const complaint = { ...entry, actor: null, action: 'complaint.create', entity: 'complaint' };
  stubResponses({ 'GET /government/audit': { body: [complaint] } });
  renderApp(<AuditPage />);
  expect(await screen.findByText('Hidden. Open the complaint to see the name.')).toBeTruthy();
});

it('formats values for readers', async () => {
  signIn({ ...wanjiru, manage: true });
  const after = {
    subject: { name: 'Kahawa', date: '2020-06-02', amount: 3.1, unit: 't/ha' },
    areaShare: null,
    yieldConfirmed: false,
    harvestDate: '2027-05-11',
    amountCents: 1_250_050,
    size: 12345.5,
    duties: ['view', 'decide'],
    declarations: { irrigation: 'rain-fed' },
    parcelId: wanjiru._id,
    _id: wanjiru._id,
  };
  stubResponses({
    'GET /government/audit': { body: [{ ...entry, action: 'crop.create', before: null, after }] },
  });
  renderApp(<AuditPage />);
  const changes = await screen.findByText(/Kahawa/);
  expect([...changes.closest('ul')!.children].map(({ textContent }) => textContent)).toEqual([
    'About: Name: Kahawa, Date: 2 June 2020, Amount: 3.1, Unit: t/ha',
    'Harvest confirmed: no',
    'Harvest date: 11 May 2027',
    'Amount: KES\u00a012,500.50',
    'Acres: 12,345.5',
    'Permissions: view, decide',
    'Not used: Irrigation: It is rain-fed',
  ]);
});

it('is only for officials who manage accounts', async () => {
  signIn({ ...wanjiru, manage: false });
  const sent = stubResponses({});
  renderApp(<AuditPage />);
  expect(await screen.findByText('This page is for officials who manage accounts')).toBeTruthy();
  expect(sent).toEqual([]);
});
