import { type Equipment, type EquipmentEdit, equipment } from '@ardhi/contract';
import { today } from '@ardhi/contract/dates';
import type * as z from 'zod';
import { newId } from '../../lib/database/id.ts';
import { insertTombstones, refuseDeletedId } from '../../lib/database/tombstones.ts';
import { routesOf } from '../../lib/http/bind.ts';
import { BY_CREATION, readPage } from '../../lib/http/page.ts';
import { assertRevision } from '../../lib/http/revision.ts';
import { toCents } from '../../lib/text/money.ts';
import { problem } from '../../lib/text/problem.ts';
import { presentDetail, presentEquipment } from './present.ts';
import {
  countOwnEquipment,
  deleteEquipment,
  type EquipmentRow,
  findEquipmentOwner,
  insertEquipment,
  listOwnEquipment,
  updateEquipment,
} from './queries.ts';
import { lockOwn, readOwn, recordChange } from './service.ts';

export const equipmentRoutes = routesOf(equipment, {
  'POST /equipment': async (context) => {
    const { user, body, db } = context;
    const id = body._id ?? newId();
    if (body._id) {
      await refuseDeletedId(db, id, user.id);
      if (await findEquipmentOwner(db, id)) throw problem('id-taken');
    }
    const { name, type, startingHours = body.usageHours ?? 0 } = body;
    const columns = { ...columnsOf(body), name, type, starting_hours: startingHours };
    await insertEquipment(db, { id, owner_id: user.id, ...columns });
    const created = present(await readOwn(db, user.id, id));
    await recordChange(context, id, { action: 'equipment.create', after: auditFields(created) });
    return created;
  },

  'GET /equipment': async ({ user, query, db }) =>
    readPage(
      query,
      BY_CREATION,
      (page) => listOwnEquipment(db, user.id, today(), page),
      present,
      await countOwnEquipment(db, user.id),
    ),

  'GET /equipment/{id}': async ({ user, params, db }) =>
    presentDetail(db, await readOwn(db, user.id, params.id), today()),

  'PUT /equipment/{id}': async (context) => {
    const { user, params, body, db } = context;
    await lockOwn(db, user.id, params.id);
    const before = present(await readOwn(db, user.id, params.id));
    assertRevision(body.revision, before, () => before);
    await updateEquipment(db, params.id, columnsOf(body));
    const after = present(await readOwn(db, user.id, params.id));
    await recordChange(context, params.id, {
      action: 'equipment.update',
      before: auditFields(before),
      after: auditFields(after),
    });
    return after;
  },

  'DELETE /equipment/{id}': async (context) => {
    const { user, params, body, db, t } = context;
    await lockOwn(db, user.id, params.id);
    const before = present(await readOwn(db, user.id, params.id));
    assertRevision(body.revision, before, () => before);
    await deleteEquipment(db, params.id);
    await insertTombstones(db, [params.id], user.id);
    await recordChange(context, params.id, { action: 'equipment.delete', before: auditFields(before) });
    return { message: t('done.deleted') };
  },
});

const present = (row: EquipmentRow) => presentEquipment(row, today());

/** Fields that a request leaves out keep their value, or get the default of a new row. */
const columnsOf = (body: z.output<typeof EquipmentEdit>) => ({
  name: body.name,
  type: body.type,
  manufacturer: body.manufacturer,
  model: body.model,
  purchase_date: body.purchaseDate,
  purchase_price_cents: body.purchasePrice == null ? body.purchasePrice : toCents(body.purchasePrice),
  status: body.status,
  starting_hours: body.startingHours,
  service_interval_hours: body.serviceIntervalHours,
});

/** Fields entered by the user, without computed ones. */
function auditFields(item: Equipment) {
  const { service: _, yearlyCost: __, usageHours: ___, revision: ____, createdAt: _____, ...entered } = item;
  return entered;
}
