import type { Policy } from '@ardhi/contract';
import { type OfflineDomain, pageRead, rowsIn } from '../offline/offline-domain.ts';
import { policyKeys } from './keys.ts';

export const policyOffline = {
  kind: 'policy',
  broadcast: true,
  overview: () => [pageRead(policyKeys.list, 'policies')],
  /** A policy in the list is the whole policy. */
  derive: (client) => {
    const updatedAt = client.getQueryState(policyKeys.list)?.dataUpdatedAt;
    for (const policy of rowsIn<Policy>(client, policyKeys.list))
      client.setQueryData(policyKeys.one(policy._id), policy, { updatedAt });
  },
} satisfies OfflineDomain;
