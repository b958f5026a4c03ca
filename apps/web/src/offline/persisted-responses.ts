/**
 * Persisted server responses for offline use: one database per account, one row per query. Read-only copies, never sent.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { persistedDatabase } from '../lib/device/persisted.ts';
import { isFull } from '../lib/device/storage-errors.ts';
import type { BodyTag } from '../lib/http/etags.ts';

export interface PersistedResponse {
  /** The query's hash. */
  hash: string;
  key: readonly unknown[];
  data: unknown;
  /** Time of the response by the device's clock, for display. */
  at: number;
  /** Logical clock when the request began. */
  began?: number;
  /** ETags of the responses in `data`. */
  tags?: (BodyTag | undefined)[];
}

interface PersistedEtag {
  get: string;
  etag: string;
  /** `at` of the responses that the ETag belongs to; responses from other calls have another `at`. */
  at: number;
}

interface PersistedSchema extends DBSchema {
  answers: { key: string; value: PersistedResponse };
  parts: { key: string; value: PersistedEtag };
}

/** Maximum age relative to the newest row, not to now: a clock that runs ahead must not delete everything. */
const MAX_AGE_MS = 60 * 24 * 60 * 60 * 1000;
/** More than a farmer with 500 parcels needs; the oldest are deleted first. */
const MAX_ANSWERS = 1500;

export type PersistedResponses = ReturnType<typeof wrap>;

export async function openPersistedResponses(userId: string): Promise<PersistedResponses> {
  let stop = () => {};
  const database = await openDB<PersistedSchema>(persistedDatabase(userId), 1, {
    upgrade(db) {
      db.createObjectStore('answers', { keyPath: 'hash' });
      db.createObjectStore('parts', { keyPath: 'get' });
    },
    // A sign-out here or in another tab deletes the database.
    blocking: () => stop(),
    terminated: () => stop(),
  });
  const answers = wrap(database);
  stop = answers.close;
  return answers;
}

function wrap(database: IDBPDatabase<PersistedSchema>) {
  let isOpen = true;

  async function writeTogether(
    answers: readonly PersistedResponse[],
    gone: readonly string[],
  ): Promise<void> {
    const { store, done } = database.transaction('answers', 'readwrite');
    await Promise.all([
      ...answers.map((answer) => store.put(answer)),
      ...gone.map((hash) => store.delete(hash)),
      done,
    ]);
  }

  return {
    /** Returns the rows, newest first; deletes rows that are too old or too many. */
    async read(): Promise<PersistedResponse[]> {
      const all = (await database.getAll('answers')).sort((one, other) => other.at - one.at);
      const newest = all[0]?.at ?? 0;
      const fresh = all.filter(({ at }, index) => index < MAX_ANSWERS && newest - at < MAX_AGE_MS);
      const old = all.filter((answer) => !fresh.includes(answer));
      await Promise.all(old.map(({ hash }) => database.delete('answers', hash)));
      return fresh;
    },

    /** If the storage is full, writes as many rows as fit. */
    async write(answers: readonly PersistedResponse[], gone: readonly string[]): Promise<void> {
      if (!isOpen) return;
      try {
        await writeTogether(answers, gone);
      } catch (error) {
        if (!isFull(error)) throw error;
        for (const answer of answers) await writeTogether([answer], []).catch(() => {});
      }
    },

    /** Number of rows whose key starts with these parts. */
    async count(kind: string, of: string): Promise<number> {
      const prefix = JSON.stringify([kind, of]).slice(0, -1);
      return (await database.getAllKeys('answers')).filter((hash) => hash.startsWith(prefix)).length;
    },

    /** The ETag of each part of the last background fill. */
    async etags(): Promise<Map<string, PersistedEtag>> {
      return new Map((await database.getAll('parts')).map((part) => [part.get, part]));
    },

    async writeEtags(parts: readonly PersistedEtag[]): Promise<void> {
      if (!isOpen) return;
      const { store, done } = database.transaction('parts', 'readwrite');
      await Promise.all([...parts.map((part) => store.put(part)), done]);
    },

    isOpen: () => isOpen,

    close(): void {
      isOpen = false;
      database.close();
    },
  };
}
