import { subsidyManagement } from '@ardhi/contract';
import { today } from '@ardhi/contract/dates';
import { routesOf } from '../../lib/http/bind.ts';
import { decodeCursor, pageSize, toPage } from '../../lib/http/page.ts';
import { orNotFound } from '../../lib/text/not-found.ts';
import { fieldProblem } from '../../lib/text/problem.ts';
import { listEligibility } from './bulk-eligibility.ts';
import { decide } from './decide.ts';
import { dossier } from './dossier.ts';
import { subsidiesCsv } from './export.ts';
import { countSubsidies, listSubsidies } from './list-query.ts';
import { presentManaged } from './present.ts';
import { createProgramme, deleteProgramme, EDITS, editProgramme } from './programmes.ts';
import { findManaged } from './queries.ts';
import { approvalRequirements } from './requirements.ts';
import { returnApplication } from './returns.ts';

export const subsidyManagementRoutes = routesOf(subsidyManagement, {
  'GET /subsidies/admin/all': async ({ scope, query, db }) => {
    const { limit: requestedLimit, cursor, explain, ...filter } = query;
    const limit = pageSize(requestedLimit);
    const rows = await listSubsidies(db, scope, filter, { limit, after: decodeCursor(cursor, 2) });
    const day = today();
    const complete = cursor === undefined && rows.length <= limit;
    const page = toPage(
      rows,
      limit,
      (row) => [row.created_at, row.id],
      (row) => presentManaged(row, day, scope),
      complete ? rows.length : await countSubsidies(db, scope, filter),
    );
    if (explain !== 'true') return page;
    const ids = page.rows.map(({ _id }) => _id);
    const eligibility = new Map((await listEligibility(db, scope, ids)).map((one) => [one._id, one]));
    return {
      ...page,
      rows: page.rows.map((row) => ({ ...row, eligibility: eligibility.get(row._id) ?? null })),
    };
  },

  'POST /government/subsidies': async (context) =>
    presentManaged(await createProgramme(context, context.body), today()),

  'GET /government/subsidies.csv': subsidiesCsv,

  'GET /government/subsidies/{id}': async ({ user, scope, params, db }) =>
    dossier(db, { id: user.id, scope }, params.id),

  'GET /government/subsidies/{id}/approval': async (context) =>
    approvalRequirements(context, context.params.id),

  // The specification has one call for both: a status decides, other fields edit a programme.
  'PUT /government/subsidies/{id}': async (context) => {
    const { scope, params, body, db } = context;
    const row = orNotFound(await findManaged(db, scope, params.id));
    const hasEdits = row.kind === 'programme' && EDITS.some((field) => body[field] !== undefined);
    // A whole row sent back with its current status is an edit, not a second decision.
    const decision = hasEdits && body.status === row.status ? undefined : body.status;
    if (!hasEdits && decision === undefined) throw fieldProblem('status', 'issue.required');
    if (decision === 'pending' || decision === 'withdrawn')
      throw fieldProblem('status', 'issue.choice', { choices: 'approved, rejected' });

    if (hasEdits) await editProgramme(context, params.id, body);
    if (decision)
      await decide(context, params.id, {
        status: decision,
        reason: body.reason,
        reasonSw: body.reasonSw,
        // The edit above has already checked and incremented the revision.
        revision: hasEdits ? undefined : body.revision,
      });
    const after = presentManaged((await findManaged(db, scope, params.id))!, today(), scope);
    if (!decision) return after;
    const isDecided = after.status !== 'pending';
    return { ...after, outcome: isDecided ? ('decided' as const) : ('awaiting-second-approval' as const) };
  },

  'POST /government/subsidies/{id}/return': async (context) =>
    presentManaged(await returnApplication(context, context.params.id, context.body), today(), context.scope),

  'DELETE /government/subsidies/{id}': async (context) => {
    await deleteProgramme(context, context.params.id);
    return { message: context.t('done.deleted') };
  },
});
