import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { renderApp, signIn } from '../../../test/render.tsx';
import { stubResponses, wanjiru } from '../../../test/server.ts';
import { RemindersPanel } from './reminders-panel.tsx';

const settings = { harvest: true, service: true, programme: true, mail: false };

beforeEach(() => signIn(wanjiru));

it('saves each switch immediately, and reverts it when saving fails', async () => {
  let stored = settings;
  let works = true;
  const sent = stubResponses({
    get 'GET /reminders/settings'() {
      return { body: stored };
    },
    get 'PUT /reminders/settings'() {
      if (works) stored = { ...settings, service: false };
      return works ? { body: stored } : { status: 500, body: { message: 'Broken', code: 'internal' } };
    },
  });
  renderApp(<RemindersPanel />);
  const user = userEvent.setup();
  const service = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: 'Equipment needs a service',
  });
  await waitFor(() => expect(service.disabled).toBe(false));
  await user.click(service);
  await waitFor(() =>
    expect(sent.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body)).toEqual([stored]),
  );
  works = false;
  await user.click(screen.getByRole('checkbox', { name: 'A harvest is due' }));
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'A harvest is due' }).checked).toBe(true),
  );
  expect(service.checked).toBe(false);
});
