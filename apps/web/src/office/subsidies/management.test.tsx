import type { ApprovalRequirements, BulkDecision, ManagedSubsidy } from '@ardhi/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderApp, signIn } from '../../../test/render.tsx';
import { amina, stubResponses, wanjiru } from '../../../test/server.ts';
import { BulkBar } from './bulk.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import type { Filters } from './filters.ts';
import { ManagementFilters } from './management-filters.tsx';
import { SubsidyManagement } from './subsidy-management.tsx';

const application: ManagedSubsidy = {
  _id: '0199b0de-0000-7000-8000-0000000000a1',
  kind: 'application',
  name: 'Pump',
  description: 'One pump',
  amount: 100,
  status: 'pending',
  reason: null,
  decidedAt: null,
  decidedBy: null,
  programmeId: null,
  programmeName: null,
  parcelIds: [],
  landElsewhere: false,
  revision: 1,
  createdAt: '2026-11-15T08:00:00.000Z',
  editedAt: null,
  county: null,
  applicant: { _id: amina._id, name: amina.name, location: null },
  regions: [],
  assignedTo: null,
  createdBy: null,
  approvedAmount: null,
  amountLeft: null,
  pendingApplications: null,
  closesOn: null,
  closed: false,
  open: false,
  rules: null,
  returned: null,
  appealUntil: null,
  appeal: null,
  appealOf: null,
  secondAbove: null,
  needsTwo: false,
  marks: [],
};
const call = `PUT /government/subsidies/${application._id}`;
const approvalCall = `GET /government/subsidies/${application._id}/approval`;
const requirements: ApprovalRequirements = {
  _id: application._id,
  applicant: { _id: amina._id, name: amina.name },
  reason: null,
  refusal: null,
  firstBy: null,
  limit: null,
  monthLimit: null,
  monthApproved: 0,
  total: 100,
  covered: true,
  rejectedBefore: false,
  secondLevel: null,
  meets: null,
};

beforeEach(() => signIn(wanjiru));

it('changes made by the farmer meanwhile are shown before the decision', async () => {
  const current = { ...application, amount: 90_000, description: 'Nine pumps', revision: 2 };
  const sent = stubResponses({
    [approvalCall]: { body: requirements },
    [call]: { status: 409, body: { message: 'Changed.', code: 'stale', current } },
  });
  renderApp(<DecisionDialog row={application} decision="approved" onClose={() => {}} />);
  const approve = () =>
    act(async () => fireEvent.click(screen.getByRole('button', { name: 'Approve', hidden: true })));
  expect(screen.getByText('KES 100, requested by Amina Otieno.')).toBeTruthy();
  await approve();
  expect(await screen.findByText(/^This was changed a moment ago/)).toBeTruthy();
  expect(screen.getByText('KES 90,000, requested by Amina Otieno.')).toBeTruthy();
  expect(screen.getByText('Nine pumps')).toBeTruthy();
  await approve();
  expect(sent.filter((one) => one.call === call).map(({ body }) => body)).toEqual([
    { status: 'approved', revision: 1 },
    { status: 'approved', revision: 2 },
  ]);
});

it('an approval above the own limit says before the click that a second official must also approve', async () => {
  stubResponses({
    [approvalCall]: {
      body: { ...requirements, reason: 'limit', limit: 80, total: 150, covered: false },
    },
  });
  renderApp(<DecisionDialog row={application} decision="approved" onClose={() => {}} />);
  const note = 'Above your limit of KES 80: a second official must also approve.';
  expect(
    await screen.findByText(
      `${note} KES 150 for this farmer in 12 months, with this application. One of the two needs a limit of at least KES 150.`,
    ),
  ).toBeTruthy();
});

it('an approval above the monthly limit says how much room the second official needs', async () => {
  const month = {
    reason: 'month',
    limit: 500,
    monthLimit: 150,
    monthApproved: 120,
    total: 300,
    covered: false,
  };
  stubResponses({ [approvalCall]: { body: { ...requirements, ...month } } });
  renderApp(<DecisionDialog row={application} decision="approved" onClose={() => {}} />);
  expect(
    await screen.findByText(/One of the two must have KES 100 left of the monthly limit\.$/),
  ).toBeTruthy();
  expect(screen.queryByText(/needs a limit/)).toBeNull();
});

