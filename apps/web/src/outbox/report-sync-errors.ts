/** Reports sync error counts by type, without payloads, for operator metrics. */
import type { SyncErrors } from '@ardhi/contract';
import { newId } from '../lib/device/id.ts';
import { call } from '../lib/http/api.ts';
import type { Outbox } from './engine.ts';
import type { Entry } from './entry.ts';

type Kind = keyof SyncErrors;

/** Errors within this time are sent in one call. */
const COLLECT_MS = 2 * 60_000;

function kindOf({ state, trouble }: Entry): Kind | undefined {
  if (state === 'rejected') return 'refused';
  if (state === 'conflict') return 'conflict';
  return trouble && 'failed';
}

/** Errors that exist at the start have already been reported. */
export function reportSyncErrors(outbox: Pick<Outbox, 'get' | 'subscribe'>): () => void {
  let known = new Map<string, Kind>();
  let counts: SyncErrors = {};
  let timer: ReturnType<typeof setTimeout> | undefined;

  function send(): void {
    timer = undefined;
    const body = counts;
    counts = {};
    void call('POST /sync-errors', { body, idempotencyKey: newId() }).catch(() => {});
  }

  function findNewErrors(): Kind[] {
    const now = outbox.get().entries.flatMap((entry) => {
      const kind = kindOf(entry);
      return kind ? [[entry.key, kind] as const] : [];
    });
    const fresh = now.filter(([key, kind]) => known.get(key) !== kind).map(([, kind]) => kind);
    known = new Map(now);
    return fresh;
  }

  findNewErrors();
  const stop = outbox.subscribe(() => {
    const fresh = findNewErrors();
    for (const kind of fresh) counts[kind] = (counts[kind] ?? 0) + 1;
    if (fresh.length > 0) timer ??= setTimeout(send, COLLECT_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
