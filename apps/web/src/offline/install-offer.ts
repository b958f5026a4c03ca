/** Offers the home screen once, after the third record, where the browser can add an app to it. */
import { storage } from '../lib/device/storage.ts';

const COUNT = 'records-saved';
const OFFERED = 'install-offered';
const AFTER_RECORDS = 3;

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

declare global {
  interface Window {
    /** Caught by boot.js: the browser fires it before the scripts have loaded. */
    installPrompt?: InstallPrompt;
  }
}

/** Counts a saved record; returns what opens the browser's question if it is to be offered now. */
export function countRecord(): (() => void) | undefined {
  const count = Number(storage.get(COUNT)) + 1;
  storage.set(COUNT, String(count));
  const { installPrompt } = window;
  if (count < AFTER_RECORDS || !installPrompt || storage.get(OFFERED)) return undefined;
  storage.set(OFFERED, 'yes');
  return () => void installPrompt.prompt().catch(() => {});
}
