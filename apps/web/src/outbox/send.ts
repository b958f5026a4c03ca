/** Sends an entry, from a page or from the service worker. */
import type { Call } from '@ardhi/contract';
import { ApiError, call } from '../lib/http/api.ts';
import type { Entry } from './entry.ts';

const SEND_TIMEOUT_MS = 60_000;

/** Uses the stored token. */
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

/** Simulates a 401: the owner of the entry has signed out. */
export const signedOut = () => new ApiError(new Response(null, { status: 401 }), undefined);

/** Channel on which pages and the service worker announce changed entries. */
export const channelOf = (account: string) =>
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(`ardhi-outbox-${account}`);
