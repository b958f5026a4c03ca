/** Makes the call of an entry, in a page or in the service worker. */
import type { Call } from '@ardhi/contract';
import { ApiError, call } from '../lib/http/api.ts';
import type { Entry } from './entry.ts';

const SEND_TIMEOUT_MS = 60_000;

/** With the token that is stored here. */
export function sendEntry({ call: name, params, body, key }: Entry): Promise<unknown> {
  const options = {
    params,
    body,
    idempotencyKey: key,
    onlyOurs: true,
    signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
  };
  return (call as (name: Call, options: unknown) => Promise<unknown>)(name, options);
}

/** As if a server had said so: whose work it is has left. */
export const signedOut = () => new ApiError(new Response(null, { status: 401 }), undefined);

/** Where pages and the service worker tell one another that entries have changed. */
export const channelOf = (account: string) =>
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(`ardhi-outbox-${account}`);
