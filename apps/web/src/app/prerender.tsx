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
  /** Shown by browsers that cannot run the app. */
  oldBrowser: string;
  /** Embedded messages by domain. */
  messages: Record<string, unknown>;
  /** Source file of the page, whose chunks are preloaded. */
  source: string;
}

/** A page without a path is the shell. The source is below src. */
type PageSource = readonly [
  name: string,
  path: string | undefined,
  source: string,
  title: MessageKey,
  description: MessageKey,
];

const PAGES: readonly PageSource[] = [
  ['home', paths.home, 'public/home-page.tsx', 'app.title.home', 'home.lead'],
  ['contact', paths.contact, 'public/contact-page.tsx', 'app.title.contact', 'contact.intro'],
  ['login', paths.login, 'accounts/auth/login-page.tsx', 'app.title.login', 'app.description'],
  ['register', paths.register, 'accounts/auth/register-page.tsx', 'app.title.register', 'auth.register.lead'],
  ...FEATURES.map((feature): PageSource => {
    const description: MessageKey = `features.${feature}.lead`;
    return [feature, paths.feature(feature), 'public/feature-page.tsx', `app.title.${feature}`, description];
  }),
  ['not-found', '/404', 'app/not-found-page.tsx', 'app.title.notFound', 'app.notFound.text'],
  ['app', undefined, 'app/signed-in-app.tsx', 'app.name', 'app.description'],
];

async function render(
  [name, path, source, title, description]: PageSource,
  language: Language,
): Promise<PrerenderedPage> {
  setCurrentLanguage(language);
  const lazy = path === undefined ? undefined : publicPageFor(path);
  const domains: Domain[] = ['app', 'ui', ...(lazy?.domains ?? [])];
  await loadMessages(domains, language);
  await lazy?.preload(language);
  const html = renderToString(
    <StaticRouter location={path ?? '/app'}>
      <App config={PLACEHOLDER_CONFIG} language={language}>
        {path === undefined ? <Shell language={language} /> : undefined}
      </App>
    </StaticRouter>,
  );
  const heading = translate(language, title);
  return {
    file: `${name}.${language}`,
    name,
    language,
    html,
    title: path === undefined ? heading : translate(language, 'app.documentTitle', { title: heading }),
    description: translate(language, description),
    oldBrowser: translate(language, 'app.oldBrowser'),
    messages: Object.fromEntries(domains.map((domain) => [domain, compiledMessages(domain, language)])),
    source: `src/${source}`,
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
  const prerendered = PAGES.filter(([name, path]) => path && name !== 'not-found');
  return {
    pages: {
      ...Object.fromEntries(publicRoutes.map(({ path }) => [path, 'app'])),
      ...Object.fromEntries(prerendered.map(([name, path]) => [path, name])),
    },
    prefixes: [...PROTECTED_PREFIXES],
    notFound: 'not-found',
  };
}
