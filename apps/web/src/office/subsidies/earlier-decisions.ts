/** Decisions that this device knows, reported to a server that has lost them by a restore. */
import type { Application } from '@ardhi/contract';
import type { QueryClient } from '@tanstack/react-query';
import { cachedRows } from '../../lib/http/cached-rows.ts';
import type { Work } from '../../outbox/entry.ts';
import type { Epoch } from '../../outbox/epoch.ts';
import { subsidyKeys } from './keys.ts';

/** Must run before the applications are fetched again. */
export function earlierDecisions(client: QueryClient, { restoredTo }: Epoch): Work[] {
  return cachedRows<Application>(client, subsidyKeys.mine).flatMap(({ _id, name, status, decidedAt }) => {
    const isLost = decidedAt !== null && Date.parse(decidedAt) >= restoredTo;
    if (!isLost || (status !== 'approved' && status !== 'rejected')) return [];
    const call = 'PUT /subsidies/{id}/earlier-decision';
    return [{ call, params: { id: _id }, body: { status, decidedAt }, about: name }];
  });
}
