/** A hidden page gets no animation frames, so a timeout resolves as well. */
const LATEST_MS = 200;

/** Defers work after a tap until the browser has painted the pressed state. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LATEST_MS);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
