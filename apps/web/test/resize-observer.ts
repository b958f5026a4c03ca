import { vi } from 'vitest';

/** jsdom has no layout: the returned function reports a change of size to the observer created last. */
export function stubResizeObserver(): () => void {
  let notify = () => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        notify = callback;
      }
      observe() {}
      disconnect() {
        notify = () => {};
      }
    },
  );
  return () => notify();
}
