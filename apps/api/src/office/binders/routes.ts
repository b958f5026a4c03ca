import { type Binder, binders, NONE } from '@ardhi/contract';
import type { Db } from '../../lib/database/db.ts';
import { CSV_TYPE } from '../../lib/documents/csv.ts';
import { documentLanguage } from '../../lib/documents/document-language.ts';
import { type CallContext, routesOf } from '../../lib/http/bind.ts';
import type { FileResponse } from '../../lib/http/respond.ts';
import type { Area } from '../../lib/http/scope.ts';
import { fromCents } from '../../lib/text/money.ts';
import { orNotFound } from '../../lib/text/not-found.ts';
import { problem } from '../../lib/text/problem.ts';
import { findManaged } from '../subsidies/queries.ts';
import { startBinder } from './create.ts';
import { type BinderRow, findBinder, findBinderFile, listBinders } from './queries.ts';

export const binderRoutes = routesOf(binders, {
  'POST /government/subsidies/{id}/binders': async (context) => {
    const { db, user, scope, params, body, request } = context;
    const programmeId = await programmeOf(db, scope, params.id);
    const id = await startBinder(context, programmeId, body, documentLanguage(request, user));
    return present((await findBinder(db, id))!);
  },

  'GET /government/subsidies/{id}/binders': async ({ db, scope, params }) =>
    (await listBinders(db, scope, await programmeOf(db, scope, params.id))).map(present),

  'GET /government/binders/{id}/csv': (context) => fileOf(context, 'csv', CSV_TYPE),
  'GET /government/binders/{id}/pdf': (context) => fileOf(context, 'pdf', 'application/pdf'),
});

/** Null: applications without a programme. */
async function programmeOf(db: Db, scope: Area, id: string): Promise<string | null> {
  if (id === NONE) return null;
  const programme = orNotFound(await findManaged(db, scope, id));
  if (programme.kind !== 'programme') throw problem('not-found');
  return programme.id;
}

type FileCall = 'GET /government/binders/{id}/csv' | 'GET /government/binders/{id}/pdf';

async function fileOf(
  { db, scope, params, noteExport }: CallContext<FileCall, (typeof binders)[FileCall]>,
  format: 'csv' | 'pdf',
  type: string,
): Promise<FileResponse> {
  const binder = orNotFound(await findBinderFile(db, scope, params.id, format));
  if (binder.finished_at === null) throw problem('binder-unfinished');
  if (!binder.file) throw problem('gone');
  await noteExport(binder.farmers, binder.county ?? 'all');
  const { reference, from_day: from, until_day: until } = binder;
  const name = ['binder', reference, from, until].filter(Boolean).join('-');
  return { type, name: `${name}.${format}`, body: binder.file };
}

function stateOf({ finished_at, too_large, has_files }: BinderRow): Binder['state'] {
  if (finished_at === null) return 'running';
  if (too_large) return 'too-large';
  return has_files ? 'ready' : 'erased';
}

function present(row: BinderRow): Binder {
  const { head_seal: seal, head_hash: hash } = row;
  return {
    _id: row.id,
    programmeName: row.programme_name,
    from: row.from_day,
    until: row.until_day,
    county: row.county,
    madeBy: row.made_by_name,
    createdAt: row.created_at,
    state: stateOf(row),
    written: row.written,
    applications: row.expected,
    total: row.total_cents === null ? null : fromCents(row.total_cents),
    csvSha256: row.csv_sha256,
    head: seal === null || hash === null ? null : { seal, hash },
  };
}
