import 'fake-indexeddb/auto';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { amina } from '../../test/server.ts';
import { sessionStore } from '../lib/session/session-store.ts';
import { LanguageProvider } from '../lib/text/i18n.tsx';
import { currentOutbox, startOutbox } from '../outbox/current.ts';
import { registerOfflineCalls } from '../outbox/offline-calls.ts';
import { openStore } from '../outbox/store.ts';
import { LostChanges } from './lost-changes.tsx';

registerOfflineCalls({ 'POST /land': { kind: 'land', effect: 'create', label: 'land.queued.add' } });
startOutbox(async () => {});
afterEach(() => sessionStore.forget());

it('names sent changes that a restore lost, until they are dismissed', async () => {
  const store = await openStore('lost');
  const entry = {
    call: 'POST /land',
    params: {},
    body: { _id: '1', name: 'North field' },
    key: 'k',
  } as const;
  await store.change(() => ({ add: { ...entry, state: 'sent', madeAt: 1, sentAt: 2, attempts: 1 } }));
  const [sent] = await store.all();
  await store.change(() => ({ drop: [sent!], sentAt: 3 }));
  store.close();
  sessionStore.signIn({ token: 't', role: 'farmer', user: { ...amina, _id: 'lost' } });
  const opened = await currentOutbox();
  await opened?.outbox.beginEpoch({ id: 'a', restoredTo: 1 });
  render(
    <LanguageProvider initial="en">
      <LostChanges />
    </LanguageProvider>,
  );
  expect(await screen.findByText('1 sent change was lost')).toBeTruthy();
  expect(screen.getByText(/North field/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await expect.poll(() => screen.queryByText('1 sent change was lost')).toBeNull();
  expect(await opened?.outbox.lost()).toEqual([]);
});
