/**
 * Prefetches code and texts of the dashboard on the login page, so that only its data is left to load after the login.
 * While the user types, files are only downloaded, because executing them would block the keyboard. They are executed
 * while the login request is in flight.
 */

import { paths } from '@ardhi/contract/paths';
import { afterPaint } from '../lib/page/after-paint.ts';
import { currentLanguage } from '../lib/text/language.ts';
import { signedInApp } from './router.tsx';
import { pageFor, rolePages } from './routes.ts';

/** Files per step: each takes a slow phone a few milliseconds, so small steps do not block typing. */
const FILES_PER_STEP = 6;
const STEP_MS = 20;

/** Files of the farmer's dashboard, listed on boot.js: the role is unknown yet, and offices have better connections. */
function fetchFiles(): () => void {
  const dataset = document.querySelector<HTMLScriptElement>('script[data-dashboard]')?.dataset;
  const pending = `${dataset?.dashboard ?? ''} ${dataset?.parcels ?? ''}`.split(' ').filter(Boolean);
  const timer = setInterval(() => {
    for (const file of pending.splice(0, FILES_PER_STEP)) {
      const href = `/assets/${file}`;
      const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href });
      link.crossOrigin = '';
      link.fetchPriority = 'low';
      document.head.append(link);
    }
    if (pending.length === 0) clearInterval(timer);
  }, STEP_MS);
  return () => clearInterval(timer);
}

async function runDashboard(): Promise<void> {
  const language = currentLanguage();
  const dashboard = async () => {
    await (await pageFor(paths.dashboard, 'farmer'))?.preload(language);
    await (await import('../dashboard/farmer-dashboard.tsx')).preloadParts(language);
  };
  const bar = async () => (await import('./account-tools.tsx')).preloadParts(language);
  await Promise.all([
    signedInApp.preload(language),
    rolePages.farmer.preload(language),
    dashboard(),
    bar(),
    import('./offline-calls.ts'),
  ]);
}

const isTyping = () => document.activeElement?.matches('input') ?? false;

/** Starts when a field gets the focus, so that it does not slow down the page's own load. */
export function prefetchWhileTyping(): () => void {
  let stopFetching = () => {};
  const fetchOnce = () => {
    if (!isTyping()) return;
    document.removeEventListener('focusin', fetchOnce);
    stopFetching = fetchFiles();
  };
  const run = () => {
    stopFetching();
    // Files that fail now are loaded when they are rendered.
    void afterPaint()
      .then(runDashboard)
      .catch(() => {});
  };
  document.addEventListener('focusin', fetchOnce);
  document.addEventListener('submit', run, { once: true });
  // The user may have focused a field before this script ran.
  fetchOnce();
  return () => {
    stopFetching();
    document.removeEventListener('focusin', fetchOnce);
    document.removeEventListener('submit', run);
  };
}
