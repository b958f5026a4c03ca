import '../ui/styles.css';
import './app.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { PLACEHOLDER_CONFIG, readConfig } from '../lib/config.tsx';
import { initialLanguage, setCurrentLanguage } from '../lib/language.ts';
import type { Domain } from '../lib/message-keys.ts';
import { addMessages, loadMessages } from '../lib/messages.ts';
import { sessionStore } from '../lib/session-store.ts';
import { App } from './app.tsx';
import { pageFor, signedInFrame } from './routes.ts';

/** A prerendered page brings its texts along, so that it can wake up without asking for them. */
function readServedMessages(): Record<string, Record<string, string>> {
  return JSON.parse(document.getElementById('messages')?.textContent || '{}');
}

async function start(root: HTMLElement): Promise<void> {
  const language = initialLanguage();
  setCurrentLanguage(language);
  document.documentElement.lang = language;
  for (const [domain, messages] of Object.entries(readServedMessages())) {
    addMessages(domain as Domain, language, messages);
  }
  void sessionStore.start();
  const role = sessionStore.get().user?.role;
  if (role) void signedInFrame.preload(language).catch(() => {});
  const [config] = await Promise.all([
    readConfig().catch(() => PLACEHOLDER_CONFIG),
    loadMessages(['app', 'ui'], language),
    // A page that cannot be fetched fails again inside its error boundary, which says so.
    pageFor(location.pathname, role)
      .preload(language)
      .catch(() => {}),
  ]);
  const app = (
    <StrictMode>
      <BrowserRouter>
        <App config={config} language={language} />
      </BrowserRouter>
    </StrictMode>
  );
  if (root.dataset.page === undefined || root.dataset.page === 'app') createRoot(root).render(app);
  else hydrateRoot(root, app);
}

const root = document.getElementById('root');
if (root) void start(root);
