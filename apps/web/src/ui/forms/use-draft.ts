/** Form drafts: the input is stored in localStorage until it is saved or discarded, so that it survives a reload. */
import { useState } from 'react';
import { storage } from '../../lib/device/storage.ts';
import { sessionStore } from '../../lib/session/session-store.ts';

export interface Draft<Values> {
  /** Initial values of the form: defaults overridden by the draft. */
  values: Values;
  /** Defaults without the draft. */
  given: Values;
  isRestored: boolean;
  keep: (typed: Partial<Values>) => void;
  /** Called when the form is saved or discarded. */
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
 * `name` identifies the form and the row. For an edited row only the changed fields are stored; the others come from the
 * row when the form is opened again.
 */
export function useDraft<Values extends object>(name: string, given: Values, row?: object): Draft<Values> {
  const [draft] = useState(() => {
    const owner = sessionStore.get().user?._id;
    // Signing out removes all keys with this prefix.
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
