import { type BulkDecision, bulkDecisions } from '@ardhi/contract';
import { routesOf } from '../../lib/http/bind.ts';
import type { MessageKey, Translate } from '../../lib/text/i18n.ts';
import { fromCents } from '../../lib/text/money.ts';
import { orNotFound } from '../../lib/text/not-found.ts';
import { cancelBulk, startBulk } from './bulk.ts';
import { listEligibility } from './bulk-eligibility.ts';
import {
  type BulkRowDetail,
  type CountedBulk,
  findOwnBulk,
  listBulkRows,
  listOwnBulks,
} from './bulk-queries.ts';

export const bulkDecisionRoutes = routesOf(bulkDecisions, {
  'POST /government/bulk-decisions': async (context) => {
    const id = await startBulk(context, context.body);
    return present(orNotFound(await findOwnBulk(context.db, context.user.id, id)));
  },

  'GET /government/bulk-decisions': async ({ user, db }) => (await listOwnBulks(db, user.id)).map(present),

  'GET /government/bulk-decisions/eligibility': async ({ scope, query, db }) =>
    listEligibility(db, scope, query.ids),

  'GET /government/bulk-decisions/{id}': async ({ user, scope, params, db, t }) => {
    const bulk = orNotFound(await findOwnBulk(db, user.id, params.id));
    const rows = await listBulkRows(db, scope, bulk.id);
    return { ...present(bulk), rows: rows.map((row) => presentRow(row, t)) };
  },

  'POST /government/bulk-decisions/{id}/cancel': async (context) => {
    await cancelBulk(context, context.params.id);
    return present(orNotFound(await findOwnBulk(context.db, context.user.id, context.params.id)));
  },
});

const present = (bulk: CountedBulk): BulkDecision => ({
  _id: bulk.id,
  status: bulk.status,
  reason: bulk.reason,
  createdAt: bulk.created_at,
  finishedAt: bulk.finished_at,
  cancelled: bulk.cancelled,
  total: bulk.total,
  decided: bulk.decided,
  awaiting: bulk.awaiting,
  changed: bulk.changed,
  refused: bulk.refused,
});

const presentRow = (row: BulkRowDetail, t: Translate) => ({
  _id: row.subsidy_id,
  kind: row.kind,
  name: row.name,
  amount: row.amount_cents === null ? null : fromCents(row.amount_cents),
  applicant: row.kind === 'application' ? { _id: row.owner_id!, name: row.owner_name! } : null,
  outcome: row.outcome,
  message: row.problem && t(`problem.${row.problem.code}` as MessageKey, row.problem.values),
});
