/** Routes shared by farmers and officials. */

import { paths } from '@ardhi/contract/paths';
import { lazyPage } from '../lib/page/lazy-page.tsx';
import { loadScreens } from './offline.ts';
import type { AppRoute } from './public-routes.ts';

export const sharedRoutes: readonly AppRoute[] = [
  {
    path: paths.guides,
    title: 'guides.heading',
    page: lazyPage(() => import('../farm/guides/guides-page.tsx'), ['guides']),
  },
  {
    path: paths.guide(':slug'),
    title: 'guides.heading',
    page: lazyPage(() => import('../farm/guides/guide-page.tsx'), ['guides']),
  },
  {
    path: paths.account,
    title: 'app.title.account',
    page: lazyPage(() => import('../accounts/account/account-page.tsx'), ['account', 'auth']),
  },
  {
    path: paths.sync,
    title: 'app.title.sync',
    page: lazyPage(async () => {
      const [page] = await Promise.all([import('../sync/sync-page.tsx'), loadScreens()]);
      return page;
    }, ['outbox', 'land', 'equipment', 'subsidies', 'messages', 'forms', 'score']),
  },
  {
    path: paths.notices,
    title: 'notices.heading',
    page: lazyPage(() => import('../records/notices/notices-page.tsx'), ['notices', 'forms']),
  },
  {
    path: paths.policy(':id'),
    title: 'policies.detail.heading',
    page: lazyPage(() => import('../office/policies/policy-page.tsx'), ['policies', 'forms']),
  },
  {
    path: paths.messages,
    title: 'messages.heading',
    page: lazyPage(() => import('../records/messages/messages-page.tsx'), ['messages', 'forms']),
  },
];
