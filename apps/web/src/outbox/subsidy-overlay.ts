/** Applications as they are once the waiting work is done. Newest first. */
import type { Application, ApplicationEdit, ApplicationInput, Programme } from '@ardhi/contract';
import type { Entry } from './entry.ts';

export function overApplications(
  rows: readonly Application[],
  entries: readonly Entry[],
  programmes: readonly Programme[],
): Application[] {
  let shown = [...rows];
  const named = (id: string | null | undefined) => ({
    programmeId: id ?? null,
    programmeName: programmes.find(({ _id }) => _id === id)?.name ?? null,
  });
  for (const { call, params, body, madeAt } of entries) {
    if (call === 'POST /subsidies' && !shown.some(({ _id }) => _id === body?._id)) {
      const given = body as ApplicationInput & { _id: string };
      shown = [newApplication(given, madeAt, named(given.programmeId)), ...shown];
    } else if (call === 'DELETE /subsidies/{id}') {
      shown = shown.filter(({ _id }) => _id !== params.id);
    } else if (call === 'PUT /subsidies/{id}') {
      const { revision: _, ...edit } = body as ApplicationEdit;
      shown = shown.map((row) =>
        row._id === params.id
          ? {
              ...row,
              name: edit.name ?? row.name,
              description: edit.description ?? row.description,
              amount: edit.amount ?? row.amount,
              parcelIds: edit.parcelIds ?? row.parcelIds,
              ...(edit.programmeId === undefined ? {} : named(edit.programmeId)),
              editedAt: new Date(madeAt).toISOString(),
            }
          : row,
      );
    }
  }
  return shown;
}

function newApplication(
  given: ApplicationInput & { _id: string },
  madeAt: number,
  programme: Pick<Application, 'programmeId' | 'programmeName'>,
): Application {
  return {
    _id: given._id,
    kind: 'application',
    name: given.name,
    description: given.description,
    amount: given.amount,
    status: 'pending',
    reason: null,
    decidedAt: null,
    decidedBy: null,
    ...programme,
    parcelIds: given.parcelIds ?? [],
    revision: 1,
    createdAt: new Date(madeAt).toISOString(),
    editedAt: null,
  };
}
