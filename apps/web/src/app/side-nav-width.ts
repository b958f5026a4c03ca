/** Whether the side navigation shows icons only, stored under `nav`. boot.js sets it on <html> before the first paint. */
import { useSyncExternalStore } from 'react';
import { storage } from '../lib/device/storage.ts';

const listeners = new Set<() => void>();
const isRail = () => document.documentElement.dataset.nav === 'rail';

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function setRail(rail: boolean): void {
  const value = rail ? 'rail' : 'full';
  storage.set('nav', value);
  document.documentElement.dataset.nav = value;
  for (const listener of listeners) listener();
}

export const useRail = (): boolean => useSyncExternalStore(subscribe, isRail, () => false);
