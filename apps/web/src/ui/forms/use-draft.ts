/** A form that is half filled in outlives a reload: what was typed is in localStorage until it is saved or given up. */
import { useState } from 'react';
import { storage } from '../../lib/device/storage.ts';
import { sessionStore } from '../../lib/session/session-store.ts';

export interface Draft<Values> {
  /** What the form begins with: what was typed before, or what it was given. */
  values: Values;
  /** Without what was typed before. */
  given: Values;
  isRestored: boolean;
  keep: (typed: Partial<Values>) => void;
  /** Saved, or given up. */
  clear: () => void;
}

function read(key: string): object | undefined {
  try {
    const value: unknown = JSON.parse(storage.get(key) ?? 'null');
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * `name` says which form it is, and of which row. Of a row that is edited only what the person changed is kept: the rest
 * is as the row is when the form is opened again.
 */
export function useDraft<Values extends object>(name: string, given: Values, row?: object): Draft<Values> {
  const [draft] = useState(() => {
    const owner = sessionStore.get().user?._id;
    // Signing out removes all that begin like this.
    const key = `draft:${owner}:${name}`;
    const typed = read(key);
    const clear = () => storage.remove(key);
    return {
      values: { ...given, ...typed },
      given,
      isRestored: typed !== undefined,
      keep: (next: Partial<Values>) => {
        const changed = Object.entries(next).filter(
          ([field, value]) => !isSame(value, given[field as keyof Values]),
        );
        if (changed.length === 0 || !owner) clear();
        else storage.set(key, JSON.stringify(row ? Object.fromEntries(changed) : next));
      },
      clear,
    };
  });
  return draft;
}
