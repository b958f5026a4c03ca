/** Public routes. Every page loads this file; routes after login are in routes.ts. */

import { FEATURES, PROTECTED_PREFIXES, paths } from '@ardhi/contract/paths';
import { matchPath } from 'react-router';
import { type LazyPage, lazyPage } from '../lib/page/lazy-page.tsx';
import type { MessageKey } from '../lib/text/i18n.tsx';

export interface AppRoute {
  path: string;
  title: MessageKey;
  page: LazyPage;
}

export const homePage = lazyPage(() => import('../public/home-page.tsx'), ['home']);
export const notFoundPage = lazyPage(() => import('./not-found-page.tsx'));

const featurePage = lazyPage(() => import('../public/feature-page.tsx'), ['features']);
const contactPage = lazyPage(() => import('../public/contact-page.tsx'), ['contact']);
const aboutPage = lazyPage(() => import('../public/about-page.tsx'), ['about']);
const scoreMethodPage = lazyPage(() => import('../public/score-method-page.tsx'), ['about']);
const loginPage = lazyPage(() => import('../accounts/auth/login-page.tsx'), ['auth']);
const registerPage = lazyPage(() => import('../accounts/auth/register-page.tsx'), ['auth']);
const forgotPasswordPage = lazyPage(() => import('../accounts/auth/forgot-password-page.tsx'), ['auth']);
const resetPasswordPage = lazyPage(() => import('../accounts/auth/reset-password-page.tsx'), ['auth']);
const confirmEmailPage = lazyPage(() => import('../accounts/auth/confirm-email-page.tsx'), ['auth']);

export const publicRoutes: readonly AppRoute[] = [
  { path: paths.home, title: 'app.title.home', page: homePage },
  { path: paths.contact, title: 'app.title.contact', page: contactPage },
  { path: paths.about, title: 'app.title.about', page: aboutPage },
  { path: paths.scoreMethod, title: 'app.title.scoreMethod', page: scoreMethodPage },
  ...FEATURES.map(
    (feature): AppRoute => ({
      path: paths.feature(feature),
      title: `app.title.${feature}`,
      page: featurePage,
    }),
  ),
  { path: paths.login, title: 'app.title.login', page: loginPage },
  { path: paths.register, title: 'app.title.register', page: registerPage },
  { path: paths.forgotPassword, title: 'app.title.forgotPassword', page: forgotPasswordPage },
  { path: paths.resetPassword, title: 'app.title.resetPassword', page: resetPasswordPage },
  { path: paths.confirmEmail, title: 'app.title.confirmEmail', page: confirmEmailPage },
];

export function isProtected(pathname: string): boolean {
  return PROTECTED_PREFIXES.some((prefix) => matchPath(`${prefix}/*`, pathname) !== null);
}

/** The page that a signed-out visitor sees at this path. */
export function publicPageFor(pathname: string): LazyPage {
  const route = publicRoutes.find(({ path }) => matchPath(path, pathname));
  if (route) return route.page;
  return isProtected(pathname) ? homePage : notFoundPage;
}