it('an official who may not approve it can only close the dialog', async () => {
  stubResponses({ [approvalCall]: { body: { ...requirements, refusal: 'You created it.' } } });
  renderApp(<DecisionDialog row={application} decision="approved" onClose={() => {}} />);
  expect(await screen.findByText('You created it.')).toBeTruthy();
  const actions = screen.getAllByRole('button', { hidden: true }).map(({ textContent }) => textContent);
  expect(actions).toContain('Close');
  expect(actions).not.toContain('Approve');
  expect(screen.queryByRole('textbox', { hidden: true })).toBeNull();
});

it('keeps the typed text when the approval is refused meanwhile, and asks before it is discarded', async () => {
  let refusal: string | null = null;
  stubResponses({
    get [approvalCall]() {
      return { body: { ...requirements, refusal } };
    },
    [call]: {
      status: 409,
      body: { message: 'Changed.', code: 'stale', current: { ...application, revision: 2 } },
    },
  });
  const onClose = vi.fn();
  const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
  renderApp(<DecisionDialog row={application} decision="approved" onClose={onClose} />);
  const field = screen.getAllByRole('textbox', { hidden: true })[0]!;
  fireEvent.change(field, { target: { value: 'Well founded' } });
  refusal = 'You created it.';
  await press('Approve');
  expect(await screen.findByText('You created it.')).toBeTruthy();
  expect(screen.getAllByRole('textbox', { hidden: true })[0]).toHaveProperty('value', 'Well founded');
  await press('Close');
  expect(onClose).not.toHaveBeenCalled();
  await press('Close');
  expect(onClose).toHaveBeenCalled();
  expect(confirm).toHaveBeenCalledTimes(2);
});

it('asks on the dashboard before the case of another official is decided', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
  const assignedTo = { _id: amina._id, name: 'Otieno' };
  stubResponses({
    'GET /subsidies/admin/all': { body: [{ ...application, assignedTo }] },
    [approvalCall]: { body: requirements },
  });
  renderApp(<SubsidyManagement />);
  await screen.findByRole('button', { name: 'Pump' });
  await press('Approve Pump');
  expect(confirm).toHaveBeenCalledWith('This application is assigned to Otieno. Continue anyway?');
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
  await press('Approve Pump');
  expect(await screen.findByRole('dialog', { hidden: true })).toBeTruthy();
});

it.each([
  ['without a post', undefined, 1],
  ['with the duty to decide', ['view', 'decide'], 1],
  ['with the duty to view only', ['view'], 0],
] as const)('offers an official %s what the server allows', async (_whom, duties, count) => {
  signIn({ ...wanjiru, post: duties && { _id: wanjiru._id, county: null, duties: [...duties] } });
  stubResponses({ 'GET /subsidies/admin/all': { body: [application] } });
  renderApp(<SubsidyManagement place="page" />);
  expect(await screen.findByRole('button', { name: 'Pump' })).toBeTruthy();
  for (const name of ['Create Subsidy', 'Approve Pump', 'Reject Pump'])
    expect(screen.queryAllByRole('button', { name })).toHaveLength(count);
});

it.each([
  [
    'the second voter that the approval decides',
    { firstBy: 'Peter' },
    /^Peter has approved it already: your/,
  ],
  [
    'an official who may not approve it why',
    { reason: 'limit', refusal: 'You created it.' },
    /^You created it\.$/,
  ],
  [
    'the level of the other approval',
    { reason: 'threshold', secondLevel: 'country' },
    /^The other approval comes from the national office\.$/,
  ],
  ['that the rules are not met', { meets: false }, /^It does not meet the rules of the programme\.$/],
] as const)('tells %s, before the click', async (_whom, more, text) => {
  stubResponses({ [approvalCall]: { body: { ...requirements, ...more } } });
  renderApp(<DecisionDialog row={application} decision="approved" onClose={() => {}} />);
  expect(await screen.findByText(text)).toBeTruthy();
});

const job: BulkDecision = {
  _id: '0199b0de-0000-7000-8000-0000000000b1',
  status: 'approved',
  reason: null,
  createdAt: '2026-11-15T09:00:00.000Z',
  finishedAt: null,
  cancelled: false,
  total: 1,
  decided: 0,
  awaiting: 0,
  changed: 0,
  refused: 0,
};
const jobRow = {
  _id: application._id,
  kind: 'application',
  name: 'Pump',
  amount: 100,
  applicant: { _id: amina._id, name: amina.name },
  outcome: null as string | null,
  message: null as string | null,
};
const press = (name: string) =>
  act(async () => fireEvent.click(screen.getAllByRole('button', { name, hidden: true })[0]!));

