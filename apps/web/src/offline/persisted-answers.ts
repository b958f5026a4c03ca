/**
 * What the server said, on the device: one database per account, one row per query, so that a phone without signal shows
 * what it last knew. Nothing here is ever sent.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { persistedDatabase } from '../lib/device/persisted.ts';
import { isFull } from '../lib/device/storage-full.ts';

export interface PersistedAnswer {
  /** The query's hash. */
  hash: string;
  key: readonly unknown[];
  data: unknown;
  /** When the server said it, by this device's clock: for people. */
  at: number;
  /** When it was asked for, by the logical clock. */
  began?: number;
}

interface PersistedEtag {
  get: string;
  etag: string;
  /** `at` of the answers that it is of: those that came otherwise are of another one. */
  at: number;
}

interface PersistedSchema extends DBSchema {
  answers: { key: string; value: PersistedAnswer };
  parts: { key: string; value: PersistedEtag };
}

/** So much older than the newest nobody should rely on. Not than today: a clock that runs ahead must not empty a phone. */
const MAX_MS = 60 * 24 * 60 * 60 * 1000;
/** More than a farmer with five hundred parcels has; the oldest go first. */
const MAX_ANSWERS = 1500;

export type PersistedAnswers = ReturnType<typeof wrap>;

export async function openPersistedAnswers(userId: string): Promise<PersistedAnswers> {
  let stop = () => {};
  const database = await openDB<PersistedSchema>(persistedDatabase(userId), 1, {
    upgrade(db) {
      db.createObjectStore('answers', { keyPath: 'hash' });
      db.createObjectStore('parts', { keyPath: 'get' });
    },
    // Signed out, here or in another tab: the database is being thrown away.
    blocking: () => stop(),
    terminated: () => stop(),
  });
  const answers = wrap(database);
  stop = answers.close;
  return answers;
}

function wrap(database: IDBPDatabase<PersistedSchema>) {
  let open = true;

  async function writeTogether(answers: readonly PersistedAnswer[], gone: readonly string[]): Promise<void> {
    const { store, done } = database.transaction('answers', 'readwrite');
    await Promise.all([
      ...answers.map((answer) => store.put(answer)),
      ...gone.map((hash) => store.delete(hash)),
      done,
    ]);
  }

  return {
    /** What is there, newest first; what is too old or too much is thrown away. */
    async read(): Promise<PersistedAnswer[]> {
      const all = (await database.getAll('answers')).sort((one, other) => other.at - one.at);
      const newest = all[0]?.at ?? 0;
      const fresh = all.filter(({ at }, index) => index < MAX_ANSWERS && newest - at < MAX_MS);
      const old = all.filter((answer) => !fresh.includes(answer));
      await Promise.all(old.map(({ hash }) => database.delete('answers', hash)));
      return fresh;
    },

    /** On a device that is full, those that still fit. */
    async write(answers: readonly PersistedAnswer[], gone: readonly string[]): Promise<void> {
      if (!open) return;
      try {
        await writeTogether(answers, gone);
      } catch (error) {
        if (!isFull(error)) throw error;
        for (const answer of answers) await writeTogether([answer], []).catch(() => {});
      }
    },

    /** How many there are whose key begins like this. */
    async count(kind: string, of: string): Promise<number> {
      const beginning = JSON.stringify([kind, of]).slice(0, -1);
      return (await database.getAllKeys('answers')).filter((hash) => hash.startsWith(beginning)).length;
    },

    /** The ETag of each part of the last background fill. */
    async etags(): Promise<Map<string, PersistedEtag>> {
      return new Map((await database.getAll('parts')).map((part) => [part.get, part]));
    },

    async writeEtags(parts: readonly PersistedEtag[]): Promise<void> {
      if (!open) return;
      const { store, done } = database.transaction('parts', 'readwrite');
      await Promise.all([...parts.map((part) => store.put(part)), done]);
    },

    isOpen: () => open,

    close(): void {
      open = false;
      database.close();
    },
  };
}
