import type { SubsidyDossier } from '@ardhi/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderApp, signIn } from '../../../test/render.tsx';
import { stubResponses, wanjiru } from '../../../test/server.ts';
import { Notes } from './notes.tsx';

const row = (id: string) =>
  ({ _id: id, kind: 'application', notes: [], applicantFacts: {} }) as unknown as SubsidyDossier;
const field = () => screen.getByLabelText<HTMLTextAreaElement>('New note');

afterEach(() => localStorage.clear());

it('keeps the draft of each case until it is sent', async () => {
  signIn(wanjiru);
  stubResponses({ 'POST /government/subsidies/1/notes': { status: 201, body: {} } });
  const open = (id: string) => renderApp(<Notes row={row(id)} />);
  const first = open('1');
  fireEvent.change(field(), { target: { value: 'Call the farmer' } });
  first.unmount();
  const second = open('2');
  expect(field().value).toBe('');
  second.unmount();
  const again = open('1');
  expect(field().value).toBe('Call the farmer');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Add Note' })));
  await waitFor(() => expect(field().value).toBe(''));
  again.unmount();
  open('1');
  expect(field().value).toBe('');
});
