/** Nightly: what has served its time goes. */
import { sql } from 'kysely';
import { MAX_SESSION_DAYS } from './env.ts';
import type { Job } from './jobs.ts';

declare module './jobs.ts' {
  interface JobPayloads {
    'clean-up': Record<string, never>;
  }
}

/** A phone may send work that waited this long; its keys must still be known. */
const KEY_DAYS = 90;

export const cleanUp: Job<Record<string, never>> = async (_payload, { db }) => {
  const olderThan = (days: number) => sql<string>`now() - make_interval(days => ${days})`;
  await db.deleteFrom('idempotency_keys').where('created_at', '<', olderThan(KEY_DAYS)).execute();
  await db.deleteFrom('sessions').where('created_at', '<', olderThan(MAX_SESSION_DAYS)).execute();
  await db.deleteFrom('devices').where('last_used_at', '<', olderThan(MAX_SESSION_DAYS)).execute();
  await db.deleteFrom('one_time_codes').where('expires_at', '<', olderThan(1)).execute();
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', olderThan(1)).execute();
  await db.deleteFrom('throttles').where('window_start', '<', olderThan(1)).execute();
};
