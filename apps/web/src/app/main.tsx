import '../ui/styles.css';
import './app.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { PLACEHOLDER_CONFIG, readConfig } from '../lib/http/config.tsx';
import { withholdInput } from '../lib/page/early-input.ts';
import { sessionStore } from '../lib/session/session-store.ts';
import {
  chosenLanguage,
  type Language,
  preferredLanguage,
  servedLanguage,
  setCurrentLanguage,
} from '../lib/text/language.ts';
import type { Domain } from '../lib/text/message-keys.ts';
import { addMessages, loadMessages } from '../lib/text/messages.ts';
import { App } from './app.tsx';
import { isProtected, publicPageFor } from './public-routes.ts';
import { signedInApp } from './router.tsx';
import { pageFor } from './routes.ts';

/** Error boundaries inform the user; no additional console output. */
const options = import.meta.env.PROD ? { onCaughtError: () => {} } : {};

/** A prerendered page embeds its messages, so that hydration need not load them. */
function addServedMessages(served: Language): void {
  const messages: Record<string, Record<string, string>> = JSON.parse(
    document.getElementById('messages')?.textContent || '{}',
  );
  for (const domain of Object.keys(messages)) addMessages(domain as Domain, served, messages[domain] ?? {});
}

/**
 * The browser cache and the service worker may serve a page in another language than the chosen one. A prerendered page
 * hydrates in its own language (the app switches afterwards); the shell renders in the chosen one if it can be loaded.
 */
async function startLanguage(isPrerendered: boolean): Promise<Language> {
  const served = servedLanguage();
  if (served) addServedMessages(served);
  if (served && isPrerendered) return served;
  const language = chosenLanguage() ?? served ?? preferredLanguage(navigator.languages);
  try {
    await loadMessages(['app', 'ui'], language);
    return language;
  } catch (error) {
    if (served) return served;
    throw error;
  }
}

/** Preloads all parts of the first page in parallel. */
async function fetchPage(language: Language): Promise<unknown> {
  const role = sessionStore.get().user?.role;
  if (!role || !isProtected(location.pathname)) return publicPageFor(location.pathname).preload(language);
  const page = pageFor(location.pathname, role).then((found) => found?.preload(language));
  return Promise.all([signedInApp.preload(language), page]);
}

/** Lets the browser handle pending input between two steps of the startup of a prerendered page. */
const yieldToInput = () => new Promise((resolve) => setTimeout(resolve));

async function start(root: HTMLElement): Promise<void> {
  const isPrerendered = root.dataset.page !== undefined && root.dataset.page !== 'app';
  if (isPrerendered) await yieldToInput();
  const language = await startLanguage(isPrerendered);
  setCurrentLanguage(language);
  document.documentElement.lang = language;
  void sessionStore.start();
  const [config] = await Promise.all([
    readConfig().catch(() => PLACEHOLDER_CONFIG),
    // A failed page fails again inside its error boundary, which shows the error.
    fetchPage(language).catch(() => {}),
  ]);
  const app = (
    <StrictMode>
      <BrowserRouter>
        <App config={config} language={language} />
      </BrowserRouter>
    </StrictMode>
  );
  if (!isPrerendered) createRoot(root, options).render(app);
  else {
    await yieldToInput();
    // Time-sliced: the user may be typing already, and hydration takes long on a slow phone.
    withholdInput();
    startTransition(() => void hydrateRoot(root, app, options));
  }
}

const root = document.getElementById('root');
if (root) void start(root);
