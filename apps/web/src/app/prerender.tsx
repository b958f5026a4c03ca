/** Runs at build time: renders the public pages and the shell of all others to HTML, in both languages. */

import { FEATURES, PROTECTED_PREFIXES, paths } from '@ardhi/contract/paths';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { PLACEHOLDER_CONFIG } from '../lib/http/config.tsx';
import type { Domain, Language, MessageKey } from '../lib/text/i18n.tsx';
import { LANGUAGES, setCurrentLanguage } from '../lib/text/language.ts';
import { compiledMessages, loadMessages, translate } from '../lib/text/messages.ts';
import { Loading } from '../ui/feedback/loading.tsx';
import { App } from './app.tsx';
import { publicPageFor, publicRoutes } from './public-routes.ts';

export interface PrerenderedPage {
  /** `home.sw` becomes `pages/home.sw.html`. */
  file: string;
  name: string;
  language: Language;
  html: string;
  title: string;
  description: string;
  /** Embedded messages by domain. */
  messages: Record<string, unknown>;
  /** Source file of the page, whose chunks are preloaded. */
  source: string | undefined;
}

interface PageSource {
  name: string;
  /** Path to render; `undefined` renders the shell. */
  path: string | undefined;
  source?: string;
  title: MessageKey;
  description: MessageKey;
}

const PAGES: readonly PageSource[] = [
  {
    name: 'home',
    path: paths.home,
    source: 'src/public/home-page.tsx',
    title: 'app.title.home',
    description: 'home.lead',
  },
  {
    name: 'contact',
    path: paths.contact,
    source: 'src/public/contact-page.tsx',
    title: 'app.title.contact',
    description: 'contact.intro',
  },
  {
    name: 'login',
    path: paths.login,
    source: 'src/accounts/auth/login-page.tsx',
    title: 'app.title.login',
    description: 'app.description',
  },
  {
    name: 'register',
    path: paths.register,
    source: 'src/accounts/auth/register-page.tsx',
    title: 'app.title.register',
    description: 'auth.register.lead',
  },
  ...FEATURES.map(
    (feature): PageSource => ({
      name: feature,
      path: paths.feature(feature),
      source: 'src/public/feature-page.tsx',
      title: `app.title.${feature}`,
      description: `features.${feature}.lead`,
    }),
  ),
  {
    name: 'not-found',
    path: '/404',
    source: 'src/app/not-found-page.tsx',
    title: 'app.title.notFound',
    description: 'app.notFound.text',
  },
  {
    name: 'app',
    path: undefined,
    source: 'src/app/signed-in-app.tsx',
    title: 'app.name',
    description: 'app.description',
  },
];

async function render(page: PageSource, language: Language): Promise<PrerenderedPage> {
  setCurrentLanguage(language);
  const lazy = page.path === undefined ? undefined : publicPageFor(page.path);
  const domains: Domain[] = ['app', 'ui', ...(lazy?.domains ?? [])];
  await loadMessages(domains, language);
  await lazy?.preload(language);
  const html = renderToString(
    <StaticRouter location={page.path ?? '/app'}>
      <App config={PLACEHOLDER_CONFIG} language={language}>
        {page.path === undefined ? <Shell language={language} /> : undefined}
      </App>
    </StaticRouter>,
  );
  const title = translate(language, page.title);
  return {
    file: `${page.name}.${language}`,
    name: page.name,
    language,
    html,
    title: page.path === undefined ? title : translate(language, 'app.documentTitle', { title }),
    description: translate(language, page.description),
    messages: Object.fromEntries(domains.map((domain) => [domain, compiledMessages(domain, language)])),
    source: page.source,
  };
}

/** Shell content for pages that only the browser can render. */
function Shell({ language }: { language: Language }) {
  return (
    <>
      <Loading />
      <noscript>
        <p className="wrap text-center">{translate(language, 'app.noScript')}</p>
      </noscript>
    </>
  );
}

export async function prerender(): Promise<PrerenderedPage[]> {
  const pages: PrerenderedPage[] = [];
  // Sequential: the current language is module state.
  for (const language of LANGUAGES) for (const page of PAGES) pages.push(await render(page, language));
  return pages;
}

/** Web app manifest in one language. */
function webManifest(language: Language): object {
  const shortcut = (title: MessageKey, url: string) => ({ name: translate(language, title), url });
  const icon = (name: string, size: number, purpose: string) => ({
    src: `/${name}-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return {
    id: '/',
    name: translate(language, 'app.name'),
    short_name: translate(language, 'app.name'),
    description: translate(language, 'app.description'),
    lang: `${language}-KE`,
    start_url: paths.dashboard,
    scope: '/',
    display: 'standalone',
    background_color: '#faf8f3',
    theme_color: '#1f5d3a',
    categories: ['productivity', 'government'],
    icons: [
      icon('icon', 192, 'any'),
      icon('icon', 512, 'any'),
      icon('icon-maskable', 192, 'maskable'),
      icon('icon-maskable', 512, 'maskable'),
    ],
    shortcuts: [
      shortcut('app.shortcut.land', paths.land),
      shortcut('app.shortcut.map', paths.map),
      shortcut('app.shortcut.messages', paths.messages),
    ],
  };
}

export function webManifests(): Record<Language, object> {
  return { en: webManifest('en'), sw: webManifest('sw') };
}

/** Page file per path; all other paths return not found. */
export function pageTable(): { pages: Record<string, string>; prefixes: string[]; notFound: string } {
  const prerendered = PAGES.filter((page) => page.path && page.name !== 'not-found');
  const clientRendered = publicRoutes
    .map(({ path }) => path)
    .filter((path) => !prerendered.some((page) => page.path === path));
  return {
    pages: Object.fromEntries([
      ...prerendered.map((page) => [page.path, page.name]),
      ...clientRendered.map((path) => [path, 'app']),
    ]),
    prefixes: [...PROTECTED_PREFIXES],
    notFound: 'not-found',
  };
}
