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

/** What an error boundary tells the user needs no line in the console as well. */
const options = import.meta.env.PROD ? { onCaughtError: () => {} } : {};

/** A prerendered page brings its texts along, so that it can wake up without asking for them. */
function addServedMessages(served: Language): void {
  const messages: Record<string, Record<string, string>> = JSON.parse(
    document.getElementById('messages')?.textContent || '{}',
  );
  for (const domain of Object.keys(messages)) addMessages(domain as Domain, served, messages[domain] ?? {});
}

/**
 * The browser's cache and the service worker may serve a page in another language than the chosen one. A prerendered page
 * hydrates in its own (the app switches afterwards); the shell, which is drawn anew, starts in the chosen one if it can.
 */
async function startLanguage(stands: boolean): Promise<Language> {
  const served = servedLanguage();
  if (served) addServedMessages(served);
  if (served && stands) return served;
  const language = chosenLanguage() ?? served ?? preferredLanguage(navigator.languages);
  try {
    await loadMessages(['app', 'ui'], language);
    return language;
  } catch (error) {
    if (served) return served;
    throw error;
  }
}

/** What will be drawn first is fetched first, all its parts at once. */
async function fetchPage(language: Language): Promise<unknown> {
  const role = sessionStore.get().user?.role;
  if (!role || !isProtected(location.pathname)) return publicPageFor(location.pathname).preload(language);
  const page = pageFor(location.pathname, role).then((found) => found?.preload(language));
  return Promise.all([signedInApp.preload(language), page]);
}

/** Of a page that stands already: a key that waits is answered between two pieces of the start. */
const breathe = () => new Promise((resolve) => setTimeout(resolve));

async function start(root: HTMLElement): Promise<void> {
  const stands = root.dataset.page !== undefined && root.dataset.page !== 'app';
  if (stands) await breathe();
  const language = await startLanguage(stands);
  setCurrentLanguage(language);
  document.documentElement.lang = language;
  void sessionStore.start();
  const [config] = await Promise.all([
    readConfig().catch(() => PLACEHOLDER_CONFIG),
    // A page that cannot be fetched fails again inside its error boundary, which says so.
    fetchPage(language).catch(() => {}),
  ]);
  const app = (
    <StrictMode>
      <BrowserRouter>
        <App config={config} language={language} />
      </BrowserRouter>
    </StrictMode>
  );
  if (!stands) createRoot(root, options).render(app);
  else {
    await breathe();
    // In slices: somebody may type already, and a slow phone needs long for it.
    withholdInput();
    startTransition(() => void hydrateRoot(root, app, options));
  }
}

const root = document.getElementById('root');
if (root) void start(root);
