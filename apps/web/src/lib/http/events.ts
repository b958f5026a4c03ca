/**
 * The stream of change events (server-sent events). One tab of the browser holds it (a lock) and tells the others (a
 * channel). An event carries no data: whoever cares asks again. A page has answers before it listens: the server tells
 * first what changed since. So a missed event costs nothing once everything is refetched on reconnect.
 */
import type { ChangeEvent } from '@ardhi/contract';
import { firstAnswerAt } from '../device/first-answer.ts';
import { request } from './api.ts';
import { backoff } from './backoff.ts';
import { connection } from './connection.ts';
import { hearPosition } from './position.ts';

export type ChangeEventKind = ChangeEvent['kind'];
type Listener = (event: ChangeEvent) => void;

const LOCK = 'ardhi-events';
const CHANNEL = 'ardhi-events';
/** The server sends a heartbeat every 25 seconds; after two missed ones the line is dead. */
const SILENCE_MS = 60_000;
/** A stream that lived shorter flaps: the pauses grow, and nothing is asked for again until one has lasted. */
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

/** The stream was away for a while: everything shown may be old. */
export function onReconnect(listener: () => void): () => void {
  return subscribe(reconnectListeners, listener);
}

/** Between tabs, which may run different versions: the fields keep their names. */
type Signal = { hint: ChangeEvent } | { reconnected: true };

function dispatch(signal: Signal): void {
  if ('hint' in signal) for (const listener of listeners) listener(signal.hint);
  else for (const listener of reconnectListeners) listener();
}

/** Reads server-sent events: `data:` lines up to a blank line; lines that start with a colon are heartbeats. */
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
  tell: (signal: Signal) => void;
  onOpen?: () => void;
  onHeartbeat?: () => void;
}

/** `since`: what changed after it is told first, and then comes a heartbeat. */
async function readStream(
  stop: AbortSignal,
  since: string | undefined,
  { tell, onOpen, onHeartbeat }: StreamListeners,
): Promise<void> {
  const silence = new AbortController();
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => silence.abort(), SILENCE_MS);
  };
  try {
    const signal = AbortSignal.any([stop, silence.signal]);
    const response = await request('GET /events', { signal, query: { since }, background: true });
    if (!response.body) return;
    onOpen?.();
    heard();
    const parse = createEventParser((data) => {
      const event = parseChangeEvent(data);
      hearPosition(event?.position);
      if (event) tell(event.kind === 'everything' ? { reconnected: true } : { hint: event });
    }, onHeartbeat);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      heard();
      parse(part.value);
    }
  } finally {
    clearTimeout(watchdog);
  }
}

/** Waits, but not longer than until the server is there again. */
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

async function keepStreaming(stop: AbortSignal, tell: (signal: Signal) => void) {
  let since = firstAnswerAt();
  let missed = !since;
  let attempt = 0;
  while (!stop.aborted) {
    let settling: ReturnType<typeof setTimeout> | undefined;
    let openedAt = Number.POSITIVE_INFINITY;
    const onOpen = () => {
      openedAt = performance.now();
      const settled = () => {
        if (missed) tell({ reconnected: true });
        missed = true;
      };
      if (attempt <= 2) settled();
      else settling = setTimeout(settled, SETTLED_MS);
    };
    await readStream(stop, since, { tell, onOpen }).catch(() => {});
    clearTimeout(settling);
    since = undefined;
    missed = true;
    if (performance.now() - openedAt > STEADY_MS) attempt = 0;
    if (!stop.aborted) await pause(backoff(attempt), stop);
    attempt += 2;
  }
}

/** Listens for the signed-in user until the returned function is called. */
export function listenForChangeEvents(): () => void {
  const stop = new AbortController();
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL);
  if (channel) channel.onmessage = (event: MessageEvent<Signal>) => dispatch(event.data);
  const tell = (signal: Signal) => {
    dispatch(signal);
    channel?.postMessage(signal);
  };

  void holdStream(stop.signal, tell).catch(() => {});
  return () => {
    stop.abort();
    channel?.close();
  };
}

async function holdStream(stop: AbortSignal, tell: (signal: Signal) => void): Promise<void> {
  // Locks exist only on HTTPS and localhost; elsewhere every tab listens for itself.
  if (!navigator.locks) return await keepStreaming(stop, tell);
  const held = await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await keepStreaming(stop, tell);
    return lock !== null;
  });
  if (held || stop.aborted) return;
  // Another tab listens and tells this one, from now on. When it closes, this one takes over.
  await Promise.all([
    catchUp(stop),
    navigator.locks.request(LOCK, { signal: stop }, () => keepStreaming(stop, tell)),
  ]);
}

/** What changed between this tab's first answer and now. */
async function catchUp(stop: AbortSignal): Promise<void> {
  const since = firstAnswerAt();
  if (!since) return dispatch({ reconnected: true });
  const done = new AbortController();
  const onHeartbeat = () => done.abort();
  await readStream(AbortSignal.any([stop, done.signal]), since, { tell: dispatch, onHeartbeat }).catch(
    () => {},
  );
}
