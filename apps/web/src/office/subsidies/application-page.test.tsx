import type { Application } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { renderApp, signIn } from '../../../test/render.tsx';
import { amina, stubResponses } from '../../../test/server.ts';
import { addDays, today } from '../../lib/device/dates.ts';
import { ConfirmProvider } from '../../ui/feedback/confirm.tsx';
import ApplicationPage from './application-page.tsx';

const ID = '0199b0de-0000-7000-8000-0000000000b1';
const pump: Application = {
  _id: ID,
  kind: 'application',
  name: 'Diesel pump',
  description: 'For the river plot.',
  amount: 88_000,
  status: 'pending',
  reason: null,
  decidedAt: null,
  decidedBy: null,
  programmeId: null,
  programmeName: null,
  parcelIds: [],
  waiting: { office: 'Nakuru', day: 6, of: 14 },
  revision: 1,
  createdAt: '2026-11-10T08:00:00.000Z',
  editedAt: null,
  returned: null,
  appealUntil: null,
  appeal: null,
  appealOf: null,
};

function open(application: Application, responses: Parameters<typeof stubResponses>[0] = {}) {
  stubResponses({ 'GET /subsidies': { body: [application] }, ...responses });
  renderApp(
    <ConfirmProvider>
      <Routes>
        <Route path={paths.subsidy(':id')} element={<ApplicationPage />} />
      </Routes>
    </ConfirmProvider>,
    { path: paths.subsidy(ID) },
  );
}

beforeEach(() => signIn(amina));

it('shows the days waited, the history and the next step of a pending application', async () => {
  open(pump);
  expect(await screen.findByRole('heading', { level: 1, name: 'Diesel pump' })).toBeTruthy();
  expect(screen.getByText('Pending at Nakuru county, working day 6 of 14')).toBeTruthy();
  expect(screen.getByText('Your office decides. You get a notice of the decision.')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 2, name: 'History' })).toBeTruthy();
});

it('shows the reason of a rejection, and the last day of an appeal', async () => {
  const appealUntil = addDays(today(), 12);
  open({ ...pump, status: 'rejected', waiting: null, reason: 'The old pump works', appealUntil });
  expect(await screen.findByText('The old pump works')).toBeTruthy();
  expect(screen.getByText(/^You can appeal until .*, or apply again\.$/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Appeal' })).toBeTruthy();
});

it('lists return, decision and appeal in the history', async () => {
  const appeal = {
    reason: 'It is broken',
    answer: 'No',
    at: '2026-11-16T08:00:00.000Z',
    newApplicationId: null,
  };
  open({
    ...pump,
    status: 'rejected',
    waiting: null,
    decidedAt: '2026-11-14T08:00:00.000Z',
    decidedBy: 'Afisa',
    appeal: { ...appeal, status: 'dismissed', decidedAt: '2026-11-17T08:00:00.000Z' },
  });
  const history = await screen.findByRole('list', { name: 'History' });
  const titles = ['Application sent', 'Rejected', 'Appealed', 'Appeal dismissed'];
  for (const title of titles) expect(within(history).getByText(title)).toBeTruthy();
});

it('asks the server for an application that is not in the list', async () => {
  const other = { ...pump, _id: '0199b0de-0000-7000-8000-0000000000b2' };
  open(other, { [`GET /subsidies/${ID}`]: { body: pump } });
  expect(await screen.findByRole('heading', { level: 1, name: 'Diesel pump' })).toBeTruthy();
});

it('says that an application does not exist', async () => {
  open(
    { ...pump, _id: '0199b0de-0000-7000-8000-0000000000b2' },
    { [`GET /subsidies/${ID}`]: { status: 404, body: { message: 'Not found' } } },
  );
  expect(await screen.findByText('Application not found')).toBeTruthy();
});
