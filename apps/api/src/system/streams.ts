/** The open event streams of this process. */
import type { ServerResponse } from 'node:http';
import { SERVER_MARK } from '@ardhi/contract/mark';
import type { AddressedChangeEvent, ChangeEventBus } from '../lib/change-events.ts';
import { has } from '../lib/scope.ts';
import type { SignedInUser } from '../lib/session.ts';

const HEARTBEAT_MS = 25_000;
/** Of one account; a browser holds one, whatever its tabs. */
const MAX_STREAMS_OF_USER = 20;

interface Stream {
  user: SignedInUser;
  response: ServerResponse;
}

export interface Streams {
  open(user: SignedInUser, response: ServerResponse): void;
  /** How many are open. */
  size(): number;
  closeAll(): void;
}

export function createStreams(changeEvents: ChangeEventBus): Streams {
  const byUser = new Map<string, Set<Stream>>();
  let total = 0;

  const unsubscribe = changeEvents.subscribe((event) => {
    const text = `data: ${JSON.stringify({ kind: event.kind, ids: event.ids, position: event.position })}\n\n`;
    for (const stream of addressees(byUser, event)) {
      const isOver = event.kind === 'session' && event.ids.includes(stream.user.sessionId);
      if (!isOver) stream.response.write(text);
      // Another post hears of other things: the browser opens a stream anew, as whoever it is then.
      if (isOver || (event.kind === 'session' && stream.user.scope)) stream.response.end();
    }
  });
  // Comment lines keep proxies from cutting a quiet stream.
  const heartbeat = setInterval(() => {
    for (const streams of byUser.values()) for (const stream of streams) stream.response.write(':\n\n');
  }, HEARTBEAT_MS);
  heartbeat.unref();

  return {
    open(user, response) {
      const stream = { user, response };
      const streams = byUser.get(user.id) ?? new Set();
      // The one that was opened first has most likely been forgotten.
      if (streams.size >= MAX_STREAMS_OF_USER) streams.values().next().value?.response.end();
      byUser.set(user.id, streams.add(stream));
      total += 1;
      const over = endOf(stream);
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
        [SERVER_MARK]: '1',
      });
      response.write(':\n\n');
      response.on('error', () => {});
      response.on('close', () => {
        clearTimeout(over);
        streams.delete(stream);
        if (!streams.size) byUser.delete(user.id);
        total -= 1;
      });
    },
    size: () => total,
    closeAll() {
      clearInterval(heartbeat);
      unsubscribe();
      for (const streams of byUser.values()) for (const stream of streams) stream.response.end();
    },
  };
}

const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** A post that is over by its days ends what was opened in it. */
function endOf({ user, response }: Stream): NodeJS.Timeout | undefined {
  if (user.scopeEndsAt === null) return undefined;
  const ms = Math.min(Math.max(0, user.scopeEndsAt - Date.now()), MAX_TIMEOUT_MS);
  return setTimeout(() => response.end(), ms).unref();
}

function concerns(to: AddressedChangeEvent['to'], { role, scope }: SignedInUser): boolean {
  if ('everybody' in to) return true;
  if ('role' in to) return role === to.role;
  if (!('offices' in to) || !scope || !has(scope, 'view')) return false;
  return scope.county === null || to.offices === 'all' || to.offices.includes(scope.county);
}

function* addressees(byUser: Map<string, Set<Stream>>, { to }: AddressedChangeEvent): Iterable<Stream> {
  if ('user' in to) yield* byUser.get(to.user) ?? [];
  else {
    for (const streams of byUser.values()) {
      for (const stream of streams) if (concerns(to, stream.user)) yield stream;
    }
  }
}
