/** Sends an entry, from a page or from the service worker. */
import { ApiError, callWithKey } from '../lib/http/api.ts';
import type { Send } from './attempts.ts';

export const SEND_TIMEOUT_MS = 60_000;

/** Uses the stored token. */
export const sendEntry: Send = ({ call, params, body, key }, epoch) => {
  const signal = AbortSignal.timeout(SEND_TIMEOUT_MS);
  return callWithKey(call, { params, body, onlyOurs: true, signal, marker: markerOf(epoch) }, key);
};

/** Tells the server which epoch this device knows. */
export const markerOf = (epoch: string | undefined): string => (epoch ? `1 ${epoch}` : '1');

/** Simulates a 401: the owner of the entry has signed out. */
export const signedOut = () => new ApiError(new Response(null, { status: 401 }), undefined);

/** Channel on which pages and the service worker announce changed entries. */
export const channelOf = (account: string) =>
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(`ardhi-outbox-${account}`);
