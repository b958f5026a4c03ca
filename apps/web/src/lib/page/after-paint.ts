/** A page that nobody sees is never painted. */
const LATEST_MS = 200;

/** For work after a tap: what was pressed is shown as pressed before anything else is done. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LATEST_MS);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
