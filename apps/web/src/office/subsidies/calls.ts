/** Application calls that can be queued offline, and the applications displayed until they are sent. */
import type { Application, Programme, QueueableCall } from '@ardhi/contract';
import { cachedRows } from '../../lib/http/cached-rows.ts';
import type { Work } from '../../outbox/entry.ts';
import type { EntryOf, Known, OfflineCalls, WorkOf } from '../../outbox/offline-calls.ts';
import { overlayRow } from '../../outbox/overlay.ts';
import { subsidyKeys } from './keys.ts';

type Programmes = readonly Programme[];

const programmeFields = (id: string | null | undefined, programmes: Programmes) => ({
  programmeId: id ?? null,
  programmeName: programmes.find(({ _id }) => _id === id)?.name ?? null,
});

function draftApplication(
  { body, madeAt }: EntryOf<'POST /subsidies'>,
  programmes: Programmes = [],
): Application {
  return {
    _id: body._id,
    kind: 'application',
    name: body.name,
    description: body.description,
    amount: body.amount,
    status: 'pending',
    reason: null,
    decidedAt: null,
    decidedBy: null,
    ...programmeFields(body.programmeId, programmes),
    parcelIds: body.parcelIds ?? [],
    revision: 1,
    createdAt: new Date(madeAt).toISOString(),
    editedAt: null,
    returned: null,
    appealUntil: null,
    appeal: null,
    appealOf: null,
  };
}

function editApplication(
  row: Application,
  { body, madeAt }: EntryOf<'PUT /subsidies/{id}'>,
  programmes: Programmes = [],
): Application {
  return {
    ...row,
    name: body.name ?? row.name,
    description: body.description ?? row.description,
    amount: body.amount ?? row.amount,
    parcelIds: body.parcelIds ?? row.parcelIds,
    ...(body.programmeId === undefined ? {} : programmeFields(body.programmeId, programmes)),
    editedAt: new Date(madeAt).toISOString(),
    // Any edit resubmits a returned application to the office.
    returned: null,
  };
}

function applicationOf({ client, entries }: Known, { params }: Work): Application | undefined {
  const id = params.id ?? '';
  const listed = cachedRows<Application>(client, subsidyKeys.mine).find(({ _id }) => _id === id);
  return overlayRow(listed, entries, id) ?? undefined;
}

/** Parcels that must be synced first. */
const needs = ({ body }: WorkOf<'POST /subsidies' | 'PUT /subsidies/{id}'>) => body.parcelIds ?? [];
const OWN = {
  kind: 'subsidy',
  about: (known: Known, work: Work) => applicationOf(known, work)?.name,
  base: applicationOf,
} as const;

export const calls = {
  'POST /subsidies': {
    kind: 'subsidy',
    effect: 'create',
    label: 'subsidies.queued.apply',
    failed: 'subsidies.error.submit',
    needs,
    draft: draftApplication,
  },
  'PUT /subsidies/{id}': {
    ...OWN,
    effect: 'edit',
    label: 'subsidies.queued.edit',
    failed: 'subsidies.error.save',
    fieldLabel: (path) => `subsidies.${path}`,
    needs,
    apply: editApplication,
  },
  'PUT /subsidies/{id}/earlier-decision': {
    ...OWN,
    effect: 'edit',
    label: 'subsidies.queued.earlierDecision',
    fieldLabel: () => 'subsidies.queued.earlierDecision',
    separate: true,
  },
  'DELETE /subsidies/{id}': {
    ...OWN,
    effect: 'remove',
    label: 'subsidies.queued.withdraw',
    failed: 'subsidies.error.withdraw',
  },
} satisfies OfflineCalls<Extract<QueueableCall, `${string} /subsidies${string}`>>;
