/** Open event streams of this process. */
import type { ServerResponse } from 'node:http';
import type { ChangeEvent } from '@ardhi/contract';
import { MARKER_HEADER } from '@ardhi/contract/headers';
import type { AddressedChangeEvent, ChangeEventBus } from '../lib/database/change-events.ts';
import { covers, hasDuty } from '../lib/http/scope.ts';
import type { SignedInUser } from '../lib/http/session.ts';
import { RecentEvents } from './recent-events.ts';

const HEARTBEAT_MS = 25_000;
/** Per account. A browser opens one stream for all its tabs. */
const MAX_STREAMS_PER_USER = 20;

interface Stream {
  user: SignedInUser;
  response: ServerResponse;
}

export type Streams = ReturnType<typeof createStreams>;

export function createStreams(changeEvents: ChangeEventBus) {
  const byUser = new Map<string, Set<Stream>>();
  const recent = new RecentEvents();
  let total = 0;

  const unsubscribe = changeEvents.subscribe((event) => {
    if (event.kind === 'everything') {
      // Sessions may have ended, and every stream may have missed events: the browsers must reconnect.
      recent.forget();
      for (const streams of byUser.values()) for (const stream of streams) stream.response.end();
      return;
    }
    recent.add(event);
    const text = textOf(event);
    for (const stream of addressees(byUser, event)) {
      const hasSessionEnded = event.kind === 'session' && event.ids.includes(stream.user.sessionId);
      if (!hasSessionEnded) stream.response.write(text);
      // A different post receives different events, so the browser must reconnect with its new scope.
      if (hasSessionEnded || (event.kind === 'session' && stream.user.scope)) stream.response.end();
    }
  });
  // Comment lines prevent proxies from closing an idle stream.
  const heartbeat = setInterval(() => {
    for (const streams of byUser.values()) for (const stream of streams) stream.response.write(':\n\n');
  }, HEARTBEAT_MS);
  heartbeat.unref();

  function missedBy(user: SignedInUser, since: number): string {
    const events = recent.since(since);
    if (!events) return textOf({ kind: 'everything', ids: [] });
    const own = events.filter(({ to }) => ('user' in to ? to.user === user.id : isAddressedTo(to, user)));
    return byKind(own).map(textOf).join('');
  }

  return {
    /** `since`: time of the page's first response, in milliseconds; later changes are replayed first. */
    open(user: SignedInUser, response: ServerResponse, since?: number): void {
      const stream = { user, response };
      const streams = byUser.get(user.id) ?? new Set();
      // The oldest stream is most likely abandoned.
      if (streams.size >= MAX_STREAMS_PER_USER) streams.values().next().value?.response.end();
      byUser.set(user.id, streams.add(stream));
      total += 1;
      const closeTimer = closeAtScopeEnd(stream);
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
        [MARKER_HEADER]: '1',
      });
      // The comment line marks the end of the replay.
      response.write(`${since === undefined ? '' : missedBy(user, since)}:\n\n`);
      response.on('error', () => {});
      response.on('close', () => {
        clearTimeout(closeTimer);
        streams.delete(stream);
        if (!streams.size) byUser.delete(user.id);
        total -= 1;
      });
    },
    /** Number of open streams. */
    size: () => total,
    /** Settings of officials have changed: their browsers must reconnect with their new scope, if they still may. */
    closeOfficials(): void {
      for (const streams of byUser.values())
        for (const { user, response } of streams) if (user.role === 'government') response.end();
    },
    closeAll(): void {
      clearInterval(heartbeat);
      unsubscribe();
      for (const streams of byUser.values()) for (const stream of streams) stream.response.end();
    },
  };
}

const textOf = ({ kind, ids, position }: ChangeEvent) =>
  `data: ${JSON.stringify({ kind, ids, position })}\n\n`;

/** Merges events by kind. An event without ids applies to all ids. */
function byKind(events: ChangeEvent[]): ChangeEvent[] {
  return [...new Set(events.map(({ kind }) => kind))].map((kind) => {
    const ofKind = events.filter((event) => event.kind === kind);
    const ids = ofKind.some((event) => event.ids.length === 0) ? [] : ofKind.flatMap((event) => event.ids);
    return { kind, ids: [...new Set(ids)], position: ofKind.at(-1)?.position };
  });
}

const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Closes the stream when a post starts or ends by date. */
function closeAtScopeEnd({ user, response }: Stream): NodeJS.Timeout | undefined {
  if (user.scopeEndsAt === null) return undefined;
  const ms = Math.min(Math.max(0, user.scopeEndsAt - Date.now()), MAX_TIMEOUT_MS);
  return setTimeout(() => response.end(), ms).unref();
}

function isAddressedTo(to: AddressedChangeEvent['to'], { role, scope }: SignedInUser): boolean {
  if ('everybody' in to) return true;
  if ('role' in to) return role === to.role;
  if (!('offices' in to) || !scope || !hasDuty(scope, 'view')) return false;
  return to.offices === 'all' || covers(scope, ...to.offices);
}

function* addressees(byUser: Map<string, Set<Stream>>, { to }: AddressedChangeEvent): Iterable<Stream> {
  if ('user' in to) yield* byUser.get(to.user) ?? [];
  else {
    for (const streams of byUser.values()) {
      for (const stream of streams) if (isAddressedTo(to, stream.user)) yield stream;
    }
  }
}
