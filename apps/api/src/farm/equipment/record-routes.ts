import { type EquipmentDetail, equipmentRecords, type MaintenanceEdit } from '@ardhi/contract';
import { addDays, today } from '@ardhi/contract/dates';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Db } from '../../lib/database/db.ts';
import { newId } from '../../lib/database/id.ts';
import { insertTombstones, refuseDeletedId } from '../../lib/database/tombstones.ts';
import { implement } from '../../lib/http/bind.ts';
import { decodeCursor, pageSize, toPage } from '../../lib/http/page.ts';
import { assertRevision } from '../../lib/http/revision.ts';
import type { Services } from '../../lib/http/services.ts';
import { toCents } from '../../lib/text/money.ts';
import { fieldProblem, problem } from '../../lib/text/problem.ts';
import { presentDetail, presentMaintenance, presentUsage } from './present.ts';
import { findOwnEquipment, lockOwnEquipment } from './queries.ts';
import {
  addUsage,
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

export function equipmentRecordRoutes(app: FastifyInstance, services: Services): void {
  implement(app, services, equipmentRecords, {
    'POST /equipment/{id}/maintenance': async ({ user, params, body, db, audit, emit }) => {
      await lockOwn(db, user.id, params.id);
      if (body._id) await refuseDeletedId(db, body._id, user.id);
      const id = body._id ?? newId();
      const inserted = await insertMaintenance(db, {
        id,
        equipment_id: params.id,
        date: body.date,
        kind: body.kind,
        description: body.description,
        cost_cents: body.cost === undefined ? null : toCents(body.cost),
        next_due_date: body.nextDueDate ?? null,
      });
      if (!inserted) throw problem('id-taken');
      await audit({
        action: 'maintenance.create',
        entity: 'equipment',
        entityId: params.id,
        after: { recordId: id, ...auditFields((await findMaintenance(db, params.id, id))!) },
      });
      emit({ user: user.id }, 'equipment', [params.id]);
      return detail(db, user.id, params.id);
    },

    'GET /equipment/{id}/maintenance': async ({ user, params, query, db }) => {
      await findOwn(db, user.id, params.id);
      const limit = pageSize(query.limit);
      const after = decodeCursor(query.cursor, 3);
      const rows = await listMaintenance(db, params.id, { limit: limit + 1, after });
      return toPage(rows, limit, (row) => [row.date, row.created_at, row.id], presentMaintenance);
    },

    'PUT /equipment/{id}/maintenance/{recordId}': async ({ user, params, body, db, audit, emit }) => {
      await lockOwn(db, user.id, params.id);
      const before = await findMaintenance(db, params.id, params.recordId);
      if (!before) throw problem('not-found');
      assertRevision(body.revision, before, () => presentMaintenance(before));
      const change = valuesOf(body);
      const due = change.next_due_date === undefined ? before.next_due_date : change.next_due_date;
      if (due !== null && due < (change.date ?? before.date))
        throw fieldProblem('nextDueDate', 'issue.next-due-before-date');
      await updateMaintenance(db, before.id, change);
      const after = await findMaintenance(db, params.id, before.id);
      await audit({
        action: 'maintenance.update',
        entity: 'equipment',
        entityId: params.id,
        before: auditFields(before),
        after: auditFields(after!),
      });
      emit({ user: user.id }, 'equipment', [params.id]);
      return detail(db, user.id, params.id);
    },

    'DELETE /equipment/{id}/maintenance/{recordId}': async ({ user, params, body, db, audit, emit }) => {
      await lockOwn(db, user.id, params.id);
      const before = await findMaintenance(db, params.id, params.recordId);
      if (!before) throw problem('not-found');
      assertRevision(body.revision, before, () => presentMaintenance(before));
      await deleteMaintenance(db, before.id);
      await insertTombstones(db, [before.id], user.id);
      await audit({
        action: 'maintenance.delete',
        entity: 'equipment',
        entityId: params.id,
        before: { recordId: before.id, ...auditFields(before) },
      });
      emit({ user: user.id }, 'equipment', [params.id]);
      return detail(db, user.id, params.id);
    },

    'PUT /equipment/{id}/usage': async ({ user, params, body, db, audit, emit }) => {
      await lockOwn(db, user.id, params.id);
      const date = body.date ?? today();
      // A device clock may be a day ahead.
      if (date > addDays(today(), 1)) throw fieldProblem('date', 'issue.future');
      if (body._id) {
        await refuseDeletedId(db, body._id, user.id);
        const existing = await findUsage(db, params.id, body._id);
        if (existing && existing.hours === body.hours && (!body.date || existing.date === body.date))
          return detail(db, user.id, params.id);
      }
      const id = body._id ?? newId();
      const added = await addUsage(db, { id, equipmentId: params.id, date, hours: body.hours });
      if (!added) throw problem('id-taken');
      await audit({
        action: 'usage.create',
        entity: 'equipment',
        entityId: params.id,
        after: { recordId: id, date, hours: body.hours },
      });
      emit({ user: user.id }, 'equipment', [params.id]);
      return detail(db, user.id, params.id);
    },

    'GET /equipment/{id}/usage': async ({ user, params, query, db }) => {
      await findOwn(db, user.id, params.id);
      const limit = pageSize(query.limit);
      const after = decodeCursor(query.cursor, 3);
      const rows = await listUsage(db, params.id, { limit: limit + 1, after });
      return toPage(rows, limit, (row) => [row.date, row.created_at, row.id], presentUsage);
    },

    'DELETE /equipment/{id}/usage/{recordId}': async ({ user, params, db, audit, emit }) => {
      await lockOwn(db, user.id, params.id);
      const before = await findUsage(db, params.id, params.recordId);
      if (!before) throw problem('not-found');
      await deleteUsage(db, before.id);
      await insertTombstones(db, [before.id], user.id);
      await audit({
        action: 'usage.delete',
        entity: 'equipment',
        entityId: params.id,
        before: { recordId: before.id, date: before.date, hours: before.hours },
      });
      emit({ user: user.id }, 'equipment', [params.id]);
      return detail(db, user.id, params.id);
    },
  });
}

async function lockOwn(db: Db, ownerId: string, id: string): Promise<void> {
  if (!(await lockOwnEquipment(db, ownerId, id))) throw problem('not-found');
}

async function findOwn(db: Db, ownerId: string, id: string) {
  const row = await findOwnEquipment(db, ownerId, id, today());
  if (!row) throw problem('not-found');
  return row;
}

async function detail(db: Db, ownerId: string, id: string): Promise<EquipmentDetail> {
  return presentDetail(db, await findOwn(db, ownerId, id), today());
}

function valuesOf(edit: z.output<typeof MaintenanceEdit>) {
  return {
    date: edit.date,
    kind: edit.kind,
    description: edit.description,
    cost_cents: edit.cost == null ? edit.cost : toCents(edit.cost),
    next_due_date: edit.nextDueDate,
  };
}

function auditFields(row: MaintenanceRow) {
  return {
    date: row.date,
    kind: row.kind,
    description: row.description,
    costCents: row.cost_cents,
    nextDueDate: row.next_due_date,
  };
}
