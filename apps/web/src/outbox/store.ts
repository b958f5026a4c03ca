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
}

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
