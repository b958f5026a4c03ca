/** Access to a farmer's own equipment, and the log of its changes. */
import { today } from '@ardhi/contract/dates';
import type { Fields, LabelledEntry } from '../../lib/audit/audit.ts';
import type { Db } from '../../lib/database/db.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { orNotFound } from '../../lib/text/not-found.ts';
import { problem } from '../../lib/text/problem.ts';
import { type EquipmentRow, findOwnEquipment, lockOwnEquipment } from './queries.ts';

export async function readOwn(db: Db, ownerId: string, id: string): Promise<EquipmentRow> {
  return orNotFound(await findOwnEquipment(db, ownerId, id, today()));
}

/** Every write to equipment or its records takes this lock first. */
export async function lockOwn(db: Db, ownerId: string, id: string): Promise<void> {
  if (!(await lockOwnEquipment(db, ownerId, id))) throw problem('not-found');
}

/** Writes the audit entry and the change event for equipment or its records. */
export async function recordChange<Before extends Fields, After extends Fields>(
  { user, audit, emit }: WriteContext,
  equipmentId: string,
  entry: Pick<LabelledEntry<Before, After>, 'action' | 'before' | 'after'>,
): Promise<void> {
  await audit({ entity: 'equipment', entityId: equipmentId, ...entry });
  emit({ user: user.id }, 'equipment', [equipmentId]);
}
