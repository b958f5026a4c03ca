/** Applications as they show before they are sent. */
import type { Application, Programme } from '@ardhi/contract';
import type { EntryOf } from '../../outbox/offline-calls.ts';

type Programmes = readonly Programme[];

const named = (id: string | null | undefined, programmes: Programmes) => ({
  programmeId: id ?? null,
  programmeName: programmes.find(({ _id }) => _id === id)?.name ?? null,
});

export function draftApplication(
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
    ...named(body.programmeId, programmes),
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

export function editApplication(
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
    ...(body.programmeId === undefined ? {} : named(body.programmeId, programmes)),
    editedAt: new Date(madeAt).toISOString(),
    // Whatever was asked for: with an edit it is the office's turn again.
    returned: null,
  };
}
