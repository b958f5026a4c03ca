import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp, signIn } from '../../../test/render.tsx';
import { wanjiru } from '../../../test/server.ts';
import { CaseActions } from './case-actions.tsx';

const row = { _id: wanjiru._id, name: 'Pump', assignedTo: null } as never;

it.each([
  ['without a post', null, 2],
  [
    'with the duty to decide',
    { _id: wanjiru._id, county: 'Nakuru', duties: ['view' as const, 'decide' as const] },
    2,
  ],
  ['with the duty to view only', { _id: wanjiru._id, county: 'Nakuru', duties: ['view' as const] }, 0],
])('an official %s is offered the assignments that the server allows', (_whom, post, count) => {
  signIn({ ...wanjiru, post });
  renderApp(<CaseActions row={row} />);
  expect(screen.queryAllByRole('button')).toHaveLength(count);
});
