import type { Policy } from '@ardhi/contract';
import { cachedRows } from '../../lib/http/cached-rows.ts';
import { type PersistedReads, pageRead } from '../../offline/persisted-reads.ts';
import { policyKeys } from './keys.ts';

export const policyOffline = {
  overview: () => [pageRead(policyKeys.list, 'policies')],
  /** List rows contain the complete policy, so they fill the detail queries too. */
  derive: (client) => {
    const updatedAt = client.getQueryState(policyKeys.list)?.dataUpdatedAt;
    for (const policy of cachedRows<Policy>(client, policyKeys.list))
      client.setQueryData(policyKeys.one(policy._id), policy, { updatedAt });
  },
} satisfies PersistedReads;
