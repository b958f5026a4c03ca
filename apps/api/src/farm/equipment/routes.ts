import { type Equipment, type EquipmentEdit, equipment } from '@ardhi/contract';
import { today } from '@ardhi/contract/dates';
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
import { problem } from '../../lib/text/problem.ts';
import { presentDetail, presentEquipment } from './present.ts';
import {
  countOwnEquipment,
  deleteEquipment,
  type EquipmentRow,
  type EquipmentValues,
  findEquipmentOwner,
  findOwnEquipment,
  insertEquipment,
  listOwnEquipment,
  lockOwnEquipment,
  updateEquipment,
} from './queries.ts';

export function equipmentRoutes(app: FastifyInstance, services: Services): void {
  implement(app, services, equipment, {
    'POST /equipment': async ({ user, body, db, audit, emit }) => {
      const id = body._id ?? newId();
      if (body._id) {
        await refuseDeletedId(db, id, user.id);
        if (await findEquipmentOwner(db, id)) throw problem('id-taken');
      }
      await insertEquipment(db, {
        id,
        owner_id: user.id,
        name: body.name,
        type: body.type,
        manufacturer: body.manufacturer ?? null,
        model: body.model ?? null,
        purchase_date: body.purchaseDate ?? null,
        purchase_price_cents: body.purchasePrice === undefined ? null : toCents(body.purchasePrice),
        status: body.status ?? 'active',
        starting_hours: body.startingHours ?? body.usageHours ?? 0,
        service_interval_hours: body.serviceIntervalHours ?? null,
      });
      const created = await present(db, user.id, id);
      await audit({
        action: 'equipment.create',
        entity: 'equipment',
        entityId: id,
        after: auditFields(created),
      });
      emit({ user: user.id }, 'equipment', [id]);
      return created;
    },

    'GET /equipment': async ({ user, query, db }) => {
      const limit = pageSize(query.limit);
      const day = today();
      const rows = await listOwnEquipment(db, user.id, day, {
        limit,
        after: decodeCursor(query.cursor, 2),
      });
      return toPage(
        rows,
        limit,
        (row) => [row.created_at, row.id],
        (row) => presentEquipment(row, day),
        await countOwnEquipment(db, user.id),
      );
    },

    'GET /equipment/{id}': async ({ user, params, db }) => {
      const row = await findOwnEquipment(db, user.id, params.id, today());
      if (!row) throw problem('not-found');
      return presentDetail(db, row, today());
    },

    'PUT /equipment/{id}': async ({ user, params, body, db, audit, emit }) => {
      if (!(await lockOwnEquipment(db, user.id, params.id))) throw problem('not-found');
      const before = await present(db, user.id, params.id);
      assertRevision(body.revision, before, () => before);
      await updateEquipment(db, params.id, valuesOf(body));
      const after = await present(db, user.id, params.id);
      await audit({
        action: 'equipment.update',
        entity: 'equipment',
        entityId: params.id,
        before: auditFields(before),
        after: auditFields(after),
      });
      emit({ user: user.id }, 'equipment', [params.id]);
      return after;
    },

    'DELETE /equipment/{id}': async ({ user, params, body, db, audit, emit, t }) => {
      if (!(await lockOwnEquipment(db, user.id, params.id))) throw problem('not-found');
      const before = await present(db, user.id, params.id);
      assertRevision(body.revision, before, () => before);
      await deleteEquipment(db, params.id);
      await insertTombstones(db, [params.id], user.id);
      await audit({
        action: 'equipment.delete',
        entity: 'equipment',
        entityId: params.id,
        before: auditFields(before),
      });
      emit({ user: user.id }, 'equipment', [params.id]);
      return { message: t('done.deleted') };
    },
  });
}

async function present(db: Db, ownerId: string, id: string): Promise<Equipment> {
  const row: EquipmentRow | undefined = await findOwnEquipment(db, ownerId, id, today());
  if (!row) throw problem('not-found');
  return presentEquipment(row, today());
}

function valuesOf(edit: z.output<typeof EquipmentEdit>): Partial<EquipmentValues> {
  return {
    name: edit.name,
    type: edit.type,
    manufacturer: edit.manufacturer,
    model: edit.model,
    purchase_date: edit.purchaseDate,
    purchase_price_cents: edit.purchasePrice == null ? edit.purchasePrice : toCents(edit.purchasePrice),
    status: edit.status,
    starting_hours: edit.startingHours,
    service_interval_hours: edit.serviceIntervalHours,
  };
}

/** Fields entered by the user, without computed ones. */
function auditFields(item: Equipment) {
  const { service: _, yearlyCost: __, usageHours: ___, revision: ____, createdAt: _____, ...entered } = item;
  return entered;
}
