/** What is shown where, and to whom. A new page is one entry here. */
import type { Role } from '@ardhi/contract';
import { matchPath } from 'react-router';
import type { MessageKey } from '../lib/i18n.tsx';
import { type LazyPage, lazyPage } from './lazy-page.tsx';
import { FEATURES, paths } from './paths.ts';

export interface AppRoute {
  path: string;
  access: 'public' | 'signed-in' | Role;
  title: MessageKey;
  page: LazyPage;
}

export const homePage = lazyPage(() => import('../public/home-page.tsx'), ['home']);
export const notFoundPage = lazyPage(() => import('./not-found-page.tsx'));
export const signedInFrame = lazyPage(() => import('./signed-in-frame.tsx'));

const featurePage = lazyPage(() => import('../public/feature-page.tsx'), ['features']);

export const routes: readonly AppRoute[] = [
  { path: paths.home, access: 'public', title: 'app.title.home', page: homePage },
  {
    path: paths.contact,
    access: 'public',
    title: 'app.title.contact',
    page: lazyPage(() => import('../public/contact-page.tsx'), ['contact']),
  },
  ...FEATURES.map((feature): AppRoute => {
    return {
      path: paths.feature(feature),
      access: 'public',
      title: `app.title.${feature}`,
      page: featurePage,
    };
  }),
  {
    path: paths.login,
    access: 'public',
    title: 'app.title.login',
    page: lazyPage(() => import('../auth/login-page.tsx'), ['auth']),
  },
  {
    path: paths.register,
    access: 'public',
    title: 'app.title.register',
    page: lazyPage(() => import('../auth/register-page.tsx'), ['auth']),
  },
  {
    path: paths.forgotPassword,
    access: 'public',
    title: 'app.title.forgotPassword',
    page: lazyPage(() => import('../auth/forgot-password-page.tsx'), ['auth']),
  },
  {
    path: paths.resetPassword,
    access: 'public',
    title: 'app.title.resetPassword',
    page: lazyPage(() => import('../auth/reset-password-page.tsx'), ['auth']),
  },
  {
    path: paths.confirmEmail,
    access: 'public',
    title: 'app.title.confirmEmail',
    page: lazyPage(() => import('../auth/confirm-email-page.tsx'), ['auth']),
  },
  {
    path: paths.dashboard,
    access: 'farmer',
    title: 'app.title.dashboard',
    page: lazyPage(() => import('../dashboard/farmer-dashboard.tsx'), ['dashboard', 'land', 'score']),
  },
  {
    path: paths.land,
    access: 'farmer',
    title: 'land.list.heading',
    page: lazyPage(() => import('../land/land-list-page.tsx'), ['land']),
  },
  {
    path: paths.landDetail(':id'),
    access: 'farmer',
    title: 'land.detail.heading',
    page: lazyPage(() => import('../land/land-detail-page.tsx'), ['land', 'score']),
  },
  {
    path: paths.monthlyReport,
    access: 'farmer',
    title: 'land.monthly.heading',
    page: lazyPage(() => import('../land/monthly-report-page.tsx'), ['land']),
  },
  {
    path: paths.sustainabilityReport,
    access: 'farmer',
    title: 'land.yearly.heading',
    page: lazyPage(() => import('../land/sustainability-report-page.tsx'), ['land', 'score']),
  },
  {
    path: paths.guides,
    access: 'signed-in',
    title: 'guides.heading',
    page: lazyPage(() => import('../guides/guides-page.tsx'), ['guides']),
  },
  {
    path: paths.guide(':slug'),
    access: 'signed-in',
    title: 'guides.heading',
    page: lazyPage(() => import('../guides/guide-page.tsx'), ['guides']),
  },
  {
    path: paths.dashboard,
    access: 'government',
    title: 'app.title.dashboard',
    page: lazyPage(() => import('../dashboard/government-dashboard.tsx'), ['dashboard']),
  },
  {
    path: paths.account,
    access: 'signed-in',
    title: 'app.title.account',
    page: lazyPage(() => import('../account/account-page.tsx'), ['account']),
  },
  {
    path: paths.contactMessages,
    access: 'government',
    title: 'app.title.contactMessages',
    page: lazyPage(() => import('../account/contact-messages-page.tsx'), ['account']),
  },
  {
    path: paths.notices,
    access: 'signed-in',
    title: 'notices.heading',
    page: lazyPage(() => import('../notices/notices-page.tsx'), ['notices']),
  },
  {
    path: paths.policy(':id'),
    access: 'signed-in',
    title: 'policies.detail.heading',
    page: lazyPage(() => import('../policies/policy-page.tsx'), ['policies']),
  },
  {
    path: paths.messages,
    access: 'signed-in',
    title: 'messages.heading',
    page: lazyPage(() => import('../messages/messages-page.tsx'), ['messages']),
  },
  ...developmentRoutes(),
];

/** The gallery of the kit; a production build has neither the address nor the code. */
function developmentRoutes(): AppRoute[] {
  if (!import.meta.env.DEV) return [];
  const page = lazyPage(() => import('../ui/dev-page.tsx'));
  return [{ path: '/dev/ui', access: 'public', title: 'app.name', page }];
}

/** Addresses that the specification protects, whether or not a page of this version answers them. */
const RESERVED = ['/dashboard', '/land', '/subsidies', '/equipment', '/analytics', '/detailed-analytics'];

/** Below these, signed-out visitors see the home page. */
export const protectedPrefixes: readonly string[] = [
  ...new Set([
    ...RESERVED,
    ...routes.filter((route) => route.access !== 'public').map((route) => `/${route.path.split('/')[1]}`),
  ]),
];

export function isProtected(pathname: string): boolean {
  return protectedPrefixes.some((prefix) => matchPath(`${prefix}/*`, pathname) !== null);
}

export function mayOpen(route: AppRoute, role: Role | undefined): boolean {
  return route.access === 'public' || (role !== undefined && [role, 'signed-in'].includes(route.access));
}

/** The page that this visitor will be shown, so that it can be fetched before it is drawn. */
export function pageFor(pathname: string, role: Role | undefined): LazyPage {
  const route = routes.find((found) => mayOpen(found, role) && matchPath(found.path, pathname));
  if (route) return route.page;
  return role === undefined && isProtected(pathname) ? homePage : notFoundPage;
}
