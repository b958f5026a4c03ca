/** Application calls that can be queued offline. */
import type { Application, QueueableCall } from '@ardhi/contract';
import { cachedRows } from '../../lib/http/cached-rows.ts';
import type { Work } from '../../outbox/entry.ts';
import type { Known, OfflineCalls } from '../../outbox/offline-calls.ts';
import { overlayRow } from '../../outbox/overlay.ts';
import { subsidyKeys } from './keys.ts';
import { draftApplication, editApplication } from './overlay.ts';

function applicationOf({ client, entries }: Known, { params }: Work): Application | undefined {
  const id = params.id ?? '';
  const listed = cachedRows<Application>(client, subsidyKeys.mine).find(({ _id }) => _id === id);
  return overlayRow(listed, entries, id) ?? undefined;
}

const APPLICATION = {
  kind: 'subsidy',
  /** Parcels that must be synced first. */
  needs: ({ body }: Work) => (Array.isArray(body?.parcelIds) ? (body.parcelIds as string[]) : []),
} as const;
const OWN = {
  ...APPLICATION,
  about: (known: Known, work: Work) => applicationOf(known, work)?.name,
  base: applicationOf,
} as const;

export const calls = {
  'POST /subsidies': { ...APPLICATION, effect: 'create', draft: draftApplication },
  'PUT /subsidies/{id}': { ...OWN, effect: 'edit', apply: editApplication },
  'DELETE /subsidies/{id}': { ...OWN, effect: 'remove' },
} satisfies OfflineCalls<Extract<QueueableCall, `${string} /subsidies${string}`>>;
