/** Optimistic applications from queued changes. */
import type { Application, Programme } from '@ardhi/contract';
import type { EntryOf } from '../../outbox/offline-calls.ts';

type Programmes = readonly Programme[];

const programmeFields = (id: string | null | undefined, programmes: Programmes) => ({
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
    ...(body.programmeId === undefined ? {} : programmeFields(body.programmeId, programmes)),
    editedAt: new Date(madeAt).toISOString(),
    // Any edit resubmits a returned application to the office.
    returned: null,
  };
}
