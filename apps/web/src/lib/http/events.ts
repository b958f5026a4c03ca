/**
 * Stream of change events (server-sent events). One tab holds it (Web Lock) and forwards events to the others
 * (BroadcastChannel). Events carry no data; listeners refetch. The server first replays changes made between the page's
 * first response and the opening of the stream. After a reconnect everything is refetched, so missed events do no harm.
 */
import type { ChangeEvent } from '@ardhi/contract';
import { firstResponseAt } from '../device/first-response.ts';
import { request } from './api.ts';
import { backoff } from './backoff.ts';
import { connection } from './connection.ts';
import { recordPosition } from './position.ts';

export type ChangeEventKind = ChangeEvent['kind'];
type Listener = (event: ChangeEvent) => void;

const LOCK = 'ardhi-events';
const CHANNEL = 'ardhi-events';
/** The server sends a heartbeat every 25 seconds; after two missed ones the connection is dead. */
const SILENCE_MS = 60_000;
/** A stream that ends sooner is flapping: the backoff grows, and refetching waits until one has lasted `SETTLED_MS`. */
const STEADY_MS = 30_000;
const SETTLED_MS = 5_000;

const listeners = new Set<Listener>();
const reconnectListeners = new Set<() => void>();

function subscribe<T>(set: Set<T>, listener: T): () => void {
  set.add(listener);
  return () => set.delete(listener);
}

export function onChangeEvent(listener: Listener): () => void {
  return subscribe(listeners, listener);
}

/** The stream was interrupted: everything on screen may be stale. */
export function onReconnect(listener: () => void): () => void {
  return subscribe(reconnectListeners, listener);
}

/** Message between tabs, which may run different versions: do not rename the fields. */
type Signal = { hint: ChangeEvent } | { reconnected: true };

function dispatch(signal: Signal): void {
  if ('hint' in signal) for (const listener of listeners) listener(signal.hint);
  else for (const listener of reconnectListeners) listener();
}

/** Parses server-sent events: `data:` lines up to a blank line; lines that start with a colon are heartbeats. */
export function createEventParser(
  onData: (data: string) => void,
  onHeartbeat?: () => void,
): (chunk: string) => void {
  let rest = '';
  let data: string[] = [];
  return (chunk) => {
    const lines = (rest + chunk).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) onData(data.join('\n'));
        data = [];
      } else if (line.startsWith('data:')) {
        data.push(line.slice(line.startsWith('data: ') ? 6 : 5));
      } else if (line.startsWith(':')) onHeartbeat?.();
    }
  };
}

function parseChangeEvent(data: string): ChangeEvent | undefined {
  try {
    const value: unknown = JSON.parse(data);
    const isEvent = typeof value === 'object' && value !== null && 'kind' in value && 'ids' in value;
    return isEvent ? (value as ChangeEvent) : undefined;
  } catch {
    return undefined;
  }
}

interface StreamListeners {
  publish: (signal: Signal) => void;
  onOpen?: () => void;
  onHeartbeat?: () => void;
}

/** `since`: the server first replays later changes, then sends a heartbeat. */
async function readStream(
  stop: AbortSignal,
  since: string | undefined,
  { publish, onOpen, onHeartbeat }: StreamListeners,
): Promise<void> {
  const silence = new AbortController();
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  const resetWatchdog = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => silence.abort(), SILENCE_MS);
  };
  try {
    const signal = AbortSignal.any([stop, silence.signal]);
    const response = await request('GET /events', { signal, query: { since }, background: true });
    if (!response.body) return;
    onOpen?.();
    resetWatchdog();
    const parse = createEventParser((data) => {
      const event = parseChangeEvent(data);
      recordPosition(event?.position);
      if (event) publish(event.kind === 'everything' ? { reconnected: true } : { hint: event });
    }, onHeartbeat);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      resetWatchdog();
      parse(part.value);
    }
  } finally {
    clearTimeout(watchdog);
  }
}

/** Waits, but returns early when the server becomes reachable. */
function pause(milliseconds: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stopListening();
      stop.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    const stopListening = connection.subscribe(() => connection.get() && done());
    stop.addEventListener('abort', done);
  });
}

async function keepStreaming(stop: AbortSignal, publish: (signal: Signal) => void) {
  let since = firstResponseAt();
  let missed = !since;
  let attempt = 0;
  while (!stop.aborted) {
    let settling: ReturnType<typeof setTimeout> | undefined;
    let openedAt = Number.POSITIVE_INFINITY;
    const onOpen = () => {
      openedAt = performance.now();
      const settled = () => {
        if (missed) publish({ reconnected: true });
        missed = true;
      };
      if (attempt <= 2) settled();
      else settling = setTimeout(settled, SETTLED_MS);
    };
    await readStream(stop, since, { publish, onOpen }).catch(() => {});
    clearTimeout(settling);
    since = undefined;
    missed = true;
    if (performance.now() - openedAt > STEADY_MS) attempt = 0;
    if (!stop.aborted) await pause(backoff(attempt), stop);
    attempt += 2;
  }
}

/** The returned function stops listening. */
export function listenForChangeEvents(): () => void {
  const stop = new AbortController();
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL);
  if (channel) channel.onmessage = (event: MessageEvent<Signal>) => dispatch(event.data);
  const publish = (signal: Signal) => {
    dispatch(signal);
    channel?.postMessage(signal);
  };

  void holdStream(stop.signal, publish).catch(() => {});
  return () => {
    stop.abort();
    channel?.close();
  };
}

async function holdStream(stop: AbortSignal, publish: (signal: Signal) => void): Promise<void> {
  // Web Locks require HTTPS or localhost; elsewhere every tab opens its own stream.
  if (!navigator.locks) return await keepStreaming(stop, publish);
  const hasHeld = await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await keepStreaming(stop, publish);
    return lock !== null;
  });
  if (hasHeld || stop.aborted) return;
  // Another tab holds the stream and forwards its events; this one takes over when it closes.
  await Promise.all([
    catchUp(stop),
    navigator.locks.request(LOCK, { signal: stop }, () => keepStreaming(stop, publish)),
  ]);
}

/** Replays changes made between this tab's first response and now. */
async function catchUp(stop: AbortSignal): Promise<void> {
  const since = firstResponseAt();
  if (!since) return dispatch({ reconnected: true });
  const done = new AbortController();
  const onHeartbeat = () => done.abort();
  await readStream(AbortSignal.any([stop, done.signal]), since, { publish: dispatch, onHeartbeat }).catch(
    () => {},
  );
}
