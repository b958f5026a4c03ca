import type { Case } from '@ardhi/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderApp, signIn } from '../../../test/render.tsx';
import { amina, OUR_HEADERS, stubResponses, wanjiru } from '../../../test/server.ts';
import { storage } from '../../lib/device/storage.ts';
import QueuePage from './queue-page.tsx';

const idOf = (n: number) => `0199b0de-0000-7000-8000-0000000000c${n}`;
const row = (n: number, more: Partial<Case> = {}) =>
  ({
    _id: idOf(n),
    reference: `2026-32-AAAAA${n}`,
    kind: 'application',
    name: `Case ${n}`,
    description: 'Seed',
    amount: 100 * n,
    status: 'pending',
    county: 'Nakuru',
    applicant: { _id: amina._id, name: amina.name, location: null },
    assignedTo: null,
    programmeId: null,
    programmeName: null,
    returned: null,
    appealOf: null,
    needsTwo: false,
    marks: [],
    revision: 1,
    createdAt: '2026-11-15T08:00:00.000Z',
    age: 3,
    dueOn: '2026-12-01',
    late: false,
    risen: false,
    hasRules: false,
    meets: null,
    ...more,
  }) as unknown as Case;

const dossier = (one: Case) => ({
  ...one,
  timeline: [],
  facts: null,
  evidence: null,
  applicantFacts: null,
  workingDay: 3,
  leftInProgramme: null,
});
const requirements = (n: number) => ({
  _id: idOf(n),
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
});
const counts = {
  mine: 0,
  office: 3,
  nobody: 3,
  late: 0,
  approval: 0,
  second: 0,
  corrected: 0,
  returned: 0,
  reopened: 0,
};

function answers(rows: Case[]) {
  return {
    'GET /government/queue': { body: rows },
    'GET /government/queue/counts': { body: counts },
    'GET /subsidies/admin/all': { body: [] },
    ...Object.fromEntries(
      rows.flatMap((one, index) => [
        [`GET /government/subsidies/${one._id}`, { body: dossier(one) }],
        [`GET /government/subsidies/${one._id}/approval`, { body: requirements(index + 1) }],
        [`PUT /government/subsidies/${one._id}`, { body: { ...one, status: 'approved' } }],
        [`PUT /government/queue/${one._id}`, { body: one }],
      ]),
    ),
  };
}

const press = (key: string, target: Element = document.body, more: object = {}) =>
  act(async () => void fireEvent.keyDown(target, { key, ...more }));
const openCase = (name: string) => screen.findByRole('article', { name });

const approveOpenCase = async () => {
  await press('a');
  const dialog = await screen.findByRole('dialog', { hidden: true });
  const approve = await within(dialog).findByRole('button', { name: 'Approve', hidden: true });
  expect(document.activeElement).toBe(approve);
  await act(async () => fireEvent.click(approve));
};

/** Serves the list in these pages; the other calls are stubbed before. */
function stubPages(pages: Case[][]) {
  const stubbed = fetch;
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(input, 'http://test');
    if (!pathname.endsWith('/government/queue')) return stubbed(input, init);
    const page = Number(searchParams.get('cursor') ?? 0);
    const headers = new Headers({ ...OUR_HEADERS, 'X-Total-Count': String(pages.flat().length) });
    if (pages[page + 1]) headers.set('Link', `</api/government/queue?cursor=${page + 1}>; rel="next"`);
    return new Response(JSON.stringify(pages[page]), { headers });
  });
}

beforeEach(() => {
  signIn(wanjiru);
  Element.prototype.scrollIntoView = () => {};
});
afterEach(() => storage.remove('case-keys'));

it('opens the next case after a decision, with two keys for the routine case', async () => {
  const sent = stubResponses(answers([row(1), row(2), row(3)]));
  renderApp(<QueuePage />, { path: '/queue' });
  await screen.findByRole('link', { name: 'Case 1' });
  await press('j');
  await openCase('Case 1');
  await press('j');
  await openCase('Case 2');
  await press('k');
  await openCase('Case 1');
  await press('a', document.body, { repeat: true });
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
  await approveOpenCase();
  await openCase('Case 2');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Case 2' }));
  expect(sent.find(({ call }) => call === `PUT /government/subsidies/${idOf(1)}`)?.body).toEqual({
    status: 'approved',
    revision: 1,
  });
});

