/**
 * What the server said, on the device: one database per account, one row per query, so that a phone without signal shows
 * what it last knew. Nothing here is ever sent.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { keptDatabase } from '../lib/kept.ts';

export interface KeptAnswer {
  /** The query's hash. */
  hash: string;
  key: readonly unknown[];
  data: unknown;
  /** When the server said it, by this device's clock. */
  at: number;
}

interface KeptPart {
  get: string;
  etag: string;
}

interface KeptSchema extends DBSchema {
  answers: { key: string; value: KeptAnswer };
  parts: { key: string; value: KeptPart };
}

/** Older than this nobody should rely on. */
const MAX_MS = 60 * 24 * 60 * 60 * 1000;
/** More than a farmer with fifty parcels has; the oldest go first. */
const MAX_ANSWERS = 500;

export type KeptAnswers = ReturnType<typeof wrap>;

export async function openKept(userId: string): Promise<KeptAnswers> {
  let stop = () => {};
  const database = await openDB<KeptSchema>(keptDatabase(userId), 1, {
    upgrade(db) {
      db.createObjectStore('answers', { keyPath: 'hash' });
      db.createObjectStore('parts', { keyPath: 'get' });
    },
    // Signed out, here or in another tab: the database is being thrown away.
    blocking: () => stop(),
    terminated: () => stop(),
  });
  const kept = wrap(database);
  stop = kept.close;
  return kept;
}

function wrap(database: IDBPDatabase<KeptSchema>) {
  let open = true;
  return {
    /** What is there, newest first; what is too old or too much is thrown away. */
    async read(now: number): Promise<KeptAnswer[]> {
      const all = (await database.getAll('answers')).sort((one, other) => other.at - one.at);
      const fresh = all.filter(({ at }, index) => index < MAX_ANSWERS && now - at < MAX_MS);
      const old = all.filter((answer) => !fresh.includes(answer));
      await Promise.all(old.map(({ hash }) => database.delete('answers', hash)));
      return fresh;
    },

    async write(answers: readonly KeptAnswer[], gone: readonly string[]): Promise<void> {
      if (!open) return;
      const { store, done } = database.transaction('answers', 'readwrite');
      await Promise.all([
        ...answers.map((answer) => store.put(answer)),
        ...gone.map((hash) => store.delete(hash)),
        done,
      ]);
    },

    /** The ETag of each part of the last background fill. */
    async etags(): Promise<Map<string, string>> {
      return new Map((await database.getAll('parts')).map(({ get, etag }) => [get, etag]));
    },

    async writeEtags(parts: readonly KeptPart[]): Promise<void> {
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
