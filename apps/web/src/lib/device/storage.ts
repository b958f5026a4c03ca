/** localStorage with an in-memory fallback for when it is blocked or full. */

const fallback = new Map<string, string>();

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

export const storage = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(key) ?? fallback.get(key) ?? null;
    } catch {
      return fallback.get(key) ?? null;
    }
  },

  set(key: string, value: string): void {
    try {
      localStorage.setItem(key, value);
      fallback.delete(key);
    } catch {
      fallback.set(key, value);
    }
  },

  removeAll(prefixes: readonly string[]): void {
    const hasPrefix = (key: string) => prefixes.some((prefix) => key.startsWith(prefix));
    for (const key of [...fallback.keys(), ...storedKeys()].filter(hasPrefix)) storage.remove(key);
  },

  remove(key: string): void {
    fallback.delete(key);
    try {
      localStorage.removeItem(key);
    } catch {
      // Blocked storage holds no values to remove.
    }
  },
};
