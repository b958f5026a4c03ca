import { MARKER_HEADER } from '@ardhi/contract/headers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { storage } from '../device/storage.ts';
import { call } from './api.ts';
import { backoff } from './backoff.ts';
import { createEventParser, listenForChangeEvents, onChangeEvent, onReconnect } from './events.ts';

describe('event stream parser and backoff', () => {
  it('reassembles events from chunks and skips heartbeats', () => {
    const events: string[] = [];
    const parse = createEventParser((data) => events.push(data));
    parse(': hello\n\nda');
    parse('ta: {"kind":"land",');
    parse('"ids":[]}\n');
    expect(events).toEqual([]);
    parse('\n: still here\n\nevent: x\ndata:two\r\ndata: lines\r\n\r\n');
    expect(events).toEqual(['{"kind":"land","ids":[]}', 'two\nlines']);
  });

  it('backs off exponentially with jitter', () => {
    expect(backoff(0, 0)).toBe(500);
    expect(backoff(0, 1)).toBe(1_000);
    expect(backoff(3, 1)).toBe(8_000);
    expect(backoff(20, 1)).toBe(30_000);
  });
});

/** A server whose streams send this and stay open. */
function serve(streamed: string) {
  const streams: { since: string | null; closed: boolean }[] = [];
  vi.stubGlobal('fetch', async (address: string, { signal }: RequestInit) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    const headers = { [MARKER_HEADER]: '1', Date: 'Tue, 17 Nov 2026 08:00:00 GMT' };
    if (!pathname.endsWith('/events')) return Response.json({}, { headers });
    const stream = { since: searchParams.get('since'), closed: false };
    streams.push(stream);
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(streamed));
        signal!.addEventListener('abort', () => {
          stream.closed = true;
          controller.error(signal!.reason);
        });
      },
    });
    return new Response(body, { headers });
  });
  return streams;
}

/** Stubs the lock that the streaming tab holds. */
function lockHeld(byAnotherTab: boolean): void {
  const request = (_name: string, options: LockOptions, work: (lock: object | null) => unknown) => {
    if (!byAnotherTab) return work({});
    return options.ifAvailable ? work(null) : new Promise(() => {});
  };
  vi.stubGlobal('navigator', { locks: { request } });
}

describe('changes between the first response and the stream', () => {
  const stops: (() => void)[] = [];
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
    vi.unstubAllGlobals();
  });

  async function listen(token: string) {
    const hints = vi.fn();
    const reconnected = vi.fn();
    stops.push(onChangeEvent(hints), onReconnect(reconnected));
    storage.set('token', token);
    await call('GET /config');
    stops.push(listenForChangeEvents());
    return { hints, reconnected };
  }

  it('are replayed by the server', async () => {
    lockHeld(false);
    const streams = serve('data: {"kind":"land","ids":["a"]}\n\n:\n\n');
    const { hints, reconnected } = await listen('one');
    await expect.poll(() => hints).toHaveBeenCalledWith({ kind: 'land', ids: ['a'] });
    expect(streams).toEqual([{ since: '2026-11-17T08:00:00.000Z', closed: false }]);
    expect(reconnected).not.toHaveBeenCalled();
  });

  it('cause a full refetch if the server cannot replay them', async () => {
    lockHeld(false);
    serve('data: {"kind":"everything","ids":[]}\n\n:\n\n');
    const { hints, reconnected } = await listen('two');
    await expect.poll(() => reconnected).toHaveBeenCalledOnce();
    expect(hints).not.toHaveBeenCalled();
  });

  it('are replayed once while another tab holds the stream', async () => {
    lockHeld(true);
    const streams = serve('data: {"kind":"land","ids":["a"]}\n\n:\n\n');
    const { hints } = await listen('three');
    await expect.poll(() => streams).toEqual([{ since: '2026-11-17T08:00:00.000Z', closed: true }]);
    expect(hints).toHaveBeenCalledExactlyOnceWith({ kind: 'land', ids: ['a'] });
  });
});
