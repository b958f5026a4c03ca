/**
 * Change events tell clients to refetch. A transaction's events are collected in its context, published after commit and
 * sent to other processes in one coalesced NOTIFY. A NOTIFY inside the transaction would serialise all commits.
 */
import type { ChangeEvent, Role } from '@ardhi/contract';
import { ServerClient } from '@ardhi/embedded-postgres';
import { sql } from 'kysely';
import type { Db } from './db.ts';
import { newId } from './id.ts';

/** `offices`: officials of these counties and national officials; `all` if the change concerns no county. */
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
/** Without traffic a listening connection would not notice that its server has vanished. */
const HEARTBEAT_MS = 2000;

type Listener = (event: AddressedChangeEvent) => void;

export interface ChangeEventBus {
  /** False while the listening connection is down. Caches that depend on events must not be used then. */
  listening(): boolean;
  /** Call only after the transaction has committed. */
  publish(events: AddressedChangeEvent[]): void;
  subscribe(listener: Listener): () => void;
  close(): Promise<void>;
}

/** `connectionString` leads to PostgreSQL itself: LISTEN does not work through a transaction pooler. */
export async function startChangeEventBus(options: {
  connectionString: string;
  db: Db;
  onError: (error: Error) => void;
  /** Shown by PostgreSQL for the listening connection, which every process has. */
  applicationName?: string;
}): Promise<ChangeEventBus> {
  const { connectionString, db, onError, applicationName } = options;
  const processId = newId();
  const listeners = new Set<Listener>();
  let client: ServerClient | null = null;
  let isClosed = false;
  let pending: AddressedChangeEvent[] = [];
  let timer: NodeJS.Timeout | null = null;
  let retry: NodeJS.Timeout | null = null;

  function deliver(events: AddressedChangeEvent[]): void {
    for (const received of events) for (const listener of listeners) listener(received);
  }

  async function listen(): Promise<void> {
    const next = new ServerClient({ connectionString, application_name: applicationName });
    next.on('error', (error) => onConnectionLost(next, error));
    next.on('end', () => onConnectionLost(next, new Error('the listening connection ended')));
    next.on('notification', ({ payload }) => {
      const [from, ...events] = JSON.parse(payload ?? '[]') as [string, ...AddressedChangeEvent[]];
      if (from !== processId) deliver(events);
    });
    await next.connect();
    await next.query(`listen ${CHANNEL}`);
    // Events from other processes were missed while disconnected, so everything is invalidated.
    deliver([{ to: { everybody: true }, kind: 'everything', ids: [] }]);
    client = next;
  }

  function sendHeartbeat(): void {
    if (client && !client.isWaiting) client.query('select 1').catch(() => undefined);
  }

  function onConnectionLost(which: ServerClient, error: Error): void {
    if (isClosed || retry || (client !== which && client !== null)) return;
    client = null;
    onError(error);
    retry = setTimeout(() => {
      retry = null;
      listen().catch((cause: Error) => onConnectionLost(which, cause));
    }, 1000);
  }

  function flush(): void {
    timer = null;
    notifyProcesses(db, processId, pending.splice(0)).catch(onError);
  }

  await listen();
  const heartbeat = setInterval(sendHeartbeat, HEARTBEAT_MS);
  return {
    listening: () => client !== null,
    publish(events) {
      if (isClosed || events.length === 0) return;
      // Synchronous in this process: the session cache must be cleared before the log-out response is sent.
      deliver(events);
      pending.push(...events);
      timer ??= setTimeout(flush, COALESCE_MS);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      isClosed = true;
      clearInterval(heartbeat);
      if (timer) clearTimeout(timer);
      if (retry) clearTimeout(retry);
      pending = [];
      await client?.end();
    },
  };
}

/** Notifies every listening process except the sender, `from`. */
export async function notifyProcesses(db: Db, from: string, events: AddressedChangeEvent[]): Promise<void> {
  for (const payload of payloads(from, events))
    await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(db);
}

/** Packs events into as few notifications as possible. Each begins with the id of the sending process. */
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
