/** While the login form is filled in: code and texts of the dashboard, so that after the tap only its data is waited for. */
import { currentLanguage } from '../lib/language.ts';
import { paths } from '../lib/paths.ts';
import { signedInApp } from './router.tsx';
import { pageFor, rolePages } from './routes.ts';

/** A farmer's: who signs in is not known yet, and an office has a better line. */
async function prefetchDashboard(): Promise<void> {
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

/** No part of the page's own load: begun when somebody comes to a field, at the latest when the form is sent. */
export function prefetchWhileTyping(): () => void {
  const stop = () => {
    for (const event of ['focusin', 'submit']) document.removeEventListener(event, look);
  };
  const look = ({ type }: { type: string }) => {
    if (type !== 'submit' && !isTyping()) return;
    stop();
    // What did not come now is fetched when it is drawn.
    prefetchDashboard().catch(() => {});
  };
  for (const event of ['focusin', 'submit']) document.addEventListener(event, look);
  // Somebody was quicker than the script.
  look({ type: 'focusin' });
  return stop;
}
