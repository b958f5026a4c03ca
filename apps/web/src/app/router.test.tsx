import { FEATURES, paths } from '@ardhi/contract/paths';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { matchPath } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderApp, signIn, testConfig } from '../../test/render.tsx';
import { amina, stubResponses, wanjiru } from '../../test/server.ts';
import { sessionStore } from '../lib/session/session-store.ts';
import { App } from './app.tsx';
import { routes as farmerRoutes } from './farmer-routes.tsx';
import { routes as governmentRoutes } from './government-routes.tsx';
import { isProtected, publicRoutes } from './public-routes.ts';

/** Pages load lazily, so rendering is asynchronous. */
const open = (path: string) =>
  act(async () => renderApp(<App config={testConfig} language="en" />, { path }));
const heading = async (name: string | RegExp) => await screen.findByRole('heading', { level: 1, name });

beforeEach(() => {
  sessionStore.forget();
  window.scrollTo = () => {};
});

describe('routes', () => {
  it('after login are all under a protected prefix', () => {
    const routes = [...farmerRoutes, ...governmentRoutes];
    expect(routes.map(({ path }) => path).filter((path) => !isProtected(path))).toEqual([]);
  });

  it('are all listed in paths, which the tests of every page use', () => {
    const addresses = Object.values(paths).map((path) =>
      typeof path === 'string' ? path : path('x', 'draw'),
    );
    const known = [...addresses, ...FEATURES.map(paths.feature)].map((address) =>
      address.replace(/\?.*/, ''),
    );
    const unknown = [...publicRoutes, ...farmerRoutes, ...governmentRoutes].filter(
      ({ path }) => path !== '/dev/ui' && !known.some((address) => matchPath(path, address)),
    );
    expect(unknown.map(({ path }) => path)).toEqual([]);
  });

  it('shows each role its own dashboard', async () => {
    stubResponses({ 'GET /events': 'never' });
    signIn(amina);
    const { unmount } = await open('/dashboard');
    await heading('Your land today');
    unmount();
    signIn(wanjiru);
    await open('/dashboard');
    await heading('The country today');
  });

  it('shows not found for a route of the other role', async () => {
    stubResponses({ 'GET /events': 'never' });
    signIn(amina);
    for (const path of [paths.contactMessages, paths.subsidyManage, paths.appeals]) {
      const { unmount } = await open(path);
      await heading('Page not found');
      unmount();
    }
  });

  it('shows Loading while the profile is fetched', async () => {
    stubResponses({ 'GET /auth/profile': 'never', 'GET /events': 'never' });
    localStorage.setItem('token', 't');
    localStorage.setItem('user', JSON.stringify(amina));
    void sessionStore.start();
    await open('/dashboard');
    expect((await screen.findByRole('status')).textContent).toContain('Loading');
  });
});

describe('navigation', () => {
  it('greets the user, shows the role’s links, and Logout returns home', async () => {
    stubResponses({ 'GET /events': 'never', 'POST /auth/logout': {} });
    signIn(wanjiru);
    await open('/dashboard');
    expect(await screen.findByText('Welcome, Wanjiru Kamau')).toBeTruthy();
    const footer = within(screen.getByRole('contentinfo'));
    expect(footer.getByRole('link', { name: 'Detailed Analytics' }).getAttribute('href')).toBe(
      '/detailed-analytics',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    await heading(/^Know what your field needs/);
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('uses the language of the account if none was chosen on the device', async () => {
    stubResponses({ 'GET /events': 'never' });
    // biome-ignore lint/suspicious/noDocumentCookie: the test environment has no cookie store
    document.cookie = 'lang=; Max-Age=0; Path=/';
    signIn({ ...wanjiru, language: 'sw' });
    await open('/nowhere');
    await heading('Ukurasa haukupatikana');
  });

  it('disables social links without a URL', async () => {
    stubResponses({});
    await open('/');
    const facebook = await screen.findByText('Facebook');
    expect(facebook.getAttribute('aria-disabled')).toBe('true');
    expect(facebook.hasAttribute('href')).toBe(false);
    expect(screen.getByText('X').getAttribute('href')).toBe('https://x.example/ardhi');
  });
});
