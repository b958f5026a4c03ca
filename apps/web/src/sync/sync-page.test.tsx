import 'fake-indexeddb/auto';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp, signIn } from '../../test/render.tsx';
import { amina } from '../../test/server.ts';
import { startOutbox } from '../outbox/current.ts';
import SyncPage from './sync-page.tsx';

it('a phone that never sent a change does not contradict itself', async () => {
  startOutbox(async () => {});
  signIn(amina);
  renderApp(<SyncPage />);
  await screen.findByText('Everything has been sent');
  expect(screen.queryByText('Nothing has been sent from this phone yet.')).toBeNull();
});
