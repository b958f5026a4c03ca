/** IndexedDB store of the outbox: one database per account, which outlives the session. */
import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import { logicalClock } from '../lib/device/logical-clock.ts';
import { isFull, StorageFullError } from '../lib/device/storage-errors.ts';
import { type Entry, isUnsent } from './entry.ts';

interface Schema extends DBSchema {
  entries: { key: number; value: Entry };
  facts: { key: string; value: number | string };
}

export type NewEntry = Omit<Entry, 'seq'>;

export interface OutboxStore {
  /** Ordered by `seq`. */
  all(): Promise<Entry[]>;
  /**
   * One atomic read-modify-write transaction, safe against other tabs and power loss. The step receives the stored
   * entries and returns the changes. With an epoch it runs only if that epoch is new, and stores it.
   */
  change(step: Step, epoch?: string): Promise<void>;
  lastSent(): Promise<number | undefined>;
  /** Id of the last epoch that began here. */
  epoch(): Promise<string | undefined>;
  /** Expired entries that a restore of the server lost, for display only. */
  lost(): Promise<Entry[]>;
  clearLost(): Promise<void>;
  close(): void;
}

/** `tick`: value of the logical clock if this step stores an acknowledgement. */
export type Step = (entries: Entry[], tick: number) => Change | undefined;

export interface Change {
  add?: NewEntry;
  put?: Entry[];
  drop?: Entry[];
  /** Time of an acknowledgement, for display; also advances the logical clock. */
  sentAt?: number;
  /** The server has lost entries acknowledged since then: names those that are no longer stored. */
  lostSince?: number;
}

/** Expired entries are named as long as this many follow. */
const MAX_EXPIRED = 200;

const parseEntries = (text: unknown): Entry[] => (typeof text === 'string' ? JSON.parse(text) : []);

/** Only what names the entry. */
const nameOf = ({ base, row, ...entry }: Entry): Entry => ({
  ...entry,
  body: { name: base?.name, ...entry.body, geometry: undefined, content: undefined },
});

const databaseOf = (account: string) => `ardhi-outbox-${account}`;

/**
 * An older version of the app must find and count the entries of a newer one, so a new version number may only add stores.
 */
const VERSION = 1;

export async function openStore(account: string): Promise<OutboxStore> {
  const database: IDBPDatabase<Schema> = await openDB<Schema>(databaseOf(account), VERSION, {
    upgrade(fresh) {
      fresh.createObjectStore('entries', { keyPath: 'seq', autoIncrement: true });
      fresh.createObjectStore('facts');
    },
    // A newer version of the app in another tab upgrades the schema.
    blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
  });

  return {
    async all() {
      const acknowledged = Number((await database.get('facts', 'acknowledged')) ?? 0);
      // The service worker may have advanced it; it cannot access the pages' clock in localStorage.
      if (acknowledged) logicalClock.advanceTo(acknowledged);
      return await database.getAll('entries');
    },

    async change(step, epoch) {
      const transaction = database.transaction(['entries', 'facts'], 'readwrite', { durability: 'strict' });
      const entries = transaction.objectStore('entries');
      try {
        const facts = transaction.objectStore('facts');
        const isKnown = epoch !== undefined && (await facts.get('epoch')) === epoch;
        const tick = Math.max(Number((await facts.get('acknowledged')) ?? 0), logicalClock.now()) + 1;
        const change = isKnown ? undefined : step(await entries.getAll(), tick);
        if (epoch !== undefined && !isKnown) await facts.put(epoch, 'epoch');
        if (change?.add) await entries.add(change.add as Entry);
        for (const entry of change?.put ?? []) await entries.put(entry);
        for (const { seq } of change?.drop ?? []) await entries.delete(seq);
        const expired = change?.sentAt ? (change.drop ?? []).filter((entry) => !isUnsent(entry)) : [];
        if (expired.length > 0 || change?.lostSince !== undefined) {
          const since = change?.lostSince ?? Number.POSITIVE_INFINITY;
          const known = [...parseEntries(await facts.get('expired')), ...expired.map(nameOf)];
          await facts.put(JSON.stringify(known.slice(-MAX_EXPIRED)), 'expired');
          const lost = known.filter(({ sentAt = 0 }) => sentAt >= since);
          if (lost.length > 0) await facts.put(JSON.stringify(lost), 'lost');
        }
        if (change?.sentAt) {
          await facts.put(change.sentAt, 'lastSent');
          await facts.put(tick, 'acknowledged');
        }
        await transaction.done;
        if (change?.sentAt) logicalClock.advanceTo(tick);
      } catch (error) {
        // Prevents an unhandled rejection for the same error.
        transaction.done.catch(() => {});
        throw isFull(error) ? new StorageFullError('No room on this device', { cause: error }) : error;
      }
    },

    async lastSent() {
      const at = await database.get('facts', 'lastSent');
      return typeof at === 'number' ? at : undefined;
    },
    epoch: async () => (await database.get('facts', 'epoch')) as string | undefined,
    lost: async () => parseEntries(await database.get('facts', 'lost')),
    clearLost: () => database.delete('facts', 'lost'),
    close: () => database.close(),
  };
}

/** Whether opening failed because a newer version of the app has written the database. */
export const isNewer = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'VersionError';

/** Number of unsent entries in the database of a newer version. */
export async function countNewer(account: string): Promise<number> {
  const database = await openDB<Schema>(databaseOf(account));
  try {
    return (await database.getAll('entries')).filter(isUnsent).length;
  } finally {
    database.close();
  }
}

/** Called when the account has been deleted. */
export const removeStore = (account: string): Promise<void> => deleteDB(databaseOf(account));
