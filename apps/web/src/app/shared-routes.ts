/** Routes shared by farmers and officials. */

import { paths } from '@ardhi/contract/paths';
import { lazyPage } from '../lib/page/lazy-page.tsx';
import { loadScreens } from './offline.ts';
import type { AppRoute } from './public-routes.ts';

const guidesPage = lazyPage(() => import('../farm/guides/guides-page.tsx'), ['guides']);
const userGuidePage = lazyPage(() => import('../public/user-guide-page.tsx'), ['guides']);
const guidePage = lazyPage(() => import('../farm/guides/guide-page.tsx'), ['guides']);
const accountPage = lazyPage(
  () => import('../accounts/account/account-page.tsx'),
  ['account', 'auth', 'forms'],
);
const syncPage = lazyPage(async () => {
  const [page] = await Promise.all([import('../sync/sync-page.tsx'), loadScreens()]);
  return page;
}, ['sync', 'outbox', 'land', 'equipment', 'subsidies', 'messages', 'forms', 'score']);
const noticesPage = lazyPage(() => import('../records/notices/notices-page.tsx'), ['notices', 'forms']);
const policyPage = lazyPage(
  () => import('../office/policies/policy-page.tsx'),
  ['policies', 'reach', 'forms'],
);
const messagesPage = lazyPage(() => import('../records/messages/messages-page.tsx'), ['messages', 'forms']);

export const sharedRoutes: readonly AppRoute[] = [
  { path: paths.guides, title: 'guides.heading', page: guidesPage },
  // Before the guides on farming, whose path matches it, too.
  { path: paths.userGuide, title: 'guides.user.title', page: userGuidePage },
  { path: paths.guide(':slug'), title: 'guides.heading', page: guidePage },
  { path: paths.account, title: 'app.title.account', page: accountPage },
  { path: paths.sync, title: 'app.title.sync', page: syncPage },
  { path: paths.notices, title: 'notices.heading', page: noticesPage },
  { path: paths.policy(':id'), title: 'policies.detail.heading', page: policyPage },
  { path: paths.messages, title: 'messages.heading', page: messagesPage },
];
