import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp, signIn } from '../../../test/render.tsx';
import { amina, stubResponses, wanjiru } from '../../../test/server.ts';
import { connection } from '../../lib/http/connection.ts';
import { ErrorState } from './error-state.tsx';

const ADVICE = 'Check your connection and try again.';

it.each([
  { user: amina, isPromised: true },
  { user: wanjiru, isPromised: false },
])(
  'without a connection, only a farmer is promised that the page stays on the phone',
  ({ user, isPromised }) => {
    stubResponses({ 'GET /health': 'no network' });
    connection.report(false);
    signIn(user);
    renderApp(<ErrorState headline="Could not load" detail={ADVICE} />);
    expect(screen.queryByText('This is not on your phone yet') !== null).toBe(isPromised);
    expect(screen.queryByText(ADVICE) === null).toBe(isPromised);
    connection.report(true);
  },
);
