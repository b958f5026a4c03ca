/** Runs background work when the browser is idle after the `load` event. */
const LATEST_MS = 5_000;

export function whenIdle(work: () => Promise<void>): void {
  // A failure is retried at the next start.
  const run = () => void work().catch(() => {});
  const wait = () => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: LATEST_MS });
    else setTimeout(run, LATEST_MS / 2);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}
