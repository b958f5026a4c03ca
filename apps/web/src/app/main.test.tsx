/** Pages served in another language than the chosen one, from the browser cache or as the cached shell. */
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { stubResponses } from '../../test/server.ts';
import { rememberLanguage } from '../lib/text/language.ts';
import { type PrerenderedPage, prerender } from './prerender.tsx';

const pages = await prerender();

/** The document as `build.mjs` writes it. */
function serve(file: string, path: string): void {
  const page = pages.find((one) => one.file === file) as PrerenderedPage;
  const html = document.documentElement;
  html.lang = page.language;
  html.dataset.prerendered = '';
  document.title = page.title;
  document.body.innerHTML = `<div id="root" data-page="${page.name}">${page.html}</div>
    <script type="application/json" id="messages">${JSON.stringify(page.messages).replaceAll('<', '\\u003c')}</script>`;
  history.replaceState(null, '', path);
}

beforeEach(() => {
  // Drop the catalogues of other tests: a page only has its embedded and loaded messages.
  vi.resetModules();
  window.scrollTo = () => {};
  stubResponses({});
  rememberLanguage('sw');
});

it.each([
  ['a prerendered page', 'contact.en', '/contact'],
  ['the shell', 'app.en', '/contact'],
])('switches completely to the chosen language: %s', async (_what, file, path) => {
  const failed = vi.spyOn(console, 'error');
  serve(file, path);
  await import('./main.tsx');
  await screen.findByRole('heading', { level: 1, name: 'Wasiliana Nasi' });
  expect(within(screen.getByRole('banner')).getByRole('link', { name: 'Ingia' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Login' })).toBeNull();
  expect(document.documentElement.lang).toBe('sw');
  expect(document.title).toBe(pages.find((one) => one.file === 'contact.sw')?.title);
  expect(failed).not.toHaveBeenCalled();
});

it('stays completely in its own language if the chosen one cannot be loaded', async () => {
  serve('app.en', '/contact');
  vi.doMock('../locales/sw/app.json', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  await import('./main.tsx');
  await screen.findByRole('heading', { level: 1, name: 'Contact Us' });
  expect(within(screen.getByRole('banner')).getByRole('link', { name: 'Login' })).toBeTruthy();
  expect(document.documentElement.lang).toBe('en');
  vi.doUnmock('../locales/sw/app.json');
});
