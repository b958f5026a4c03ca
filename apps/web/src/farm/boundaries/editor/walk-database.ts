/**
 * Boundary walks on the device. In IndexedDB, because an hour's walk fills localStorage, which blocks the page at every
 * GPS fix. Where the database does not open, localStorage is used.
 */
import { openDB } from 'idb';
import { WALK_DATABASE } from '../../../lib/device/persisted.ts';
import { storage } from '../../../lib/device/storage.ts';
import { withinTime } from '../../../lib/device/within-time.ts';
import { isWalk, NO_WALK, type Walk } from './walk-store.ts';

const STORE = 'walks';
const keyOf = (landId: string) => `walk:${landId}`;

const open = () =>
  openDB(WALK_DATABASE, 1, {
    upgrade: (fresh) => void fresh.createObjectStore(STORE),
    // A sign-out deletes the database.
    blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
  });

/** Undefined if the database does not open in time or fails. */
async function inDatabase<T>(work: (database: Awaited<ReturnType<typeof open>>) => Promise<T>) {
  const run = async () => {
    const database = await open();
    try {
      return { result: await work(database) };
    } finally {
      database.close();
    }
  };
  return await withinTime(run().catch(() => undefined));
}

function inLocalStorage(landId: string): unknown {
  try {
    return JSON.parse(storage.get(keyOf(landId)) ?? 'null');
  } catch {
    return null;
  }
}

export async function loadWalk(landId: string): Promise<Walk> {
  const found = await inDatabase((database) => database.get(STORE, landId));
  const walk: unknown = found?.result ?? inLocalStorage(landId);
  return isWalk(walk) ? walk : NO_WALK;
}

async function write(landId: string, walk: Walk): Promise<void> {
  const isEmpty = walk.fixes.length === 0 && walk.refused === 0;
  const written = await inDatabase(async (database) => {
    if (isEmpty) await database.delete(STORE, landId);
    else await database.put(STORE, walk, landId);
  });
  if (written || isEmpty) storage.remove(keyOf(landId));
  else storage.set(keyOf(landId), JSON.stringify(walk));
}

const next = new Map<string, Walk>();
let writing: Promise<void> | undefined;

async function writeAll(): Promise<void> {
  for (const [landId, walk] of next) {
    next.delete(landId);
    await write(landId, walk);
  }
}

/** Writes one walk at a time, in order; fixes that arrive meanwhile are written together. */
export async function saveWalk(landId: string, walk: Walk): Promise<void> {
  next.set(landId, walk);
  writing ??= writeAll().finally(() => {
    writing = undefined;
  });
  await writing;
}
