import { type EquipmentDetail, equipmentRecords, type MaintenanceEdit } from '@ardhi/contract';
import { addDays, today } from '@ardhi/contract/dates';
import type * as z from 'zod';
import type { AuditEntry, Fields, LabelledEntry } from '../../lib/audit/audit.ts';
import { newId } from '../../lib/database/id.ts';
import { insertTombstones, refuseDeletedId } from '../../lib/database/tombstones.ts';
import { routesOf } from '../../lib/http/bind.ts';
import { readPage } from '../../lib/http/page.ts';
import { assertRevision } from '../../lib/http/revision.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { toCents } from '../../lib/text/money.ts';
import { orNotFound } from '../../lib/text/not-found.ts';
import { fieldProblem, problem } from '../../lib/text/problem.ts';
import { presentDetail, presentMaintenance, presentUsage } from './present.ts';
import {
  addUsage,
  BY_DATE,
  deleteMaintenance,
  deleteUsage,
  findMaintenance,
  findUsage,
  insertMaintenance,
  listMaintenance,
  listUsage,
  type MaintenanceRow,
  updateMaintenance,
} from './record-queries.ts';
import { lockOwn, readOwn, recordChange } from './service.ts';

/** Locks the equipment for `change`, which returns the fields to audit or null if nothing changed. */
const writing =
  <Context extends WriteContext & { params: { id: string } }, Before extends Fields, After extends Fields>(
    action: AuditEntry['action'],
    change: (context: Context) => Promise<Pick<LabelledEntry<Before, After>, 'before' | 'after'> | null>,
  ) =>
  async (context: Context): Promise<EquipmentDetail> => {
    const { db, user, params } = context;
    await lockOwn(db, user.id, params.id);
    const fields = await change(context);
    if (fields) await recordChange(context, params.id, { action, ...fields });
    return presentDetail(db, await readOwn(db, user.id, params.id), today());
  };

const columnsOf = (body: z.output<typeof MaintenanceEdit>) => ({
  date: body.date,
  kind: body.kind,
  description: body.description,
  cost_cents: body.cost == null ? body.cost : toCents(body.cost),
  next_due_date: body.nextDueDate,
});

const auditFields = (row: MaintenanceRow) => ({
  date: row.date,
  kind: row.kind,
  description: row.description,
  costCents: row.cost_cents,
  nextDueDate: row.next_due_date,
});

export const equipmentRecordRoutes = routesOf(equipmentRecords, {
  'POST /equipment/{id}/maintenance': writing('maintenance.create', async ({ user, params, body, db }) => {
    if (body._id) await refuseDeletedId(db, body._id, user.id);
    const id = body._id ?? newId();
    const { date, kind, description } = body;
    const row = { id, equipment_id: params.id, ...columnsOf(body), date, kind, description };
    if (!(await insertMaintenance(db, row))) throw problem('id-taken');
    return { after: { recordId: id, ...auditFields((await findMaintenance(db, params.id, id))!) } };
  }),

  'GET /equipment/{id}/maintenance': async ({ user, params, query, db }) => {
    await readOwn(db, user.id, params.id);
    return readPage(query, BY_DATE, (page) => listMaintenance(db, params.id, page), presentMaintenance);
  },

  'PUT /equipment/{id}/maintenance/{recordId}': writing(
    'maintenance.update',
    async ({ params, body, db }) => {
      const before = orNotFound(await findMaintenance(db, params.id, params.recordId));
      assertRevision(body.revision, before, () => presentMaintenance(before));
      const change = columnsOf(body);
      const due = change.next_due_date === undefined ? before.next_due_date : change.next_due_date;
      if (due !== null && due < (change.date ?? before.date))
        throw fieldProblem('nextDueDate', 'issue.next-due-before-date');
      await updateMaintenance(db, before.id, change);
      const after = orNotFound(await findMaintenance(db, params.id, before.id));
      return { before: auditFields(before), after: auditFields(after) };
    },
  ),

  'DELETE /equipment/{id}/maintenance/{recordId}': writing(
    'maintenance.delete',
    async ({ user, params, body, db }) => {
      const before = orNotFound(await findMaintenance(db, params.id, params.recordId));
      assertRevision(body.revision, before, () => presentMaintenance(before));
      await deleteMaintenance(db, before.id);
      await insertTombstones(db, [before.id], user.id);
      return { before: { recordId: before.id, ...auditFields(before) } };
    },
  ),

  'PUT /equipment/{id}/usage': writing('usage.create', async ({ user, params, body, db }) => {
    const date = body.date ?? today();
    // A device clock may be a day ahead.
    if (date > addDays(today(), 1)) throw fieldProblem('date', 'issue.future');
    if (body._id) {
      await refuseDeletedId(db, body._id, user.id);
      const existing = await findUsage(db, params.id, body._id);
      if (existing && existing.hours === body.hours && (!body.date || existing.date === body.date))
        return null;
    }
    const id = body._id ?? newId();
    const { hours } = body;
    if (!(await addUsage(db, { id, equipmentId: params.id, date, hours }))) throw problem('id-taken');
    return { after: { recordId: id, date, hours } };
  }),

  'GET /equipment/{id}/usage': async ({ user, params, query, db }) => {
    await readOwn(db, user.id, params.id);
    return readPage(query, BY_DATE, (page) => listUsage(db, params.id, page), presentUsage);
  },

  'DELETE /equipment/{id}/usage/{recordId}': writing('usage.delete', async ({ user, params, db }) => {
    const before = orNotFound(await findUsage(db, params.id, params.recordId));
    await deleteUsage(db, before.id);
    await insertTombstones(db, [before.id], user.id);
    return { before: { recordId: before.id, date: before.date, hours: before.hours } };
  }),
});