it('keys decide the version that is read, not a newer one of the list', async () => {
  const stubs: Parameters<typeof stubResponses>[0] = {
    ...answers([row(1, { revision: 2 })]),
    [`GET /government/subsidies/${idOf(1)}`]: 'never',
  };
  stubResponses(stubs);
  const { unmount } = renderApp(<QueuePage />, { path: `/queue?case=${idOf(1)}` });
  await screen.findByRole('link', { name: 'Case 1' });
  await press('a');
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
  unmount();
  stubs[`GET /government/subsidies/${idOf(1)}`] = { body: dossier(row(1)) };
  const sent = stubResponses(stubs);
  renderApp(<QueuePage />, { path: `/queue?case=${idOf(1)}` });
  await openCase('Case 1');
  await approveOpenCase();
  await waitFor(() =>
    expect(sent.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({
      status: 'approved',
      revision: 1,
    }),
  );
});

it('finds the open case on a later page, and opens the next one across the end of a page', async () => {
  const rows = [row(1), row(2), row(3)];
  stubResponses(answers(rows));
  stubPages(rows.map((one) => [one]));
  renderApp(<QueuePage />, { path: `/queue?case=${idOf(2)}` });
  await openCase('Case 2');
  expect(await screen.findByText('2 of 3')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Case 3' })).toBeNull();
  await approveOpenCase();
  await openCase('Case 3');
});

it('does not look for a decided case on later pages', async () => {
  const rows = [row(1), row(2)];
  stubResponses(answers([row(3, { status: 'approved' }), ...rows]));
  stubPages(rows.map((one) => [one]));
  renderApp(<QueuePage />, { path: `/queue?case=${idOf(3)}` });
  await openCase('Case 3');
  await screen.findByRole('link', { name: 'Case 1' });
  expect(screen.queryByRole('link', { name: 'Case 2' })).toBeNull();
});

it('selects no rows of filters that were changed before the rows came', async () => {
  stubResponses(answers([row(1), row(2)]));
  const stubbed = fetch;
  let release = () => {};
  const gathered = new Promise<void>((resolve) => {
    release = resolve;
  });
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (/queue\?.*limit=100/.test(input)) await gathered;
    return stubbed(input, init);
  });
  renderApp(<QueuePage />, { path: '/queue' });
  const all = await screen.findByLabelText('Select all pending');
  await act(async () => fireEvent.click(all));
  await act(async () => fireEvent.click(screen.getByRole('link', { name: /Assigned to me$/ })));
  await act(async () => release());
  expect(await screen.findByLabelText<HTMLInputElement>('Select all pending')).toHaveProperty(
    'checked',
    false,
  );
  expect(screen.queryByText(/selected/)).toBeNull();
});

it('names the official that an empty list is filtered by', async () => {
  const otieno = { _id: idOf(9), name: 'Otieno', openCases: 0 };
  stubResponses({ ...answers([]), 'GET /government/staff': { body: [otieno] } });
  renderApp(<QueuePage />, { path: `/queue?assignedTo=${otieno._id}` });
  expect(await screen.findByRole('button', { name: /Assigned to Otieno/ })).toBeTruthy();
  expect(screen.getByRole('combobox', { name: 'Official', hidden: true })).toHaveProperty('value', 'Otieno');
});

it('keys do nothing in a field, in a dialog or once they are switched off', async () => {
  stubResponses(answers([row(1), row(2)]));
  renderApp(<QueuePage />, { path: `/queue?case=${idOf(1)}` });
  await openCase('Case 1');
  await screen.findByRole('link', { name: 'Case 2' });
  await press('/');
  const field = screen.getByRole('searchbox');
  expect(document.activeElement).toBe(field);
  await press('j', field);
  await press('a', field);
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
  await openCase('Case 1');
  await press('?');
  await press('j');
  await openCase('Case 1');
  await act(async () => fireEvent.click(screen.getByLabelText('Use these keys')));
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Close', hidden: true })));
  await press('j');
  await openCase('Case 1');
});

