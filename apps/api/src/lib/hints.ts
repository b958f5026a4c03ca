/**
 * Hints: "something of yours changed, ask again". They are collected while a transaction runs, published after it
 * commits, and cross processes by one coalesced NOTIFY. A NOTIFY inside the transaction would serialise all commits.
 */
import type { Hint, Role } from '@ardhi/contract';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from './db.ts';
import { newId } from './id.ts';

export type Audience = { user: string } | { role: Role } | { everybody: true };
export interface AddressedHint extends Hint {
  to: Audience;
}

const CHANNEL = 'ardhi_hints';
// PostgreSQL refuses payloads of 8,000 bytes and more.
const MAX_PAYLOAD_BYTES = 7500;
const COALESCE_MS = 10;

const collected = new WeakMap<Db, AddressedHint[]>();
const publishers = new WeakMap<Db, (hints: AddressedHint[]) => void>();

/** Leaves a hint that goes out when the transaction `db` commits. */
export function hint(db: Db, to: Audience, kind: Hint['kind'], ids: string[] = []): void {
  const hints = collected.get(db);
  if (hints) hints.push({ to, kind, ids });
  else collected.set(db, [{ to, kind, ids }]);
}

/** `pool` is the database that the committed transaction was opened on. */
export function publishAfterCommit(pool: Db, committed: Db): void {
  const hints = collected.get(committed);
  if (hints) publishers.get(pool)?.(hints);
}

type Listener = (hint: AddressedHint) => void;

export interface HintBus {
  /** False while the listening connection is down: then nothing may be cached on the strength of hints. */
  listening(): boolean;
  subscribe(listener: Listener): () => void;
  close(): Promise<void>;
}

export interface HintBusOptions {
  /** A direct connection: LISTEN does not work through a transaction pooler. */
  connectionString: string;
  db: Db;
  onError: (error: Error) => void;
}

export async function startHintBus({ connectionString, db, onError }: HintBusOptions): Promise<HintBus> {
  const self = newId();
  const listeners = new Set<Listener>();
  let client: pg.Client | null = null;
  let closed = false;
  let waiting: AddressedHint[] = [];
  let timer: NodeJS.Timeout | null = null;
  let retry: NodeJS.Timeout | null = null;

  function deliver(hints: AddressedHint[]): void {
    for (const received of hints) for (const listener of listeners) listener(received);
  }

  async function listen(): Promise<void> {
    const next = new pg.Client({ connectionString, keepAlive: true });
    next.on('error', (error) => lost(next, error));
    next.on('end', () => lost(next, new Error('the listening connection ended')));
    next.on('notification', ({ payload }) => {
      const [from, ...hints] = JSON.parse(payload ?? '[]') as [string, ...AddressedHint[]];
      if (from !== self) deliver(hints);
    });
    await next.connect();
    await next.query(`listen ${CHANNEL}`);
    client = next;
  }

  function lost(which: pg.Client, error: Error): void {
    if (closed || retry || (client !== which && client !== null)) return;
    client = null;
    onError(error);
    retry = setTimeout(() => {
      retry = null;
      listen().catch((cause: Error) => lost(which, cause));
    }, 1000);
  }

  function flush(): void {
    timer = null;
    for (const payload of payloads(self, waiting.splice(0))) {
      sql`select pg_notify(${CHANNEL}, ${payload})`.execute(db).catch(onError);
    }
  }

  publishers.set(db, (hints) => {
    // At once in this process: the answer to a log-out must not overtake the end of the session.
    deliver(hints);
    waiting.push(...hints);
    timer ??= setTimeout(flush, COALESCE_MS);
  });

  await listen();
  return {
    listening: () => client !== null,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      closed = true;
      if (timer) clearTimeout(timer);
      if (retry) clearTimeout(retry);
      waiting = [];
      publishers.delete(db);
      await client?.end();
    },
  };
}

/** Packs hints into as few notifications as fit, each led by the name of the process that sends it. */
export function payloads(from: string, hints: AddressedHint[]): string[] {
  const head = JSON.stringify(from);
  const packed: string[] = [];
  let current = [head];
  let size = head.length + 2;
  for (const one of hints) {
    const text = JSON.stringify(one);
    const bytes = Buffer.byteLength(text) + 1;
    if (current.length > 1 && size + bytes > MAX_PAYLOAD_BYTES) {
      packed.push(`[${current.join(',')}]`);
      current = [head];
      size = head.length + 2;
    }
    current.push(text);
    size += bytes;
  }
  if (current.length > 1) packed.push(`[${current.join(',')}]`);
  return packed;
}
