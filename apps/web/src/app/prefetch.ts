/**
 * Before somebody signs in: code and texts of the dashboard, so that after the tap only its data is waited for. While the
 * form is filled in they are fetched and no more: run, they would hold up the keys. They are run while the server answers.
 */
import { afterPaint } from '../lib/page/after-paint.ts';
import { paths } from '../lib/page/paths.ts';
import { currentLanguage } from '../lib/text/language.ts';
import { signedInApp } from './router.tsx';
import { pageFor, rolePages } from './routes.ts';

/** As many at once are hardly felt: each asks a slow phone for some milliseconds. */
const AT_ONCE = 6;
const PAUSE_MS = 20;

/** A farmer's: who signs in is not known yet, and an office has a better line. The build has named them on boot.js. */
function fetchFiles(): () => void {
  const named = document.querySelector<HTMLScriptElement>('script[data-dashboard]')?.dataset;
  const waiting = `${named?.dashboard ?? ''} ${named?.parcels ?? ''}`.split(' ').filter(Boolean);
  const timer = setInterval(() => {
    for (const file of waiting.splice(0, AT_ONCE)) {
      const href = `/assets/${file}`;
      const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href });
      link.crossOrigin = '';
      link.fetchPriority = 'low';
      document.head.append(link);
    }
    if (waiting.length === 0) clearInterval(timer);
  }, PAUSE_MS);
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

/** No part of the page's own load: begun when somebody comes to a field. */
export function prefetchWhileTyping(): () => void {
  let stopFetching = () => {};
  const fetchOnce = () => {
    if (!isTyping()) return;
    document.removeEventListener('focusin', fetchOnce);
    stopFetching = fetchFiles();
  };
  const run = () => {
    stopFetching();
    // What did not come now is fetched when it is drawn.
    void afterPaint()
      .then(runDashboard)
      .catch(() => {});
  };
  document.addEventListener('focusin', fetchOnce);
  document.addEventListener('submit', run, { once: true });
  // Somebody was quicker than the script.
  fetchOnce();
  return () => {
    stopFetching();
    document.removeEventListener('focusin', fetchOnce);
    document.removeEventListener('submit', run);
  };
}
