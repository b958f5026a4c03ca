import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp, signIn } from '../../../test/render.tsx';
import { stubResponses, wanjiru } from '../../../test/server.ts';
import AnalyticsPage from './analytics-page.tsx';

const post = { _id: '0199b0de-0000-7000-8000-0000000000bb', county: 'Nakuru', duties: ['view' as const] };

it.each([
  ['national', { ...post, county: null }, 'The country this month'],
  ['county', post, 'Nakuru county this month'],
])('is headed by the area of a %s official, also while it loads', (_, own, heading) => {
  signIn({ ...wanjiru, post: own });
  stubResponses({ 'GET /government/analytics': 'never' });
  renderApp(<AnalyticsPage />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(heading);
});
