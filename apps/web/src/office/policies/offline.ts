import type { Policy } from '@ardhi/contract';
import { cachedRows } from '../../lib/http/cached-rows.ts';
import { type PersistedReads, pageRead } from '../../offline/persisted-reads.ts';
import { policyKeys } from './keys.ts';

export const policyOffline = {
  overview: () => [pageRead(policyKeys.list, 'policies')],
  /** A policy in the list is the whole policy. */
  derive: (client) => {
    const updatedAt = client.getQueryState(policyKeys.list)?.dataUpdatedAt;
    for (const policy of cachedRows<Policy>(client, policyKeys.list))
      client.setQueryData(policyKeys.one(policy._id), policy, { updatedAt });
  },
} satisfies PersistedReads;
