/** For work that nobody waits for: after the page is loaded and drawn, when the browser has a moment. */
const LATEST_MS = 5_000;

export function whenIdle(work: () => Promise<void>): void {
  // What fails here is tried again at the next start.
  const run = () => void work().catch(() => {});
  const wait = () => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: LATEST_MS });
    else setTimeout(run, LATEST_MS / 2);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}
