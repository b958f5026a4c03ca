/** After a restore of the server: acknowledged entries that it may have lost are sent again, under their own keys. */

import type { Entry } from './entry.ts';
import type { Epoch } from './epoch.ts';
import type { Change } from './store.ts';

const HOUR_MS = 60 * 60_000;

/** The phones of a country must not send at the same moment. */
const MAX_JITTER_MS = HOUR_MS;

/** The server replays its stored response for entries that it still has. */
export function resendSince(entries: readonly Entry[], { restoredTo }: Epoch): Change {
  const since = restoredTo - HOUR_MS;
  const resendAt = Date.now() + Math.random() * MAX_JITTER_MS;
  const sent = entries.filter(({ state, sentAt }) => state === 'sent' && (sentAt ?? 0) >= since);
  const waiting = { state: 'waiting', sentAt: undefined, acknowledged: undefined, row: undefined } as const;
  return { put: sent.map((entry) => ({ ...entry, ...waiting, resendAt })), lostSince: since };
}

/** Zero if it may be sent now, also after a change of the device's clock. */
const waitMs = ({ resendAt = 0 }: Entry) => {
  const wait = resendAt - Date.now();
  return wait > MAX_JITTER_MS ? 0 : Math.max(0, wait);
};

/** Entries whose random delay has not passed yet, and the seconds until the first of them may be sent. */
export function delayedEntries(entries: readonly Entry[]): { seqs: number[]; seconds: number | undefined } {
  const delayed = entries.filter((entry) => entry.state === 'waiting' && waitMs(entry) > 0);
  if (delayed.length === 0) return { seqs: [], seconds: undefined };
  return {
    seqs: delayed.map(({ seq }) => seq),
    seconds: Math.ceil(Math.min(...delayed.map(waitMs)) / 1_000),
  };
}
