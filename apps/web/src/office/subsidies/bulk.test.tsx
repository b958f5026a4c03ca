import type { BulkEligibility, ManagedSubsidy } from '@ardhi/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderApp, signIn } from '../../../test/render.tsx';
import { amina, stubResponses, wanjiru } from '../../../test/server.ts';
import { BulkBar } from './bulk.tsx';

const PROGRAMME = '0199b0de-0000-7000-8000-0000000000b0';
const rowOf = (number: number, assignedTo: ManagedSubsidy['assignedTo'] = null) =>
  ({
    _id: `0199b0de-0000-7000-8000-0000000000a${number}`,
    kind: 'application',
    name: `Pump ${number}`,
    amount: 100,
    programmeId: PROGRAMME,
    revision: 1,
    createdAt: '2026-11-15T08:00:00.000Z',
    applicant: { _id: amina._id, name: amina.name, location: null },
    assignedTo,
  }) as ManagedSubsidy;
const [first, second, third] = [
  rowOf(1),
  rowOf(2, { _id: wanjiru._id, name: wanjiru.name }),
  rowOf(3, { _id: amina._id, name: 'Otieno' }),
];
type Responses = Parameters<typeof stubResponses>[0];
type Response = Responses[string];
const others: Responses = {
  'GET /government/bulk-decisions': { body: [] },
  'GET /government/posts/own': { body: { working: null, posts: [], limits: null } },
  'GET /government/templates': { body: [] },
};
const RULES = 'GET /government/bulk-decisions/eligibility';
const START = 'POST /government/bulk-decisions';
const press = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name, hidden: true })));
const approveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Approve', hidden: true });

beforeEach(() => signIn(wanjiru));

it('approves only once the rules are known or could not be loaded, and tells whose cases are selected', async () => {
  const applicant = { _id: amina._id, name: amina.name };
  const results: BulkEligibility[] = [
    { _id: first._id, applicant, meets: true, unmet: [] },
    { _id: second._id, applicant, meets: false, unmet: ['min-acres'] },
  ];
  let rules: Response = 'never';
  const sent = stubResponses({
    ...others,
    get [RULES]() {
      return rules;
    },
    [START]: 'never',
  });
  renderApp(<BulkBar rows={[first, second, third]} onClear={() => {}} />);
  await press('Approve selected');
  expect(screen.getByText('1 of them is assigned to another official.')).toBeTruthy();
  expect(screen.getByText('Checking the rules...')).toBeTruthy();
  expect(approveButton().disabled).toBe(true);

  await press('Cancel');
  rules = { status: 400, body: { message: 'No.' } };
  await press('Approve selected');
  expect(await screen.findByText('The results of the rules could not be loaded')).toBeTruthy();
  expect(approveButton().disabled).toBe(false);

  rules = { body: results };
  await press('Retry');
  await act(async () => fireEvent.click(await screen.findByLabelText(/^Leave out 1/)));
  expect(screen.queryByText('Pump 2')).toBeNull();
  await press('Approve');
  await waitFor(() => expect(sent.at(-1)!.call).toBe(START));
  const selected = [first, third].map(({ _id }) => ({ _id, revision: 1 }));
  expect(sent.at(-1)!.body).toEqual({ status: 'approved', rows: selected });
});

it('rejects without the rules, asks before the reason is discarded, and shows a refusal at the reason', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
  const message = 'There is no placeholder {famer} here.';
  const issues = [{ path: 'reason', code: 'placeholder', message }];
  const sent = stubResponses({
    ...others,
    [START]: { status: 400, body: { code: 'validation', message: 'Invalid.', issues } },
  });
  renderApp(<BulkBar rows={[first, second]} onClear={() => {}} />);
  await press('Reject selected');
  await press('Reject');
  expect(await screen.findByText('Please enter a reason.')).toBeTruthy();
  const field = screen.getByLabelText<HTMLTextAreaElement>(/^Reason for all of them/);
  fireEvent.change(field, { target: { value: 'No, {famer}' } });
  await press('Reject');
  expect(await screen.findByText(message)).toBeTruthy();
  const pressEscape = () =>
    act(async () => fireEvent.keyDown(screen.getByRole('dialog', { hidden: true }), { key: 'Escape' }));
  await pressEscape();
  expect(field.value).toBe('No, {famer}');
  await pressEscape();
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
  expect(confirm).toHaveBeenCalledTimes(2);
  expect(sent.map(({ call }) => call)).not.toContain(RULES);
});
