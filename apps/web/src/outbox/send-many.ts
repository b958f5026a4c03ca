/** Sends several entries in one request, from a page or from the service worker. Pages load it when several wait. */
import type { JsonObject, SyncResult } from '@ardhi/contract';
import { MARKER_HEADER } from '@ardhi/contract/headers';
import { newId } from '../lib/device/id.ts';
import { ApiError, call } from '../lib/http/api.ts';
import { markerOf, SEND_TIMEOUT_MS } from './send.ts';
import type { PartResult, SendMany } from './sync-request.ts';

export { createSyncRequests } from './sync-request.ts';

/** Uses the stored token. */
export const sendEntries: SendMany = async (parts, epoch) => {
  const writes = parts.map(({ entry: { call, params, body, key }, after }) => ({
    call,
    params,
    key,
    body,
    after,
  }));
  const signal = AbortSignal.timeout(SEND_TIMEOUT_MS);
  // The keys of the writes make them idempotent; the request itself stores nothing.
  const results = await call('POST /sync', {
    body: { writes },
    onlyOurs: true,
    signal,
    idempotencyKey: newId(),
    marker: markerOf(epoch),
  });
  return results.map(resultOf);
};

function resultOf({ status, answer, retryAfter }: SyncResult): PartResult {
  if (status === null) return { kind: 'not-tried' };
  if (status < 300) return { kind: 'accepted', answer: answer as JsonObject };
  const headers = new Headers({ [MARKER_HEADER]: '1' });
  if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter));
  return {
    kind: 'refused',
    error: new ApiError(new Response(null, { status, headers }), answer ?? undefined),
  };
}