it('keeps what was typed when a colleague decides, and when the list changes behind the dialog', async () => {
  const open = row(1);
  const stubs = answers([open]);
  stubResponses(stubs);
  renderApp(<QueuePage />, { path: `/queue?case=${idOf(1)}` });
  await openCase('Case 1');
  await screen.findByRole('link', { name: 'Case 1' });
  await press('r');
  const reason = await screen.findByLabelText<HTMLTextAreaElement>(/^Reason/);
  fireEvent.change(reason, { target: { value: 'No quotation' } });
  const decided = { ...open, status: 'approved' as const };
  Object.assign(stubs, {
    'GET /government/queue': { body: [] },
    [`GET /government/subsidies/${idOf(1)}`]: { body: dossier(decided) },
    [`PUT /government/subsidies/${idOf(1)}`]: {
      status: 409,
      body: { message: 'Decided.', code: 'subsidy-decided', current: decided },
    },
  });
  stubResponses(stubs);
  await act(async () =>
    fireEvent.click(within(reason.closest('dialog')!).getByRole('button', { name: 'Reject', hidden: true })),
  );
  expect(await screen.findByText('This was already decided: approved.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Case 1' })).toBeNull());
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe('No quotation');
});

it('asks once before the case of a colleague is decided', async () => {
  const questions: string[] = [];
  window.confirm = (text) => {
    questions.push(text ?? '');
    return true;
  };
  stubResponses(answers([row(1, { assignedTo: { _id: amina._id, name: 'Otieno' } })]));
  renderApp(<QueuePage />, { path: '/queue' });
  for (let time = 0; time < 2; time++) {
    const reject = await screen.findByRole('button', { name: 'Reject Case 1' });
    await act(async () => fireEvent.click(reject));
    const dialog = await screen.findByRole('dialog', { hidden: true });
    await act(async () =>
      fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel', hidden: true })),
    );
    await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull());
  }
  expect(questions).toEqual(['This application is assigned to Otieno. Continue anyway?']);
});

it('asks before a key assigns the case of a colleague to the caller', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
  const sent = stubResponses(answers([row(1, { assignedTo: { _id: amina._id, name: 'Otieno' } })]));
  renderApp(<QueuePage />, { path: `/queue?case=${idOf(1)}` });
  await openCase('Case 1');
  const assigned = () => sent.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body);
  await press('m');
  expect(assigned()).toEqual([]);
  await press('m');
  await waitFor(() => expect(assigned()).toEqual([{ to: wanjiru._id, from: amina._id }]));
  expect(confirm).toHaveBeenCalledTimes(2);
});

it('shows the official of a case to those who only view', async () => {
  signIn({ ...wanjiru, post: { _id: wanjiru._id, county: null, duties: ['view'] } });
  stubResponses(answers([row(1, { assignedTo: { _id: amina._id, name: 'Otieno' } })]));
  renderApp(<QueuePage />, { path: `/queue?case=${idOf(1)}` });
  expect(within(await openCase('Case 1')).getByText('Otieno')).toBeTruthy();
});

it.each([
  ['without a post', undefined, 1],
  ['with the duty to view only', ['view'], 0],
] as const)('offers an official %s what the server allows', async (_whom, duties, count) => {
  signIn({ ...wanjiru, post: duties && { _id: wanjiru._id, county: null, duties: [...duties] } });
  stubResponses(answers([row(1)]));
  renderApp(<QueuePage />, { path: '/queue' });
  await screen.findByRole('link', { name: 'Case 1' });
  for (const name of ['Approve Case 1', 'Reject Case 1', 'Assign to me: Case 1'])
    expect(screen.queryAllByRole('button', { name })).toHaveLength(count);
  expect(screen.queryAllByRole('checkbox')).toHaveLength(count);
});