it('a bulk decision whose response was lost is retried with the same idempotency key', async () => {
  let connected = false;
  const startCall = 'POST /government/bulk-decisions';
  const sent = stubResponses({
    'GET /government/posts/own': {
      body: { working: null, posts: [], limits: { alone: 80, month: null, approvedThisMonth: 0 } },
    },
    'GET /government/bulk-decisions': { body: [] },
    [`GET /government/bulk-decisions/${job._id}`]: { body: { ...job, rows: [jobRow] } },
    get [startCall]() {
      return connected ? { status: 201, body: job } : ('no network' as const);
    },
  });
  const onClear = vi.fn();
  renderApp(<BulkBar rows={[application]} onClear={onClear} />);
  const approve = async () => {
    await press('Approve selected');
    await press('Approve');
  };
  await approve();
  await waitFor(() =>
    expect(screen.getByRole('alert', { hidden: true })).not.toHaveProperty('textContent', ''),
  );
  expect(screen.getByText(/^Above KES 80 per farmer/)).toBeTruthy();
  expect(onClear).not.toHaveBeenCalled();
  await press('Cancel');
  connected = true;
  await approve();
  expect(await screen.findByRole('heading', { name: 'Bulk decision', hidden: true })).toBeTruthy();
  expect(onClear).toHaveBeenCalled();
  await press('Close');
  await approve();
  const startsOf = () => sent.filter((one) => one.call === startCall);
  await waitFor(() => expect(startsOf()).toHaveLength(3));
  const starts = startsOf();
  expect(starts[0]!.body).toEqual({ status: 'approved', rows: [{ _id: application._id, revision: 1 }] });
  const [lost, retried, next] = starts.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(retried).toBe(lost);
  expect(next).not.toBe(lost);
});

it('shows a bulk decision that still runs after the page was closed, stops it, and shows each result', async () => {
  let current = { ...job, total: 4, decided: 1, awaiting: 1 };
  const cancelCall = `POST /government/bulk-decisions/${job._id}/cancel`;
  const rows = [
    { ...jobRow, outcome: 'decided' },
    { ...jobRow, _id: `${job._id}1`, name: 'Seed', outcome: 'changed', message: 'Stale' },
    { ...jobRow, _id: `${job._id}2`, name: 'Tank' },
  ];
  const sent = stubResponses({
    get 'GET /government/bulk-decisions'() {
      return { body: [current] };
    },
    get [`GET /government/bulk-decisions/${job._id}`]() {
      return { body: { ...current, rows } };
    },
    get [cancelCall]() {
      const finishedAt = new Date().toISOString();
      current = { ...current, changed: 1, cancelled: true, finishedAt };
      return { body: current };
    },
  });
  renderApp(<BulkBar rows={[]} onClear={() => {}} />);
  expect(await screen.findByText('2 of 4')).toBeTruthy();
  await press('Stop');
  expect(
    await screen.findByText('Stopped. 1 approved, 1 refused, 1 awaiting a second official'),
  ).toBeTruthy();
  expect(sent.filter((one) => one.call === cancelCall)).toHaveLength(1);
  await press('Show results');
  expect(await screen.findByText(/^Changed meanwhile, so not decided/)).toBeTruthy();
  expect(screen.getByText('Skipped')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Pump', hidden: true }).getAttribute('href')).toBe(
    `/subsidies/cases/${application._id}`,
  );
});

it('a search cleared elsewhere also clears the field', async () => {
  const changes: Filters[] = [];
  function TestPage() {
    const [filters, setFilters] = useState<Filters>({});
    return (
      <>
        <ManagementFilters
          filters={filters}
          onChange={(change) => {
            changes.push(change);
            setFilters({ ...filters, ...change });
          }}
        />
        <button type="button" onClick={() => setFilters({})}>
          Clear
        </button>
      </>
    );
  }
  renderApp(<TestPage />);
  const field = screen.getByLabelText<HTMLInputElement>('Search');
  fireEvent.change(field, { target: { value: 'pumps' } });
  await waitFor(() => expect(changes).toEqual([{ q: 'pumps' }]));
  fireEvent.click(screen.getByText('Clear'));
  expect(field.value).toBe('');
});
