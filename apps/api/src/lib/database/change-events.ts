/**
 * Change events: "something of yours changed, ask again". A transaction's are collected by its context, published after
 * it commits, and cross processes by one coalesced NOTIFY. A NOTIFY inside the transaction would serialise all commits.
 */
import type { ChangeEvent, Role } from '@ardhi/contract';
import { ServerClient } from '@ardhi/embedded-postgres';
import { sql } from 'kysely';
import type { Db } from './db.ts';
import { newId } from './id.ts';

/** `offices`: officials of these counties, and those of the whole country; `all` where no county is concerned. */
export type Audience =
  | { user: string }
  | { role: Exclude<Role, 'government'> }
  | { offices: readonly (string | null)[] | 'all' }
  | { everybody: true };
export interface AddressedChangeEvent extends ChangeEvent {
  to: Audience;
}

const CHANNEL = 'ardhi_hints';
// PostgreSQL refuses payloads of 8,000 bytes and more.
const MAX_PAYLOAD_BYTES = 7500;
const COALESCE_MS = 10;
/** A listener only waits: it would never learn that its server has vanished. */
const HEARTBEAT_MS = 2000;

type Listener = (event: AddressedChangeEvent) => void;

export interface ChangeEventBus {
  /** False while the listening connection is down: then nothing may be cached on the strength of events. */
  listening(): boolean;
  /** Of a transaction that is committed. */
  publish(events: AddressedChangeEvent[]): void;
  subscribe(listener: Listener): () => void;
  close(): Promise<void>;
}

export interface ChangeEventBusOptions {
  /** A direct connection: LISTEN does not work through a transaction pooler. */
  connectionString: string;
  db: Db;
  onError: (error: Error) => void;
}

export async function startChangeEventBus({
  connectionString,
  db,
  onError,
}: ChangeEventBusOptions): Promise<ChangeEventBus> {
  const self = newId();
  const listeners = new Set<Listener>();
  let client: ServerClient | null = null;
  let closed = false;
  let waiting: AddressedChangeEvent[] = [];
  let timer: NodeJS.Timeout | null = null;
  let retry: NodeJS.Timeout | null = null;

  function deliver(events: AddressedChangeEvent[]): void {
    for (const received of events) for (const listener of listeners) listener(received);
  }

  async function listen(): Promise<void> {
    const next = new ServerClient({ connectionString });
    next.on('error', (error) => lost(next, error));
    next.on('end', () => lost(next, new Error('the listening connection ended')));
    next.on('notification', ({ payload }) => {
      const [from, ...events] = JSON.parse(payload ?? '[]') as [string, ...AddressedChangeEvent[]];
      if (from !== self) deliver(events);
    });
    await next.connect();
    await next.query(`listen ${CHANNEL}`);
    // What other processes said meanwhile was not heard.
    deliver([{ to: { everybody: true }, kind: 'everything', ids: [] }]);
    client = next;
  }

  function beat(): void {
    if (client && !client.isWaiting) client.query('select 1').catch(() => undefined);
  }

  function lost(which: ServerClient, error: Error): void {
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
    notifyProcesses(db, self, waiting.splice(0)).catch(onError);
  }

  await listen();
  const heartbeat = setInterval(beat, HEARTBEAT_MS);
  return {
    listening: () => client !== null,
    publish(events) {
      if (closed || events.length === 0) return;
      // At once in this process: the answer to a log-out must not overtake the end of the session.
      deliver(events);
      waiting.push(...events);
      timer ??= setTimeout(flush, COALESCE_MS);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      closed = true;
      clearInterval(heartbeat);
      if (timer) clearTimeout(timer);
      if (retry) clearTimeout(retry);
      waiting = [];
      await client?.end();
    },
  };
}

/** Tells every listening process but `from`, the one that speaks. */
export async function notifyProcesses(db: Db, from: string, events: AddressedChangeEvent[]): Promise<void> {
  for (const payload of payloads(from, events))
    await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(db);
}

/** Packs events into as few notifications as fit, each led by the name of the process that sends it. */
export function payloads(from: string, events: AddressedChangeEvent[]): string[] {
  const head = JSON.stringify(from);
  const packed: string[] = [];
  let current = [head];
  let size = head.length + 2;
  for (const one of events) {
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
